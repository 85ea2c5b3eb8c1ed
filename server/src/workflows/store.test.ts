import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { findAccount } from "../auth/guard.ts";
import type { AccountRef, Scope } from "../auth/scope.ts";
import { findRunnable, findVersion, publishedFor, startedBy } from "./store.ts";

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

const startingOn = (...events: string[]) => [
  { id: "start", type: "start", triggers: events.map((event) => ({ application: "Junctor", event })) },
];

describe("findRunnable", () => {
  test("finds a published workflow by id and by alias, with the version that it runs", async () => {
    const id = await offer({
      name: "Runnable",
      workflow_alias: "runnable",
      slug: "slack",
      settings: { a: 1 },
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
    const definition = { nodes: [{ id: "start" }], edges: [], settings: { a: 1 } };
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

  test("takes the account's own alias before the organization's", async () => {
    const shared = await offer({ name: "Shared", workflow_alias: "twice" });
    const own = await offer({ name: "Own", workflow_alias: "twice" }, { token });
    expect(await findRunnable(server.deps.db, scope, "twice", account)).toMatchObject({ id: own });
    expect(await findRunnable(server.deps.db, scope, "twice", other)).toMatchObject({ id: shared });
  });
});

describe("publishedFor", () => {
  test("gives an application's published workflows that are not hidden, in their order, with what configs need", async () => {
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
    const offered = await publishedFor(server.deps.db, scope, { slug: "stripe", account });
    expect(offered.map(({ id }) => id)).toEqual([first, second, own]);
    expect(offered[0]).toEqual({
      id: first,
      slug: "stripe",
      name: "First",
      autoEnable: true,
      associatedPage: null,
      description: "About",
      icon: "https://example.com/i.svg",
      dataSlots: slots,
      version: 1,
    });
    const forOther = await publishedFor(server.deps.db, scope, { slug: "stripe", account: other });
    expect(forOther.map(({ id }) => id)).toEqual([first, second]);
    expect(await publishedFor(server.deps.db, server.production, { slug: "stripe" })).toEqual([]);
  });
});

describe("startedBy", () => {
  const started = async (query: { event: string; slug?: string; account: AccountRef }) =>
    (await startedBy(server.deps.db, scope, query)).map(({ id }) => id);

  test("gives the published workflows whose start node names the event", async () => {
    const shared = await offer({
      name: "Shared",
      slug: "github",
      nodes: startingOn("a.created", "a.deleted"),
    });
    const own = await offer({ name: "Own", nodes: startingOn("a.created") }, { token });
    await offer({ name: "Of another event", nodes: startingOn("b.created") });
    expect(await started({ event: "a.created", account })).toEqual([shared, own]);
    expect(await started({ event: "a.created", account: other })).toEqual([shared]);
    expect(await started({ event: "a.created", slug: "github", account })).toEqual([shared]);
    expect(await started({ event: "a.deleted", account })).toEqual([shared]);
    expect(await started({ event: "a", account })).toEqual([]);
  });

  test("goes by what is published, not by its draft", async () => {
    const id = await offer({ name: "Moving", nodes: startingOn("old.event") });
    const key = server.testKey;
    const body = { nodes: startingOn("new.event") };
    const { body: draft } = await server.request({ method: "PUT", url: `${URL}/${id}`, key, body });
    expect(await started({ event: "new.event", account })).toEqual([]);
    await server.request({
      method: "PUT",
      url: `${URL}/${draft._id}/publish`,
      key,
      body: { published: true },
    });
    expect(await started({ event: "new.event", account })).toEqual([id]);
    expect(await started({ event: "old.event", account })).toEqual([]);
  });

  test("starts nothing for an event that is named like a trigger of its own", async () => {
    await offer({ name: "Called", nodes: startingOn("API Call", "Schedule") });
    for (const event of ["API Call", "Schedule"]) expect(await started({ event, account })).toEqual([]);
  });
});
