import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { createId } from "../../platform/id.ts";
import { listConnections, saveConnection } from "../store.ts";
import { createSecretEncrypter } from "./credential.ts";
import { disconnect, removeAllConnections, revokeConnections } from "./disconnect.ts";
import { buildOAuthDefinition, type FakeProvider, startFakeProvider } from "./fake-provider.ts";

const BASE = "/api/v2/public/application";
let server: TestServer;
let provider: FakeProvider;

beforeAll(async () => {
  server = await startTestServer();
  provider = await startFakeProvider();
  await server.request({
    method: "POST",
    url: "/api/v2/public/webhook",
    key: server.testKey,
    body: { webhook_url: "https://example.com/hook", webhook_events: ["Connection Deleted"] },
  });
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
afterEach(() => {
  provider.revoked.length = 0;
});

async function addApplication(slug: string, revokeUrl = `${provider.url}/revoke`): Promise<void> {
  const body = buildOAuthDefinition(slug, provider.url, { revoke_url: revokeUrl });
  await server.request({ method: "POST", url: BASE, key: server.testKey, body });
  const settings = { client_id: "id", client_secret: "s" };
  const url = `${BASE}/${slug}/settings`;
  const saved = await server.request({ method: "PUT", url, key: server.testKey, body: settings });
  expect(saved.status, saved.text).toBe(200);
}

/** Makes accounts `<prefix>-0` and so on, each connected with the refresh token that is called like it. */
function connect(
  slug: string,
  prefix: string,
  count: number,
  more: { target?: string; identifier?: string } = {},
): Promise<AccountScope[]> {
  const { deps, test: scope } = server;
  const now = new Date();
  const names = Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
  return deps.queue.transaction(async (tx) => {
    const scopes: AccountScope[] = [];
    for (const name of names) {
      const { rows } = await sql<{ id: string }>`insert into linked_accounts
        (id, org_id, environment, account_id, created_at, updated_at)
        values (${createId()}, ${scope.orgId}, ${scope.environment}, ${name}, ${now}, ${now})
        on conflict (org_id, environment, account_id) do update set updated_at = excluded.updated_at
        returning id`.execute(tx);
      const account = { id: rows[0]?.id ?? "", accountId: name };
      const seal = createSecretEncrypter(deps.vault, { settings: {}, values: {}, refreshToken: name });
      const parts = {
        slug,
        authType: "oauth2" as const,
        credential: { seal, identifier: more.identifier },
        now,
        target: more.target,
      };
      await saveConnection(tx, { ...scope, account }, parts);
      scopes.push({ ...scope, account });
    }
    return scopes;
  });
}

const remaining = async (slug: string) =>
  (await server.deps.db.selectFrom("connections").select("id").where("slug", "=", slug).execute()).length;
const announced = async () =>
  (await server.deps.db.selectFrom("webhook_deliveries").select("id").execute()).length;
const remove = (slug: string) =>
  server.request({ method: "DELETE", url: `${BASE}/${slug}`, key: server.testKey });

describe("deleting an organization's own application", () => {
  test("removes more connections than fit into one transaction, announces each and revokes its token", async () => {
    await addApplication("large");
    const scopes = await connect("large", "large", 101);
    expect((await remove("large")).status).toBe(200);
    expect(await remaining("large")).toBe(0);
    expect(await announced()).toBe(101);
    expect(provider.revoked.toSorted()).toEqual(scopes.map(({ account }) => account.accountId).toSorted());
    expect((await remove("large")).status).toBe(404);
  });

  test("works even if the provider is unreachable", async () => {
    await addApplication("away", "http://127.0.0.1:1/revoke");
    await connect("away", "away", 2);
    expect((await remove("away")).status).toBe(200);
    expect(await remaining("away")).toBe(0);
  });
});

test("a deleted account's tokens can be revoked after the commit", async () => {
  await addApplication("one");
  await addApplication("two");
  const [scope] = await connect("one", "leaver", 1);
  await connect("two", "leaver", 1);
  if (scope === undefined) throw new Error("The account is missing.");
  const removed = await server.deps.queue.transaction((tx) => removeAllConnections(server.deps, tx, scope));
  expect(provider.revoked).toEqual([]);
  await revokeConnections(server.deps, scope, removed);
  expect(provider.revoked).toEqual(["leaver-0", "leaver-0"]);
});

test("a token is not revoked while another connection of the account depends on the same consent", async () => {
  await addApplication("shared");
  const [scope] = await connect("shared", "sharer", 1, { identifier: "work" });
  await connect("shared", "sharer", 1, { target: "new", identifier: "work" });
  await connect("shared", "sharer", 1, { target: "new", identifier: "home" });
  if (scope === undefined) throw new Error("The account is missing.");
  const rows = await listConnections(server.deps.db, scope);
  const [, work, home] = rows.filter((row) => row.slug === "shared");
  await disconnect(server.deps, scope, "shared", { id: work?.id });
  expect(provider.revoked).toEqual([]);
  await disconnect(server.deps, scope, "shared", { id: home?.id });
  expect(provider.revoked).toEqual(["sharer-0"]);
  await disconnect(server.deps, scope, "shared");
  expect(provider.revoked).toEqual(["sharer-0", "sharer-0"]);
});
