import { expect, test } from "vitest";
import { forAllTests } from "../../../../test/for-all-tests.ts";
import { findAccount } from "../../../auth/guard.ts";
import { deleteEnded } from "../grants/delete-ended.ts";
import { createSignInCode, registerClient, startTestOauth } from "../test-oauth.ts";
import { createProviderStore } from "./provider-store.ts";

const oauth = forAllTests(startTestOauth);

const library = {
  used: (detail: string) => new Error(`used: ${detail}`),
  busy: () => new Error("busy"),
  rotated: () => undefined,
};
const store = (model: string) => createProviderStore(oauth.server.deps, library)(model);

async function accountOf(key: string): Promise<string> {
  const { server } = oauth;
  await server.account("acme", key);
  const scope = key === server.productionKey ? server.production : server.test;
  return (await findAccount(server.deps.database, scope, "acme"))?.id ?? "";
}

let clients = 0;
const grantOf = (accountId: string, serverId = oauth.serverId) => ({
  accountId,
  clientId: `client ${++clients}`,
  resources: { [oauth.resource.replace(oauth.serverId, serverId)]: "mcp" },
});

test("no grant connects an account with a server of another environment or organization", async () => {
  const { server } = oauth;
  const other = await server.organization();
  await server.account("acme", other.testKey);
  const theirs = await findAccount(server.deps.database, other.test, "acme");
  const production = await oauth.makeServer({}, server.productionKey);
  const ours = await accountOf(server.testKey);
  const mixed = [
    grantOf(theirs?.id ?? ""),
    grantOf(await accountOf(server.productionKey)),
    grantOf(ours, production),
    grantOf("0".repeat(24)),
    grantOf(ours, "0".repeat(24)),
  ];
  for (const payload of mixed)
    await expect(store("Grant").upsert("a", payload, 60)).rejects.toThrow("no such account or server");
  await store("Grant").upsert("b", grantOf(ours), 60);
  expect(await store("Grant").find("b")).toMatchObject({ accountId: ours, jti: "b" });
});

test("no grant, code or sign-in is for another account's own server", async () => {
  const { server } = oauth;
  const account = await accountOf(server.testKey);
  const owner = await server.account("owner");
  const url = "/api/v2/public/mcp-servers";
  const body = { name: "Own", description: "" };
  const { _id: serverId } = (await server.request({ method: "POST", url, token: owner, body })).body;
  await expect(store("Grant").upsert("o", grantOf(account, serverId), 60)).rejects.toThrow("no such account");
  await expect(createSignInCode(oauth, { serverId })).rejects.toThrow("404");
  expect(await createSignInCode(oauth, { serverId, token: owner })).toMatch(/^.{5}-.{5}$/);
});

test("a token of a grant that was revoked meanwhile is invalid", async () => {
  await store("Grant").upsert("c", grantOf(await accountOf(oauth.server.testKey)), 60);
  await store("Grant").destroy("c");
  await expect(store("AccessToken").upsert("t", { grantId: "c" }, 60)).rejects.toThrow("used: the grant");
});

test("a token of one kind is not found as another, and nobody stays signed in", async () => {
  await store("Grant").upsert("d", grantOf(await accountOf(oauth.server.testKey)), 60);
  await store("RefreshToken").upsert(
    "secret",
    { grantId: "d", clientId: "client", resource: oauth.resource },
    60,
  );
  expect(await store("AccessToken").find("secret")).toBeUndefined();
  expect(await store("RefreshToken").find("secret")).toMatchObject({ clientId: "client", jti: "secret" });
  await store("Session").upsert("s", { accountId: "x" }, 60);
  expect(await store("Session").find("s")).toBeUndefined();
});

test("expired records are deleted in time, and nothing else", async () => {
  const { database, db } = oauth.server.deps;
  const account = await accountOf(oauth.server.testKey);
  const fill = async (suffix: string) => {
    await store("Grant").upsert(`g${suffix}`, grantOf(account), 60);
    await store("AccessToken").upsert(`t${suffix}`, { grantId: `g${suffix}` }, 60);
    await store("Interaction").upsert(`i${suffix}`, { params: { resource: oauth.resource } }, 60);
    await registerClient(oauth);
    await createSignInCode(oauth);
  };
  oauth.pass(-31 * 86_400_000);
  await fill("1");
  oauth.pass(31 * 86_400_000);
  await fill("2");
  const tables = [
    "mcp_oauth_grants",
    "mcp_oauth_tokens",
    "mcp_oauth_interactions",
    "mcp_oauth_clients",
    "mcp_sign_in_codes",
  ] as const;
  const ends = async () => {
    const rows = tables.map((table) => db.selectFrom(table).select("expires_at").execute());
    return (await Promise.all(rows)).map((found) => found.map(({ expires_at }) => expires_at.getTime()));
  };
  const before = await ends();
  for (const kind of deleteEnded) await kind(database, new Date(0), 500);
  const now = Date.now();
  const expected = before.map((times) => times.filter((time) => time > now));
  expect(before.flat().length).toBeGreaterThan(expected.flat().length + 4);
  for (const times of expected) expect(times.length).toBeGreaterThan(0);
  expect(await ends()).toEqual(expected);
});
