import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { useErrorReplies } from "../platform/http/error-reply.ts";
import { type AuthKind, findAccountScope, getAccountId, isSession, useGuard } from "./guard.ts";

const KINDS: AuthKind[] = ["apiKey", "session", "either", "account", "keyForAccount", "none"];
let server: TestServer;
let app: FastifyInstance;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  token = await server.account("own");
  await server.account("other");
  app = Fastify();
  useErrorReplies(app);
  useGuard(app, server.deps);
  for (const auth of KINDS)
    app.get(`/${auth}`, { config: { auth, least: "viewer" } }, async (request) => ({
      account: accountScopeIfNamedOrNone(request),
      session: isSession(request),
    }));
  const headers = { type: "object", properties: { config_id: { type: "string", maxLength: 8 } } };
  app.get(
    "/headers",
    { config: { auth: "account", least: "viewer" }, schema: { headers } },
    async (request) => ({
      account: getAccountId(request),
      config: request.headers.config_id,
      other: request.headers["x-other"],
    }),
  );
});
afterAll(async () => {
  await app.close();
  await server.close();
});

function accountScopeIfNamedOrNone(request: Parameters<typeof findAccountScope>[0]): string | undefined {
  return request.principal && findAccountScope(request)?.account.accountId;
}

async function call(kind: AuthKind, headers: Record<string, string>): Promise<string> {
  const reply = await app.inject({ url: `/${kind}`, headers });
  const body = reply.json();
  if (reply.statusCode !== 200) return `${reply.statusCode} ${body.error_code}`;
  return `200${body.session ? " session" : ""}${body.account ? ` ${body.account}` : ""}`;
}

test("each kind of route accepts its kinds of credential and no other", async () => {
  const key = { "x-api-key": server.testKey };
  const bearer = { authorization: `Bearer ${token}` };
  const named = { linked_account_id: "other" };
  const credentials: Record<string, Record<string, string>> = {
    none: {},
    key,
    "key and account": { ...key, ...named },
    token: bearer,
    "token as key": { "x-api-key": token },
    "key as token": { authorization: `Bearer ${server.testKey}` },
    "wrong key": { "x-api-key": "tk_wrong" },
    "wrong token": { authorization: "Bearer x.y.z" },
    both: { ...key, ...bearer, ...named },
    "wrong key, right token": { "x-api-key": "tk_wrong", ...bearer },
    "token and another account": { ...bearer, ...named },
  };
  const table: Record<string, Record<string, string>> = {};
  for (const [name, headers] of Object.entries(credentials)) {
    const row: Record<string, string> = {};
    for (const kind of KINDS) row[kind] = await call(kind, headers);
    table[name] = row;
  }
  const refused = "401 INVALID_TOKEN";
  const unnamed = "400 INVALID_LINKED_ACCOUNT_ID";
  const row = (apiKey: string, session: string, either: string, account: string, keyForAccount: string) => ({
    apiKey,
    session,
    either,
    account,
    keyForAccount,
    none: "200",
  });
  const nothing = row(refused, refused, refused, refused, refused);
  expect(table).toEqual({
    none: nothing,
    key: row("200", refused, "200", unnamed, unnamed),
    "key and account": row("200", refused, "200 other", "200 other", "200 other"),
    token: row(refused, "200 session own", "200 session own", "200 session own", refused),
    "token as key": nothing,
    "key as token": nothing,
    "wrong key": nothing,
    "wrong token": nothing,
    // The key wins where one is accepted and a token beside it is ignored, and the other way round.
    both: row("200", "200 session own", "200 other", "200 other", "200 other"),
    "wrong key, right token": row(refused, "200 session own", refused, refused, refused),
    "token and another account": row(
      refused,
      "200 session own",
      "200 session own",
      "200 session own",
      refused,
    ),
  });
});

test("a session token that was just accepted is still not accepted as a key", async () => {
  expect(await call("session", { authorization: `Bearer ${token}` })).toBe("200 session own");
  expect(await call("apiKey", { "x-api-key": token })).toBe("401 INVALID_TOKEN");
});

test("the scheme of the Authorization header is case-insensitive; other schemes are ignored", async () => {
  expect(await call("session", { authorization: `bearer ${token}` })).toBe("200 session own");
  for (const authorization of [token, `Basic ${token}`, "Bearer", "Bearer  ", `Bearer ${token} x`])
    expect(await call("session", { authorization })).toBe("401 INVALID_TOKEN");
});

test("an account of another environment or organization does not exist", async () => {
  const stranger = await server.organization();
  for (const key of [server.productionKey, stranger.testKey])
    expect(await call("account", { "x-api-key": key, linked_account_id: "own" })).toBe(
      "400 INVALID_LINKED_ACCOUNT_ID",
    );
});

test("the query may name the account instead of the header, which takes precedence", async () => {
  const url = "/account?linked_account_id=other";
  const headers = { "x-api-key": server.testKey };
  expect((await app.inject({ url, headers })).json().account).toBe("other");
  const both = await app.inject({ url, headers: { ...headers, linked_account_id: "own" } });
  expect(both.json().account).toBe("own");
});

test("a route that declares no credential prevents the start", () => {
  const bare = Fastify();
  useGuard(bare, server.deps);
  expect(() => bare.get("/forgotten", () => "open")).toThrow("does not say which credential it takes");
});

test("a route that takes a key but has no role prevents the start", () => {
  const bare = Fastify();
  useGuard(bare, server.deps);
  const options = { config: { auth: "either" } } as const;
  expect(() => bare.get("/new", options, () => "")).toThrow(
    "does not say which role it requires (config.least)",
  );
});

test("headers that a route declares are decoded as UTF-8 once; invalid bytes stay unchanged", async () => {
  const utf8 = (text: string) => Buffer.from(text).toString("latin1");
  const read = async (account: string, config_id: string) => {
    await server.account(account);
    const headers = { "x-api-key": server.testKey, linked_account_id: utf8(account), config_id };
    return (await app.inject({ url: "/headers", headers: { ...headers, "x-other": utf8("ä") } })).json();
  };
  expect(await read("Zoë", utf8("geschäft"))).toEqual({
    account: "Zoë",
    config: "geschäft",
    other: utf8("ä"),
  });
  // Decoded twice, the first would become Ł's lower byte, A, and the second another text.
  expect(await read("Łódź", utf8("Ã¤"))).toMatchObject({ account: "Łódź", config: "Ã¤" });
  expect(await read("own", "gesch\xe4ft")).toMatchObject({ config: "geschäft" });
});

test("an API key sent where a session token is needed is rejected with how to get one", async () => {
  const { statusCode, body } = await app.inject({
    url: "/session",
    headers: { "x-api-key": server.testKey },
  });
  expect(statusCode).toBe(401);
  expect(JSON.parse(body).message).toMatch(
    /^Authorization Token Missing: .*session token.*not an API key.*POST \/api\/v2\/public\/session-token/,
  );
});
