import { beforeAll, describe, expect, test } from "vitest";
import { forAllTests } from "../../../../test/for-all-tests.ts";
import { findAccount } from "../../../auth/guard.ts";
import { hashToken } from "../../../platform/secret-text.ts";
import {
  buildAuthorizeUrl,
  connectTestClient,
  createSignInCode,
  postDecision,
  REDIRECT,
  registerClient,
  requestAuthorizationCode,
  requestToken,
  startTestOauth,
} from "../test-oauth.ts";
import { verifyAccessToken } from "./access-token.ts";

const oauth = forAllTests(startTestOauth);
let clientId: string;
beforeAll(async () => {
  clientId = await registerClient(oauth);
});

const allowed = () => requestAuthorizationCode(oauth, clientId);
const access = (token: string) => verifyAccessToken(oauth.server.deps, token);

/** Changes what is stored of a token. */
async function changeStored(token: string, changes: object): Promise<void> {
  const { db } = oauth.server.deps;
  const hash = hashToken(token);
  const stored = db.selectFrom("mcp_oauth_tokens").select("payload").where("token_hash", "=", hash);
  const { payload } = await stored.executeTakeFirstOrThrow();
  const changed = JSON.stringify({ ...(payload as object), ...changes });
  await db.updateTable("mcp_oauth_tokens").set({ payload: changed }).where("token_hash", "=", hash).execute();
}

describe("a code", () => {
  test("that is used a second time is rejected, and revokes what it granted", async () => {
    const { fields } = await allowed();
    const { body } = await requestToken(oauth, fields);
    expect(await access(body.access_token)).toBeDefined();
    expect(await requestToken(oauth, fields)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(await access(body.access_token)).toBeUndefined();
    const refresh = { grant_type: "refresh_token", client_id: clientId, refresh_token: body.refresh_token };
    expect(await requestToken(oauth, refresh)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });

  test("that ten redeem concurrently yields at most one token, which is revoked", async () => {
    const { fields } = await allowed();
    const replies = await Promise.all(Array.from({ length: 10 }, () => requestToken(oauth, fields)));
    const given = replies.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { status, body } of replies)
      if (status === 200) expect(await access(body.access_token)).toBeUndefined();
      else expect({ status, error: body.error }).toEqual({ status: 400, error: "invalid_grant" });
  });

  test.each([
    ["another verifier", { code_verifier: "x".repeat(43) }],
    ["no verifier", { code_verifier: "" }],
    ["another redirect address", { redirect_uri: "https://assistant.test/other" }],
    ["another resource", { resource: "https://other.test/" }],
    ["a code that is none", { code: "x".repeat(43) }],
  ])("is not redeemed with %s", async (_name, changes) => {
    const { fields } = await allowed();
    const { status, body } = await requestToken(oauth, { ...fields, ...changes });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_(grant|target|request)$/);
    expect(body).not.toHaveProperty("access_token");
  });

  test("is not redeemed by another client, nor for another server of the same customer", async () => {
    const { fields } = await allowed();
    const other = await registerClient(oauth);
    expect((await requestToken(oauth, { ...fields, client_id: other })).body.error).toBe("invalid_grant");
    const resource = oauth.resource.replace(oauth.serverId, await oauth.makeServer());
    expect((await requestToken(oauth, { ...fields, resource })).body.error).toBe("invalid_target");
  });

  test("expires after a minute", async () => {
    const startedAt = performance.now();
    const { fields } = await allowed();
    const { db } = oauth.server.deps;
    const row = await db
      .selectFrom("mcp_oauth_tokens")
      .select(["payload", "expires_at"])
      .where("token_hash", "=", hashToken(fields.code ?? ""))
      .executeTakeFirstOrThrow();
    const leftMs = row.expires_at.getTime() - oauth.server.deps.clock.now().getTime();
    // Its times are whole seconds.
    expect(leftMs + performance.now() - startedAt).toBeGreaterThan(58_000);
    expect(leftMs).toBeLessThanOrEqual(60_000);
    const past = Math.floor(Date.now() / 1000) - 61;
    await db
      .updateTable("mcp_oauth_tokens")
      .set({ payload: JSON.stringify({ ...(row.payload as object), exp: past }) })
      .where("token_hash", "=", hashToken(fields.code ?? ""))
      .execute();
    expect(await requestToken(oauth, fields)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });
});

describe("a refresh token", () => {
  const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
    requestToken(oauth, { grant_type: "refresh_token", client_id: clientId, refresh_token, ...more });

  const GRACE_MS = 60_000;

  test("yields a new pair; reusing an old one revokes everything", async () => {
    const first = await connectTestClient(oauth, clientId);
    const second = await refresh(first.refresh_token, { resource: oauth.resource });
    expect(second).toMatchObject({ status: 200, body: { scope: "mcp", expires_in: 3600 } });
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect(await access(second.body.access_token)).toMatchObject({ serverId: oauth.serverId });
    oauth.pass(GRACE_MS);
    expect(await refresh(first.refresh_token)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(await access(second.body.access_token)).toBeUndefined();
    expect(await access(first.access_token)).toBeUndefined();
    expect((await refresh(second.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("that is repeated within a minute because its answer was lost yields a working pair", async () => {
    const { refresh_token } = await connectTestClient(oauth, clientId);
    const lost = await refresh(refresh_token);
    oauth.pass(GRACE_MS - 1);
    const again = await refresh(refresh_token);
    expect(again.status).toBe(200);
    for (const { body } of [lost, again]) {
      expect(await access(body.access_token)).toBeDefined();
      expect((await refresh(body.refresh_token)).status).toBe(200);
    }
    oauth.pass(1);
    expect((await refresh(refresh_token)).body.error).toBe("invalid_grant");
    expect(await access(again.body.access_token)).toBeUndefined();
  });

  test("that five refresh concurrently yields a working pair for each", async () => {
    const { refresh_token } = await connectTestClient(oauth, clientId);
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => refresh(refresh_token)));
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(await access(body.access_token)).toBeDefined();
      expect((await refresh(body.refresh_token)).status).toBe(200);
    }
  });

  test("does not work for another client, even within that minute", async () => {
    const { refresh_token } = await connectTestClient(oauth, clientId);
    await refresh(refresh_token);
    const other = await registerClient(oauth);
    expect((await refresh(refresh_token, { client_id: other })).body.error).toBe("invalid_grant");
  });

  test.each([
    ["RefreshToken", "before the new one is stored"],
    ["AccessToken", "after the new one is stored"],
  ])("is not used up if the database is away, however long (%s: %s)", async (kind) => {
    const { database } = oauth.server.deps;
    const { refresh_token } = await connectTestClient(oauth, clientId);
    const { query } = database;
    database.query = (statement, values) =>
      values?.includes(kind) && statement.name === "mcp-oauth-insert-token"
        ? Promise.reject(Object.assign(new Error("away"), { code: "57P01" }))
        : query(statement, values);
    const failed = await refresh(refresh_token).finally(() => {
      database.query = query;
    });
    expect(failed).toMatchObject({ status: 503, body: { error: "temporarily_unavailable" } });
    oauth.pass(2 * GRACE_MS);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test("of another public address is answered so that its client starts over", async () => {
    const { refresh_token } = await connectTestClient(oauth, clientId);
    const resource = `https://old.test/mcp/v1/${oauth.serverId}`;
    await changeStored(refresh_token, { resource });
    for (const more of [{}, { resource }, { resource: oauth.resource }])
      expect(await refresh(refresh_token, more as Record<string, string>)).toMatchObject({
        status: 400,
        body: { error: "invalid_grant" },
      });
  });

  test("works for its own client and resource only", async () => {
    const { refresh_token } = await connectTestClient(oauth, clientId);
    const other = await registerClient(oauth);
    expect((await refresh(refresh_token, { client_id: other })).body.error).toBe("invalid_grant");
    const resource = oauth.resource.replace(oauth.serverId, await oauth.makeServer());
    expect((await refresh(refresh_token, { resource })).body.error).toBe("invalid_target");
  });
});

describe("access ends", () => {
  test("after an hour, and malformed tokens are not even looked up", async () => {
    const { access_token } = await connectTestClient(oauth, clientId);
    expect(await access(access_token)).toBeDefined();
    oauth.pass(3_601_000);
    expect(await access(access_token)).toBeUndefined();
    oauth.pass(-3_601_000);
    for (const token of ["", "x", `${access_token}=`, oauth.token, "A".repeat(43)])
      expect(await access(token)).toBeUndefined();
  });

  test("a refresh token grants no access, and neither does a code", async () => {
    const { refresh_token } = await connectTestClient(oauth, clientId);
    const { fields } = await allowed();
    for (const token of [refresh_token, fields.code ?? ""]) expect(await access(token)).toBeUndefined();
  });

  test.each([
    ["access_token", "that token alone"],
    ["refresh_token", "everything"],
  ] as const)("when its client revokes the %s: %s", async (name, _what) => {
    const body = await connectTestClient(oauth, clientId);
    expect(await access(body.access_token)).toBeDefined();
    const revoke = (client_id: string) =>
      fetch(`${oauth.issuer}/revoke`, {
        method: "POST",
        body: new URLSearchParams({ token: body[name], client_id }),
      });
    expect((await revoke(await registerClient(oauth))).status).toBe(200);
    expect(await access(body.access_token)).toBeDefined();
    expect((await revoke(clientId)).status).toBe(200);
    expect(await access(body.access_token)).toBeUndefined();
    const again = { grant_type: "refresh_token", client_id: clientId, refresh_token: body.refresh_token };
    const { status } = await requestToken(oauth, again);
    expect(status).toBe(name === "access_token" ? 200 : 400);
  });

  test("at once for a token without the scope of MCP servers", async () => {
    const { access_token } = await connectTestClient(oauth, clientId);
    for (const scope of [undefined, "", "mcp:other", "openid"]) {
      await changeStored(access_token, { scope });
      expect(await access(access_token), scope).toBeUndefined();
    }
  });

  test("with the server, within three seconds", async () => {
    const serverId = await oauth.makeServer();
    const other = { ...oauth, serverId, resource: oauth.resource.replace(oauth.serverId, serverId) };
    const { access_token } = await connectTestClient(other, clientId);
    expect(await access(access_token)).toMatchObject({ serverId });
    const url = `/api/v2/public/mcp-servers/${serverId}`;
    const { server } = oauth;
    const gone = await server.request({ method: "DELETE", url, key: server.testKey, account: "acme" });
    expect(gone.status).toBeLessThan(300);
    oauth.pass(3001);
    expect(await access(access_token)).toBeUndefined();
  });

  test("with the account, which cannot even refresh", async () => {
    const { server } = oauth;
    const token = await server.account("leaving");
    const { url, verifier } = buildAuthorizeUrl(oauth, clientId);
    const code = await createSignInCode(oauth, { token });
    const returned = await postDecision(oauth, url, { code });
    const { body } = await requestToken(oauth, {
      grant_type: "authorization_code",
      client_id: clientId,
      code: returned.searchParams.get("code") ?? "",
      code_verifier: verifier,
      redirect_uri: REDIRECT,
    });
    expect((await access(body.access_token))?.scope.account.accountId).toBe("leaving");
    const gone = await server.request({
      method: "DELETE",
      url: "/api/v2/public/linked-account/leaving",
      key: server.testKey,
    });
    expect(gone.status).toBeLessThan(300);
    expect(await findAccount(server.deps.database, server.test, "leaving")).toBeUndefined();
    oauth.pass(3001);
    expect(await access(body.access_token)).toBeUndefined();
    const again = { grant_type: "refresh_token", client_id: clientId, refresh_token: body.refresh_token };
    expect((await requestToken(oauth, again)).body.error).toBe("invalid_grant");
  });
});

test("neither a token nor a code is stored as plain text", async () => {
  const { fields } = await allowed();
  const code = await createSignInCode(oauth);
  const { access_token, refresh_token } = await connectTestClient(oauth, clientId);
  const { db } = oauth.server.deps;
  const tables = [
    "mcp_oauth_tokens",
    "mcp_oauth_grants",
    "mcp_oauth_interactions",
    "mcp_sign_in_codes",
  ] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  const text = JSON.stringify(rows);
  expect(text).toContain(oauth.resource);
  for (const secret of [fields.code ?? "", code, code.replace("-", ""), access_token, refresh_token])
    expect(text).not.toContain(secret);
});

test.each([
  ["nothing", "", "application/x-www-form-urlencoded"],
  ["JSON", '{"grant_type":"authorization_code"}', "application/json"],
  [
    "another kind of grant",
    "grant_type=client_credentials&client_id=CLIENT",
    "application/x-www-form-urlencoded",
  ],
  ["a password", "grant_type=password&client_id=CLIENT", "application/x-www-form-urlencoded"],
  [
    "a parameter twice",
    "grant_type=refresh_token&client_id=CLIENT&client_id=x",
    "application/x-www-form-urlencoded",
  ],
  [
    "NUL",
    "grant_type=refresh_token&client_id=CLIENT&refresh_token=a%00b",
    "application/x-www-form-urlencoded",
  ],
  [
    "NUL in a code",
    "grant_type=authorization_code&client_id=CLIENT&code=%00&redirect_uri=%00",
    "application/x-www-form-urlencoded",
  ],
  ["100 KB", `grant_type=${"x".repeat(100_000)}`, "application/x-www-form-urlencoded"],
  ["no type", "grant_type=refresh_token", ""],
])("the token endpoint answers %s with a 4xx in OAuth's format", async (_name, text, type) => {
  for (const path of ["token", "revoke"]) {
    const response = await fetch(`${oauth.issuer}/${path}`, {
      method: "POST",
      headers: { accept: "*/*", ...(type && { "content-type": type }) },
      body: Buffer.from(text.replaceAll("CLIENT", clientId)),
    });
    expect(response.status, path).toBeGreaterThanOrEqual(400);
    expect(response.status, path).toBeLessThan(500);
    expect(await response.json(), path).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/) });
  }
});

test("a client secret is neither required nor of any use", async () => {
  const { fields } = await allowed();
  const headers = { authorization: `Basic ${Buffer.from(`${clientId}:secret`).toString("base64")}` };
  const response = await fetch(`${oauth.issuer}/token`, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
  });
  expect(response.status).toBe(401);
});
