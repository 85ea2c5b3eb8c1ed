import { generateKeyPairSync } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import { invokeAction } from "../actions/with-connection.ts";
import { buildOAuthDefinition, type FakeProvider, startFakeProvider } from "../connections/fake-provider.ts";

const HOUR_MS = 3_600_000;
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
let server: TestServer;
let provider: FakeProvider;
let nowMs = Date.now();
let count = 0;

beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => new Date(nowMs) } });
  provider = await startFakeProvider();
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
beforeEach(() => {
  provider.tokenRequests.length = 0;
  provider.apiRequests.length = 0;
  provider.accepted.clear();
});

const SECRET = { name: "client_secret", label: "Secret" };
const CLIENT = {
  grant: "client_credentials",
  scopes: ["read", "write"],
  client_id: "{{ credentials.client_id }}",
  client_secret: "{{ credentials.client_secret }}",
  params: { audience: "https://api.example.com" },
};
const SERVICE_ACCOUNT = {
  grant: "jwt_bearer",
  jwt: {
    algorithm: "RS256",
    key: "{{ credentials.private_key }}",
    key_id: "{{ credentials.key_id }}",
    claims: { iss: "{{ credentials.client_email }}", aud: "https://issuer.example.com/token", scope: "a b" },
    life_seconds: 3600,
  },
};
const ACCOUNT_FIELDS = [
  { name: "client_email", label: "Account", type: "text" },
  { name: "private_key", label: "Key" },
  { name: "key_id", label: "Key id", required: false },
];

/** An application whose keys mint tokens, and an account that has not connected it. */
async function application(token: object, fields: object[]) {
  const slug = `minting-${++count}`;
  const { auth: _oauth, ...definition } = buildOAuthDefinition(slug, provider.url);
  const url = "grant" in token && token.grant === "jwt" ? {} : { url: `${provider.url}/token` };
  const body = { ...definition, auth: { keybased: { fields, token: { ...url, ...token } } } };
  const saved = await server.request({
    method: "POST",
    url: "/api/v2/public/application",
    key: server.testKey,
    body,
  });
  expect(saved.status, saved.text).toBe(200);
  const accountId = `customer-${count}`;
  const session = await server.account(accountId);
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (account === undefined) throw new Error("The account is missing.");
  return {
    connect: (typed: object) =>
      server.request({ method: "POST", url: `/api/v2/app/${slug}/save`, token: session, body: typed }),
    read: () =>
      invokeAction(
        server.deps,
        { ...server.test, account },
        { slug, actionId: "read", input: {}, cause: { kind: "action" } },
      ),
    connections: () =>
      server.deps.db.selectFrom("connections").selectAll().where("slug", "=", slug).execute(),
  };
}

describe("a customer's own client", () => {
  const fields = [{ name: "client_id", label: "Client", type: "text" }, SECRET];
  const typed = { client_id: "customer-client", client_secret: "customer-secret" };

  test("gets its token on connecting, and a new one when that expires", async () => {
    const app = await application(CLIENT, fields);
    provider.accepted.add("m1").add("m2");
    provider.script.splice(0, 9, { body: { access_token: "m1", expires_in: 3600, client_id: "odd" } });
    expect((await app.connect(typed)).body).toEqual({ success: true });
    expect(Object.fromEntries(provider.tokenRequests[0] ?? [])).toEqual({
      grant_type: "client_credentials",
      scope: "read write",
      audience: "https://api.example.com",
      ...typed,
    });
    expect(await app.read()).toMatchObject({ token: "m1" });
    nowMs += HOUR_MS;
    provider.script.splice(0, 9, { delayMs: 200, body: { access_token: "m2", expires_in: 3600 } });
    const results = await Promise.all(Array.from({ length: 10 }, app.read));
    expect(results).toEqual(Array(10).fill({ ok: true, token: "m2" }));
    // One request for ten callers, with what was typed in and not what the provider said beside the token.
    expect(provider.tokenRequests).toHaveLength(2);
    expect(provider.tokenRequests[1]?.get("client_id")).toBe("customer-client");
  });

  test("gets a new token when the provider rejects the current one", async () => {
    const app = await application(CLIENT, fields);
    provider.accepted.add("m1");
    provider.script.splice(0, 9, { body: { access_token: "m1" } });
    await app.connect(typed);
    provider.accepted.clear();
    provider.accepted.add("m2");
    provider.script.splice(0, 9, { body: { access_token: "m2" } });
    expect(await app.read()).toMatchObject({ token: "m2" });
  });

  test("that the provider rejects is a 400, and nothing is stored", async () => {
    const app = await application(CLIENT, fields);
    provider.script.splice(0, 9, { status: 401, body: { error: "invalid_client" } });
    const reply = await app.connect(typed);
    expect(reply).toMatchObject({ status: 400, body: { error_code: "EXTERNAL_API_FAILURE" } });
    expect(reply.text).not.toContain("customer-secret");
    expect(await app.connections()).toEqual([]);
  });

  test("that the provider rejects later expires the connection; an unreachable provider does not", async () => {
    const app = await application(CLIENT, fields);
    provider.accepted.add("m1");
    provider.script.splice(0, 9, { body: { access_token: "m1", expires_in: 3600 } });
    await app.connect(typed);
    nowMs += HOUR_MS;
    provider.script.splice(0, 9, { status: 503, body: "" });
    await expect(app.read()).rejects.toMatchObject({ code: "remote" });
    expect(await app.connections()).toMatchObject([{ status: "active" }]);
    nowMs += 60_000;
    provider.script.splice(0, 9, { status: 401, body: { error: "invalid_client" } });
    await expect(app.read()).rejects.toMatchObject({ code: "auth" });
    expect(await app.connections()).toMatchObject([{ status: "expired" }]);
  });
});

describe("a service account", () => {
  const account = { client_email: "robot@example.com", private_key: pem, key_id: "k7" };

  test("exchanges a JWT signed with its key for a token", async () => {
    const app = await application(SERVICE_ACCOUNT, ACCOUNT_FIELDS);
    provider.accepted.add("m1");
    provider.script.splice(0, 9, { body: { access_token: "m1", expires_in: 3600 } });
    expect((await app.connect(account)).status).toBe(200);
    const form = provider.tokenRequests[0];
    expect(form?.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
    // The assertion says who asks.
    expect(form?.has("client_id")).toBe(false);
    const assertion = form?.get("assertion") ?? "";
    const verified = await jwtVerify(assertion, rsa.publicKey, {
      audience: "https://issuer.example.com/token",
      currentDate: new Date(nowMs),
    });
    expect(verified.protectedHeader).toEqual({ alg: "RS256", typ: "JWT", kid: "k7" });
    expect(verified.payload).toMatchObject({ iss: "robot@example.com", scope: "a b" });
    expect((verified.payload.exp ?? 0) - (verified.payload.iat ?? 0)).toBe(3600);
    expect(await app.read()).toMatchObject({ token: "m1" });
  });

  test("accepts a key with escaped line breaks, in PKCS#1 form, and without a key id", async () => {
    const app = await application(SERVICE_ACCOUNT, ACCOUNT_FIELDS);
    provider.accepted.add("m1");
    provider.script.splice(0, 9, { body: { access_token: "m1" } });
    const pkcs1 = rsa.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
    const key = pkcs1.replaceAll("\n", "\\n");
    expect((await app.connect({ client_email: "r@example.com", private_key: key })).status).toBe(200);
    const assertion = provider.tokenRequests[0]?.get("assertion") ?? "";
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: "RS256", typ: "JWT" });
  });

  test.each([
    ["no key at all", "not a key"],
    ["a truncated key", pem.slice(0, 200)],
    [
      "an elliptic key",
      generateKeyPairSync("ec", { namedCurve: "P-256" })
        .privateKey.export({ type: "pkcs8", format: "pem" })
        .toString(),
    ],
    [
      "a key that is too short",
      generateKeyPairSync("rsa", { modulusLength: 1024 })
        .privateKey.export({ type: "pkcs8", format: "pem" })
        .toString(),
    ],
  ])("gets a plain message about %s; the provider is not called", async (_, key) => {
    const app = await application(SERVICE_ACCOUNT, ACCOUNT_FIELDS);
    const reply = await app.connect({ client_email: "r@example.com", private_key: key });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toMatch(/cannot sign with RS256: it must be an RSA private key/);
    expect(reply.text).not.toContain(key.slice(30, 60) || key);
    expect(provider.tokenRequests).toEqual([]);
    expect(await app.connections()).toEqual([]);
  });

  test.each([5, -5])(
    "works with a clock that is off by %i minutes, within the provider's tolerance",
    async (minutes) => {
      const app = await application(SERVICE_ACCOUNT, ACCOUNT_FIELDS);
      provider.accepted.add("m1").add("m2");
      provider.script.splice(0, 9, { body: { access_token: "m1", expires_in: 3600 } });
      await app.connect(account);
      // Another process, whose clock differs, uses the connection: the token is good or is renewed, never lost.
      nowMs += minutes * 60_000;
      provider.script.splice(0, 9, { body: { access_token: "m2", expires_in: 3600 } });
      expect(await app.read()).toMatchObject({ token: "m1" });
      nowMs += HOUR_MS;
      expect(await app.read()).toMatchObject({ token: "m2" });
    },
  );
});

test("a signed JWT is the token itself, and is signed again before it expires", async () => {
  const token = {
    grant: "jwt",
    jwt: {
      algorithm: "HS256",
      key: "{{ credentials.client_secret }}",
      claims: { iss: "{{ credentials.api_key }}" },
      life_seconds: 600,
    },
  };
  const app = await application(token, [{ name: "api_key", label: "Key", type: "text" }, SECRET]);
  // The provider takes any token that the secret has signed.
  provider.accepted.has = (given) => {
    try {
      return decodeJwt(given).iss === "k" && (decodeJwt(given).exp ?? 0) * 1000 > nowMs;
    } catch {
      return false;
    }
  };
  expect((await app.connect({ api_key: "k", client_secret: "s".repeat(32) })).status).toBe(200);
  // What the provider repeats of the token is not shown.
  expect(await app.read()).toEqual({ ok: true, token: "[redacted]" });
  nowMs += 600_000;
  await app.read();
  const sent = provider.apiRequests.map(({ authorization }) => authorization?.replace("Bearer ", "") ?? "");
  expect(sent.at(-1)).not.toBe(sent.at(-2));
  expect(provider.tokenRequests).toEqual([]);
  await jwtVerify(sent.at(-1) ?? "", Buffer.from("s".repeat(32)), {
    currentDate: new Date(nowMs),
  });
});
