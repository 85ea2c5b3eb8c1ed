import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveConsent } from "../../../../demo/third-party/approve-consent.ts";
import { startThirdParty, type ThirdParty } from "../../../../demo/third-party/third-party.ts";
import { findFreeUrl } from "../../../test/free-port.ts";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { ownApplication } from "../../../test/spec/records.ts";
import type { JsonObject } from "../connector.ts";
import { decryptConnectionSecrets } from "./credential.ts";

const URL = "/api/v2/public/migrate-token";
let server: ListeningServer;
let thirdParty: ThirdParty;

beforeAll(async () => {
  const publicUrl = await findFreeUrl();
  const redirectUris = [`${publicUrl}/api/v1/ledgerly/callback`];
  thirdParty = await startThirdParty({ client: { id: "shop", secret: "secret", redirectUris } });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: "shop",
    LEDGERLY_CLIENT_SECRET: "secret",
  };
  server = await startListeningServer({
    publicUrl,
    connectorsDir: fileURLToPath(new globalThis.URL("../../../../demo/connectors", import.meta.url)),
    variable: (name) => variables[name],
  });
  const webhook = { webhook_url: `${thirdParty.url}/hooks`, webhook_events: ["Connection Created"] };
  await server.request({ method: "POST", url: "/api/v2/public/webhook", key: server.testKey, body: webhook });
});
afterAll(async () => {
  await server?.close();
  await thirdParty?.close();
});

const migrate = (account: string, auth_object: unknown, slug = "ledgerly") =>
  server.request({ method: "PUT", url: URL, key: server.testKey, account, body: { slug, auth_object } });

const isConnected = async (account: string): Promise<boolean> => {
  const url = "/api/v2/public/application/ledgerly";
  return (await server.request({ url, key: server.testKey, account })).body.connected;
};

/** The one connection of an account, with its secrets opened; undefined where it has none. */
async function stored(account: string) {
  const { db, vault } = server.deps;
  const row = await db
    .selectFrom("connections")
    .innerJoin("linked_accounts", "linked_accounts.id", "connections.account_id")
    .selectAll("connections")
    .where("linked_accounts.account_id", "=", account)
    .executeTakeFirst();
  return row && { ...row, ...decryptConnectionSecrets(vault, row) };
}

/** Tokens that a customer's consent gave to somebody else with the same client. */
async function tokensFromElsewhere(): Promise<{ access_token: string; refresh_token: string }> {
  const account = `elsewhere-${crypto.randomUUID()}`;
  const token = await server.account(account);
  const { body } = await server.request({ url: "/api/v1/ledgerly/integrate", token });
  await approveConsent(body.auth_url);
  const { values, refreshToken = "" } = (await stored(account)) ?? { values: {} as JsonObject };
  // Not through the API, which would revoke them.
  await server.deps.db.deleteFrom("linked_accounts").where("account_id", "=", account).execute();
  return { access_token: String(values.access_token), refresh_token: refreshToken };
}

test("200: valid tokens are checked with the provider, stored encrypted with their expiry, and announced", async () => {
  await server.account("migrated");
  const tokens = await tokensFromElsewhere();
  const reply = await migrate("migrated", { ...tokens, expires_in: "15", scope: "bookkeeping", empty: "" });
  expect(reply).toMatchObject({
    status: 200,
    body: { success: true, message: "The tokens for Ledgerly are stored." },
  });
  for (const secret of Object.values(tokens)) expect(reply.text).not.toContain(secret);
  expect(await stored("migrated")).toMatchObject({
    status: "active",
    identifier: "northwind-books",
    values: { access_token: tokens.access_token, scope: "bookkeeping", token_type: "bearer" },
    refreshToken: tokens.refresh_token,
    expires_at: expect.any(Date),
    refresh_at: expect.any(Date),
  });
  const deliveries = await server.deps.db.selectFrom("webhook_deliveries").select("payload").execute();
  expect(deliveries.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ event: "Connection Created", linked_account_id: "migrated", slug: "ledgerly" }),
  );
});

test.each([
  ["has ended by expires_at in seconds", { expires_at: "1700000000" }],
  ["has ended by expires_at in milliseconds", { expires_at: "1700000000000" }],
  ["has ended by expires_at in ISO 8601", { expires_at: "2024-01-31T09:30:00Z" }],
  ["has ended by expires_at as a date of HTTP", { expires_at: "Wed, 31 Jan 2024 09:30:00 GMT" }],
  ["is missing", { access_token: "" }],
  ["is refused by the provider", { access_token: "long-gone" }],
])("200: an access token that %s is renewed before anything is stored", async (name, change) => {
  const account = `renewed ${name}`;
  await server.account(account);
  const tokens = await tokensFromElsewhere();
  const before = thirdParty.refreshes();
  expect(await migrate(account, { ...tokens, ...change })).toMatchObject({ status: 200 });
  expect(thirdParty.refreshes()).toBe(before + 1);
  const now = await stored(account);
  expect(now).toMatchObject({
    status: "active",
    identifier: "northwind-books",
    expires_at: expect.any(Date),
  });
  expect([tokens.access_token, "long-gone"]).not.toContain(now?.values.access_token);
  expect(now?.refreshToken).not.toBe(tokens.refresh_token);
});

test.each([
  ["tokens that the provider refuses", { access_token: "x", refresh_token: "y" }, "EXTERNAL_API_FAILURE"],
  ["an access token alone that it refuses", { access_token: "x" }, "EXTERNAL_API_FAILURE"],
  ["an access token alone that has ended", { access_token: "x", expires_at: "1" }, "VALIDATION_ERROR"],
  ["no token at all", { scope: "all" }, "MISSING_REQUIRED_FIELD"],
  ["a value that is no text", { access_token: 5 }, "VALIDATION_ERROR"],
  ["a nested value", { access_token: { a: "b" } }, "VALIDATION_ERROR"],
  ["a list", [], "VALIDATION_ERROR"],
  ["a life that is no number", { access_token: "x", expires_in: "soon" }, "VALIDATION_ERROR"],
  ["a negative life", { access_token: "x", expires_in: "-1" }, "VALIDATION_ERROR"],
  ["an end that is no time", { access_token: "x", expires_at: "soon" }, "VALIDATION_ERROR"],
  ["an endless life", { access_token: "x", expires_in: "1e300" }, "VALIDATION_ERROR"],
])("400: %s, and nothing is stored", async (_name, auth_object, code) => {
  await server.account("refused");
  expect(await migrate("refused", auth_object)).toMatchObject({ status: 400, body: { error_code: code } });
  expect(await isConnected("refused")).toBe(false);
});

test("200 for an application that was added from the directory", async () => {
  const directory = await server.deps.directory();
  const entry = directory.find({}).find((one) => {
    return (
      one.oauth2 !== undefined && !one.check && !one.settings && !one.oauth2.accounts && one.key === undefined
    );
  });
  const slug = entry?.slug ?? "";
  const { key, public: base } = { key: server.testKey, public: "/api/v2/public/application" };
  await server.request({ method: "POST", url: `${base}/directory/${slug}`, key, body: {} });
  const client = { client_id: "id", client_secret: "secret", enabled: true };
  await server.request({ method: "PUT", url: `${base}/${slug}/settings`, key, body: client });
  await server.account("from-directory");
  const tokens = { access_token: "issued elsewhere", refresh_token: "too", expires_in: "3600" };
  expect(await migrate("from-directory", tokens, slug)).toMatchObject({ status: 200 });
  expect(await stored("from-directory")).toMatchObject({ slug, auth_type: "oauth2", refreshToken: "too" });
});

test("400 for applications without OAuth2 and for own ones, 404 for unknown ones, 400 for an unknown account, 401 for a session token", async () => {
  const token = await server.account("wrong");
  const tokens = { access_token: "x", refresh_token: "y" };
  expect(await migrate("wrong", tokens, "stockroom")).toMatchObject({ status: 400 });
  const { key, body } = { key: server.testKey, body: ownApplication("own") };
  await server.request({ method: "POST", url: "/api/v2/public/application", key, body });
  expect((await migrate("wrong", tokens, "own")).body.message).toContain("your own application");
  expect((await migrate("wrong", tokens, "nothing")).status).toBe(404);
  expect(await migrate("nobody", tokens)).toMatchObject({
    status: 400,
    body: { error_code: "INVALID_LINKED_ACCOUNT_ID" },
  });
  const bySession = {
    method: "PUT",
    url: URL,
    token,
    body: { slug: "ledgerly", auth_object: tokens },
  } as const;
  expect((await server.request(bySession)).status).toBe(401);
});

const isStockroomConnected = async (account: string): Promise<boolean> => {
  const url = "/api/v2/public/application/stockroom";
  return (await server.request({ url, key: server.testKey, account })).body.connected;
};

test("200: tokens may be nested under `oauth2`, as in the platform's samples", async () => {
  await server.account("nested");
  const tokens = await tokensFromElsewhere();
  expect(await migrate("nested", { oauth2: tokens })).toMatchObject({ status: 200 });
  expect(await stored("nested")).toMatchObject({ auth_type: "oauth2", refreshToken: tokens.refresh_token });
});

test.each([
  ["under `keybased`", (key: string) => ({ keybased: { key } })],
  ["flat", (key: string) => ({ key })],
])("200: the key of a key-based application, %s", async (name, form) => {
  const account = `key ${name}`;
  await server.account(account);
  const reply = await migrate(account, form(thirdParty.stockroomKey), "stockroom");
  expect(reply.body).toEqual({ success: true, message: "The key for Stockroom is stored." });
  expect(await stored(account)).toMatchObject({ auth_type: "keybased", status: "active" });
});

test("400: a key that the provider rejects, values that are not text, or the wrong kind; nothing is stored", async () => {
  await server.account("refused-key");
  const send = async (auth_object: unknown, slug: string) => {
    const { status, body } = await migrate("refused-key", auth_object, slug);
    return `${status} ${body.message}`;
  };
  expect(await send({ keybased: { key: "sr_wrong" } }, "stockroom")).toMatch(
    /^400 Stockroom does not accept/,
  );
  expect(await send({ keybased: { key: 7 } }, "stockroom")).toBe(
    "400 auth_object.keybased.key must be text.",
  );
  expect(await send({ key: { a: 1 } }, "stockroom")).toBe("400 auth_object.key must be text.");
  expect(await send({ keybased: { key: "k" } }, "ledgerly")).toMatch(
    /^400 Ledgerly is connected with OAuth2/,
  );
  expect(await send({ oauth2: { access_token: "a" } }, "stockroom")).toMatch(
    /^400 Stockroom is connected with/,
  );
  expect(await send({ access_token: "a".repeat(10_001) }, "ledgerly")).toMatch(/at most 10000 characters/);
  expect(await isStockroomConnected("refused-key")).toBe(false);
});
