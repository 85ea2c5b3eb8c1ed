import { createServer, type Server } from "node:http";
import * as oauth from "openid-client";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { expectedInvoice, expectedMovement } from "../expected-records.ts";
import { readOrders } from "../read-orders.ts";
import { approveConsent, completeSignIn } from "./approve-consent.ts";
import { LEDGERLY_CUSTOMER, startThirdParty, type ThirdParty } from "./third-party.ts";

const secret = "a-client-secret-of-the-demo-with-32-bytes";
let platform: Server;
let redirectUri: string;
let thirdParty: ThirdParty;
let config: oauth.Configuration;

beforeAll(async () => {
  platform = createServer((request, response) => response.end(`The platform was called at ${request.url}`));
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve));
  const address = platform.address();
  redirectUri = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/api/v1/ledgerly/callback`;
  thirdParty = await startThirdParty({
    client: { id: "junctor", secret, redirectUris: [redirectUri] },
  });
  config = await oauth.discovery(new URL(thirdParty.url), "junctor", secret, undefined, {
    execute: [oauth.allowInsecureRequests],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await thirdParty.close();
  platform.close();
});

async function beginSignIn(scope = "bookkeeping") {
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return { url, verifier, state };
}

function calledAddress(page: string): URL {
  return new URL(page.replace("The platform was called at ", ""), redirectUri);
}

async function connect(scope?: string) {
  const { url, verifier, state } = await beginSignIn(scope);
  const page = await approveConsent(url.href);
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  return oauth.authorizationCodeGrant(config, calledAddress(page), checks);
}

async function call(
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: unknown } = {},
) {
  const headers = new Headers(options.body === undefined ? {} : { "content-type": "application/json" });
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    headers.set(name, value);
  }
  const body = typeof options.body === "string" ? options.body : JSON.stringify(options.body);
  const response = await fetch(thirdParty.url + path, {
    method,
    headers,
    body,
  });
  const answer: Record<string, unknown> = await response.json();
  return { status: response.status, answer, replayed: response.headers.get("idempotent-replayed") };
}

const bearer = (tokens: { access_token: string }) => ({ authorization: `Bearer ${tokens.access_token}` });

async function sampleOrder(index = 0) {
  const order = (await readOrders())[index];
  if (order === undefined) {
    throw new Error(`There is no order ${index}.`);
  }
  return order;
}

describe("Ledgerly's authorization server", () => {
  test("issues tokens for an authorization code with PKCE after the customer signs in and consents", async () => {
    const tokens = await connect();
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 20, scope: "bookkeeping" });
    expect(tokens.refresh_token).toBeTypeOf("string");
    const me = await call("GET", "/api/me", { headers: bearer(tokens) });
    expect(me).toMatchObject({ status: 200, answer: { service: "Ledgerly", account: "northwind-books" } });
  });

  test("rejects a code without its PKCE verifier", async () => {
    const { url, state } = await beginSignIn();
    const page = await approveConsent(url.href);
    const grant = oauth.authorizationCodeGrant(config, calledAddress(page), { expectedState: state });
    await expect(grant).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("does not redirect a request without PKCE, or with an unknown client or redirect address", async () => {
    const { url } = await beginSignIn();
    url.searchParams.delete("code_challenge");
    expect(await approveConsent(url.href)).toContain("error=invalid_request");
    for (const [name, value] of [
      ["redirect_uri", "http://127.0.0.1:1/elsewhere"],
      ["client_id", "stranger"],
    ] as const) {
      const altered = (await beginSignIn()).url;
      altered.searchParams.set(name, value);
      await expect(approveConsent(altered.href)).rejects.toThrow("/oauth/authorize answered 400");
    }
  });

  test("rejects a wrong password", async () => {
    const { url } = await beginSignIn();
    const customer = { ...LEDGERLY_CUSTOMER, password: "wrong" };
    const signIn = completeSignIn(url.href, { customer, decision: "allow" });
    await expect(signIn).rejects.toThrow("answered 401");
  });

  test("tells the platform when the customer denies access", async () => {
    const { url, state } = await beginSignIn();
    const page = await completeSignIn(url.href, { customer: LEDGERLY_CUSTOMER, decision: "refuse" });
    const answer = calledAddress(page).searchParams;
    expect([answer.get("error"), answer.get("state"), answer.get("code")]).toEqual([
      "access_denied",
      state,
      null,
    ]);
  });

  test("rotates the refresh token at each refresh and counts refreshes", async () => {
    const first = await connect();
    const before = thirdParty.refreshes();
    const refreshedFrom = Date.now();
    const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? "");
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    expect(thirdParty.refreshes()).toBe(before + 1);
    expect(thirdParty.tokenIssuedAt()).toBeGreaterThanOrEqual(refreshedFrom);
    expect((await call("GET", "/api/me", { headers: bearer(second) })).status).toBe(200);
  });

  test("answers a reused refresh token with invalid_grant and revokes the tokens issued from it", async () => {
    const first = await connect();
    const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? "");
    const before = thirdParty.refusedRefreshes();
    for (const token of [first.refresh_token, second.refresh_token]) {
      const reuse = oauth.refreshTokenGrant(config, token ?? "");
      await expect(reuse).rejects.toMatchObject({ error: "invalid_grant" });
    }
    expect(thirdParty.refusedRefreshes()).toBe(before + 2);
    expect((await call("GET", "/api/me", { headers: bearer(second) })).status).toBe(401);
  });

  test("revokes tokens on request", async () => {
    const tokens = await connect();
    await oauth.tokenRevocation(config, tokens.refresh_token ?? "");
    const refresh = oauth.refreshTokenGrant(config, tokens.refresh_token ?? "");
    await expect(refresh).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("rejects a wrong client secret at the token endpoint", async () => {
    const stranger = new oauth.Configuration(config.serverMetadata(), "junctor", "a-wrong-secret");
    oauth.allowInsecureRequests(stranger);
    await expect(oauth.refreshTokenGrant(stranger, "x")).rejects.toMatchObject({ error: "invalid_client" });
  });
});

describe("Ledgerly's API", () => {
  test("records an invoice under the customer's account and returns it by its reference", async () => {
    const tokens = await connect();
    const invoice = expectedInvoice(await sampleOrder());
    const created = await call("POST", "/api/invoices", { headers: bearer(tokens), body: invoice });
    expect(created).toMatchObject({ status: 201, answer: invoice });
    const found = await call("GET", `/api/invoices/${invoice.reference}`, { headers: bearer(tokens) });
    expect(found).toMatchObject({ status: 200, answer: { ...invoice, id: created.answer.id } });
    expect(thirdParty.invoices()).toMatchObject([
      { owner: "northwind-books", idempotencyKey: null, body: invoice },
    ]);
  });

  test("answers a repeated Idempotency-Key with the first answer, records nothing new and counts the repeat", async () => {
    const headers = { ...bearer(await connect()), "idempotency-key": "run-1:invoice" };
    const body = expectedInvoice(await sampleOrder(1));
    const [records, repeats] = [thirdParty.invoices().length, thirdParty.repeats()];
    const first = await call("POST", "/api/invoices", { headers, body });
    const second = await call("POST", "/api/invoices", { headers, body });
    expect(second).toEqual({ ...first, replayed: "true" });
    expect(thirdParty.invoices().length).toBe(records + 1);
    expect(thirdParty.repeats()).toBe(repeats + 1);
    const other = await call("POST", "/api/invoices", { headers, body: { ...body, note: "other" } });
    expect(other).toMatchObject({ status: 422, answer: { error: "idempotency_key_reused" } });
  });

  test("rejects an access token that is expired, missing, unknown or for another scope", async () => {
    const tokens = await connect();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 21_000 });
    const expired = await call("GET", "/api/me", { headers: bearer(tokens) });
    vi.useRealTimers();
    expect(expired).toMatchObject({ status: 401, answer: { error: "invalid_token" } });
    expect(await call("GET", "/api/me")).toMatchObject({ status: 401, answer: { error: "missing_token" } });
    const unknown = await call("GET", "/api/me", { headers: { authorization: "Bearer nothing" } });
    expect(unknown).toMatchObject({ status: 401, answer: { error: "invalid_token" } });
    const narrow = await call("GET", "/api/me", { headers: bearer(await connect("offline_access openid")) });
    expect(narrow).toMatchObject({ status: 403, answer: { error: "insufficient_scope" } });
  });

  test("rejects bad bodies with a JSON error and records nothing", async () => {
    const headers = bearer(await connect());
    const invoice = expectedInvoice(await sampleOrder());
    const { note: _note, ...incomplete } = invoice;
    const records = thirdParty.invoices().length;
    const bad: [unknown, number][] = [
      [{ ...invoice, quantity: String(invoice.quantity) }, 400],
      [{ ...invoice, unit_price: 3.2 }, 400],
      [{ ...invoice, color: "red" }, 400],
      [{ ...invoice, ship_to: null }, 400],
      [incomplete, 400],
      ["{not json", 400],
      [{ ...invoice, total: "0.01" }, 422],
    ];
    for (const [body, status] of bad) {
      const refused = await call("POST", "/api/invoices", { headers, body });
      expect(refused).toMatchObject({
        status,
        answer: { error: expect.any(String), message: expect.any(String) },
      });
    }
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    expect((await call("POST", "/api/invoices", { headers: form, body: "reference=1" })).status).toBe(415);
    expect((await call("POST", "/api/invoice", { headers, body: invoice })).status).toBe(404);
    expect(thirdParty.invoices().length).toBe(records);
  });
});

describe("Stockroom's API", () => {
  test("accepts movements with the customer's key only", async () => {
    const movement = expectedMovement(await sampleOrder(2));
    const headers = { "x-stockroom-key": thirdParty.stockroomKey, "idempotency-key": "run-1:movement" };
    const ping = await call("GET", "/api/ping", { headers });
    expect(ping).toMatchObject({ status: 200, answer: { service: "Stockroom", account: "harbor-tools" } });
    expect(await call("POST", "/api/movements", { headers, body: movement })).toMatchObject({ status: 201 });
    expect((await call("POST", "/api/movements", { headers, body: movement })).replayed).toBe("true");
    expect(thirdParty.movements()).toMatchObject([
      { owner: "harbor-tools", idempotencyKey: "run-1:movement", body: movement },
    ]);
    const wrong = await call("POST", "/api/movements", {
      headers: { "x-stockroom-key": "sr_0" },
      body: movement,
    });
    expect(wrong).toMatchObject({ status: 401, answer: { error: "invalid_key" } });
    const keyless = await call("POST", "/api/movements", { body: movement });
    expect(keyless).toMatchObject({ status: 401, answer: { error: "missing_key" } });
  });

  test("fails the next requests on demand, then works again", async () => {
    const headers = { "x-stockroom-key": thirdParty.stockroomKey };
    const before = thirdParty.failures();
    thirdParty.failNext(2);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await call("GET", "/api/ping", { headers })).status);
    }
    expect(statuses).toEqual([503, 503, 200]);
    expect(thirdParty.failures()).toBe(before + 2);
  });
});

test("the customer's service accepts every order of the demo unchanged", async () => {
  const tokens = await connect();
  const headers = { ...bearer(tokens), "x-stockroom-key": thirdParty.stockroomKey };
  const [invoices, movements] = [thirdParty.invoices().length, thirdParty.movements().length];
  const orders = await readOrders();
  for (const order of orders) {
    const isBooks = order.customer_account === "northwind-books";
    const body = isBooks ? expectedInvoice(order) : expectedMovement(order);
    const path = isBooks ? "/api/invoices" : "/api/movements";
    expect(await call("POST", path, { headers, body })).toMatchObject({ status: 201, answer: body });
  }
  expect(thirdParty.invoices().length - invoices + thirdParty.movements().length - movements).toBe(
    orders.length,
  );
});
