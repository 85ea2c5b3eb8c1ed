import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { findAccount } from "../auth/guard.ts";
import type { AccountRef, Scope } from "../auth/scope.ts";
import { findVersion } from "./store.ts";
import { findRunnable, listOfferedWorkflows } from "./versions/publications.ts";

let server: TestServer;
let scope: Scope;
let account: AccountRef;
let other: AccountRef;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  scope = server.test;
  token = await server.account("acme");
  account = await accountOf("acme");
  await server.account("other");
  other = await accountOf("other");
});
afterAll(() => server.close());

const URL = "/api/v2/public/workflow";

async function accountOf(accountId: string): Promise<AccountRef> {
  const found = await findAccount(server.deps.database, scope, accountId);
  if (!found) throw new Error(`There is no account ${accountId}.`);
  return found;
}

async function offer(body: object, as: { key?: string; token?: string } = { key: server.testKey }) {
  const made = await server.request({ method: "POST", url: URL, ...as, body });
  expect(made.status).toBe(200);
  const url = `${URL}/${made.body._id}/publish`;
  expect((await server.request({ method: "PUT", url, ...as, body: { published: true } })).status).toBe(200);
  return made.body._id as string;
}

describe("findRunnable", () => {
  test("finds a published workflow by id and by alias, with its current version", async () => {
    const id = await offer({
      name: "Runnable",
      workflow_alias: "runnable",
      slug: "slack",
      settings: { timeout: 60 },
    });
    const { db } = server.deps;
    for (const name of [id, "runnable"]) {
      for (const who of [account, undefined]) {
        expect(await findRunnable(db, scope, name, who)).toEqual({
          id,
          version: 1,
          slug: "slack",
          name: "Runnable",
        });
      }
    }
    const definition = { nodes: [{ id: "start" }], edges: [], settings: { timeout: 60 } };
    expect(await findVersion(db, id, 1)).toMatchObject(definition);
    expect(await findVersion(db, id, 2)).toBeUndefined();
  });

  test("finds nothing unpublished, no draft, nothing of other accounts, environments and organizations", async () => {
    const { db } = server.deps;
    const key = server.testKey;
    const { body } = await server.request({
      method: "POST",
      url: URL,
      key,
      body: { name: "Unpublished", workflow_alias: "unpublished" },
    });
    const own = await offer({ name: "Own", workflow_alias: "own" }, { token });
    const shared = await offer({ name: "Shared", workflow_alias: "shared" });
    const { body: draft } = await server.request({ url: `${URL}/${shared}/edit`, key });
    const stranger = (await server.organization()).test;
    for (const [where, name, who] of [
      [scope, body._id, account],
      [scope, "unpublished", account],
      [scope, draft._id, account],
      [scope, own, other],
      [scope, own, undefined],
      [server.production, shared, undefined],
      [stranger, shared, undefined],
      [stranger, "shared", undefined],
    ] as const)
      expect(await findRunnable(db, where, name, who)).toBeUndefined();
    expect(await findRunnable(db, scope, "own", account)).toMatchObject({ id: own });
  });

  test("prefers the organization's alias to the account's own, unless the account itself asks", async () => {
    const shared = await offer({ name: "Shared", workflow_alias: "twice" });
    const own = await offer({ name: "Own", workflow_alias: "twice" }, { token });
    const asked = { ...scope, ownFirst: true };
    expect(await findRunnable(server.deps.db, asked, "twice", account)).toMatchObject({ id: own });
    expect(await findRunnable(server.deps.db, scope, "twice", account)).toMatchObject({ id: shared });
    expect(await findRunnable(server.deps.db, scope, "twice", other)).toMatchObject({ id: shared });
  });
});

describe("listOfferedWorkflows", () => {
  test("returns an application's published workflows that are not hidden, in their order, with what configs need", async () => {
    const slots = [{ id: "channel", name: "Channel", field_type: "text" }];
    const second = await offer({ name: "Second", slug: "stripe", index_order: 2 });
    const first = await offer({
      name: "First",
      slug: "stripe",
      index_order: 1,
      autoEnable: true,
      associatedPage: null,
      description: "About",
      icon: "https://example.com/i.svg",
      data_slots: slots,
    });
    const own = await offer({ name: "Own", slug: "stripe", index_order: 3 }, { token });
    await offer({ name: "Hidden", slug: "stripe", hide_in_config: true });
    await offer({ name: "Of another application", slug: "slack" });
    const offered = await listOfferedWorkflows(server.deps.db, scope, { slug: "stripe", account });
    expect(offered.map(({ id }) => id)).toEqual([first, second, own]);
    expect(offered[0]).toEqual({
      id: first,
      alias: null,
      isOwn: false,
      slug: "stripe",
      name: "First",
      autoEnable: true,
      associatedPage: null,
      description: "About",
      icon: "https://example.com/i.svg",
      dataSlots: slots,
      version: 1,
    });
    const forOther = await listOfferedWorkflows(server.deps.db, scope, { slug: "stripe", account: other });
    expect(forOther.map(({ id }) => id)).toEqual([first, second]);
    expect(await listOfferedWorkflows(server.deps.db, server.production, { slug: "stripe" })).toEqual([]);
  });
});
