import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { deleteExpiredSessions, verifySessionToken } from "./sessions.ts";

let server: TestServer;
const OWN_ACCOUNT = "/api/v2/public/session/active-linked-account";

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
async function statusOf(token: string): Promise<number> {
  return (await server.request({ url: OWN_ACCOUNT, token })).status;
}
function resigned(claims: Record<string, unknown>, secret = server.deps.credentials.sessionSecret) {
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret);
}

test("401: a token in another spelling than issued", async () => {
  const token = await server.account("spelled");
  expect(await statusOf(token)).toBe(200);
  const [head = "", claims = "", mac = ""] = token.split(".");
  // The last character of a 32-byte MAC has two unused bits.
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(mac.slice(-1));
  const twin = mac.slice(0, -1) + alphabet[last + 1];
  expect(Buffer.from(twin, "base64url")).toEqual(Buffer.from(mac, "base64url"));
  const spellings = [`${token}=`, `${token}==`, `${head}=.${claims}.${mac}`, `${head}.${claims}=.${mac}`];
  for (const other of [...spellings, `${head}.${claims}.${twin}`, `${token}.`, `${token}*`])
    expect(await statusOf(other), other).toBe(401);
});

test("a token carries the claims of platform-surface 3.12 and lives for a day", async () => {
  const token = await server.account("claims");
  expect(claimsOf(token)).toEqual({
    org_id: server.orgId,
    linked_account_id: "claims",
    environment: "test",
    jti: expect.stringMatching(/^[0-9a-f]{24}$/),
    aud: "junctor-session",
    iat: expect.any(Number),
    exp: expect.any(Number),
  });
  const { iat, exp } = claimsOf(token);
  expect(Number(exp) - Number(iat)).toBe(86_400);
  expect(JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).alg).toBe("HS256");
});

test("an organization may set the lifetime of new tokens", async () => {
  const { productionKey } = await server.organization();
  const put = (ttl: unknown) =>
    server.request({
      method: "PUT",
      url: "/api/v2/public/organization",
      key: productionKey,
      body: { session_token_ttl: ttl },
    });
  expect((await put(120)).body.session_token_ttl).toBe(120);
  for (const bad of [0, 59, 30 * 86_400 + 1, "120", 1.5]) expect((await put(bad)).status).toBe(400);
  const { iat, exp } = claimsOf(await server.account("short", productionKey));
  expect(Number(exp) - Number(iat)).toBe(120);
});

test("an issued token is accepted, every forgery is rejected", async () => {
  const token = await server.account("forged");
  const [header = "", payload = "", signature = ""] = token.split(".");
  const claims = claimsOf(token);
  expect(await statusOf(token)).toBe(200);
  const secret = server.deps.credentials.sessionSecret;
  const forgeries = {
    "another signature": `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
    "no signature": `${header}.${payload}.`,
    "alg none": `${base64({ alg: "none", typ: "JWT" })}.${payload}.`,
    "alg none with the signature": `${base64({ alg: "none" })}.${payload}.${signature}`,
    "alg HS512 under the same secret": (() => {
      const head = base64({ alg: "HS512", typ: "JWT" });
      return `${head}.${payload}.${createHmac("sha512", secret).update(`${head}.${payload}`).digest("base64url")}`;
    })(),
    "other claims": `${header}.${base64({ ...claims, linked_account_id: "else" })}.${signature}`,
    "another secret": await resigned(claims, Buffer.alloc(32)),
    "another audience": await resigned({ ...claims, aud: "junctor-connect" }),
    "no audience": await resigned({ ...claims, aud: undefined }),
    "no expiry": await resigned({ ...claims, exp: undefined }),
    "an unknown id": await resigned({ ...claims, jti: "0".repeat(24) }),
    "no id": await resigned({ ...claims, jti: undefined }),
    "another environment": await resigned({ ...claims, environment: "production" }),
    "an unknown environment": await resigned({ ...claims, environment: "staging" }),
    "another organization": await resigned({ ...claims, org_id: (await server.organization()).orgId }),
    "not a token": "abc",
    "dots only": "..",
    "a NUL within": `${header}.${payload}\u0001.${signature}`,
  };
  for (const [what, forgery] of Object.entries(forgeries)) expect(await statusOf(forgery), what).toBe(401);
});

test("a token is invalid from its expiry on", async () => {
  const secret = server.deps.credentials.sessionSecret;
  const token = await server.account("expiring");
  const { exp } = claimsOf(token);
  const at = (seconds: number) => verifySessionToken(secret, token, new Date((Number(exp) + seconds) * 1000));
  expect(await at(-1)).toMatchObject({ accountId: "expiring", orgId: server.orgId, environment: "test" });
  expect(await at(0)).toBeUndefined();
  expect(await at(1)).toBeUndefined();
});

test("a revoked token is rejected at once, other tokens of the account stay valid", async () => {
  const [token, other] = [await server.account("leaver"), await server.account("leaver")];
  expect([await statusOf(token), await statusOf(other)]).toEqual([200, 200]);
  const revoke = () => server.request({ method: "POST", url: "/api/v2/public/session-token/revoke", token });
  expect(await revoke()).toMatchObject({ status: 200, body: { success: true, revoked_count: 1 } });
  expect([await statusOf(token), await statusOf(other)]).toEqual([401, 200]);
  expect((await revoke()).status).toBe(401);
});

test("the tokens of a deleted account stay invalid even if an account of the same name is created", async () => {
  const token = await server.account("returning");
  expect(await statusOf(token)).toBe(200);
  await server.request({
    method: "DELETE",
    url: "/api/v2/public/linked-account/returning",
    key: server.testKey,
  });
  expect(await statusOf(token)).toBe(401);
  const fresh = await server.account("returning");
  expect([await statusOf(token), await statusOf(fresh)]).toEqual([401, 200]);
});

test("400: a token for an unknown account, or for one of another environment", async () => {
  await server.account("only-in-test");
  for (const [id, key] of [
    ["nobody", server.testKey],
    ["only-in-test", server.productionKey],
  ]) {
    const reply = await server.request({
      method: "POST",
      url: "/api/v2/public/session-token",
      key,
      body: { linked_account_id: id },
    });
    expect(reply).toMatchObject({ status: 400, body: { error_code: "INVALID_LINKED_ACCOUNT_ID" } });
  }
});

test("the records of tokens that expired a day ago are deleted, the others stay", async () => {
  const { db, clock } = server.deps;
  await server.account("old");
  const count = async () => (await db.selectFrom("session_tokens").select("id").execute()).length;
  const before = await count();
  await deleteExpiredSessions(db, clock.now(), 1000);
  expect(await count()).toBe(before);
  await deleteExpiredSessions(db, new Date(clock.now().getTime() + 40 * 86_400_000), 2);
  expect(await count()).toBe(before - 2);
});
