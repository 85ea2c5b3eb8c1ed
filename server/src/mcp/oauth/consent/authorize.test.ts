import { beforeAll, describe, expect, test } from "vitest";
import { forAllTests } from "../../../../test/for-all-tests.ts";
import { openBrowser, type Shown } from "../../../../test/test-browser.ts";
import { verifyAccessToken } from "../provider/access-token.ts";
import {
  buildAuthorizeUrl,
  connectTestClient,
  openConsentPage,
  postDecision,
  REDIRECT,
  registerClient,
  requestAuthorizationCode,
  requestToken,
  startTestOauth,
} from "../test-oauth.ts";

const oauth = forAllTests(startTestOauth);
let clientId: string;
beforeAll(async () => {
  clientId = await registerClient(oauth);
});

const allowed = (changes: Record<string, string | undefined> = {}) =>
  requestAuthorizationCode(oauth, clientId, changes);

/** What an authorization that is refused at once shows. */
async function refusal(changes: Record<string, string | undefined>) {
  const { url } = buildAuthorizeUrl(oauth, clientId, changes);
  return openBrowser(oauth).go(url);
}

/** A page of ours: no address of a client's choice, and none in it to go to. */
function expectPage(shown: Shown, reason: string | RegExp) {
  expect(shown).toMatchObject({ status: 400, url: { pathname: "/mcp/oauth/authorize" } });
  expect(shown.text).toContain("This cannot continue");
  expect(shown.text).toContain("<strong>Assistant (unverified)</strong>");
  expect(shown.text).toMatch(reason);
  expect(shown.text).not.toContain("assistant.test");
  expect(shown.text).not.toContain("http-equiv");
}

const access = (token: string) => verifyAccessToken(oauth.server.deps, token);

describe("an assistant gets access", () => {
  test("with a code from the customer: the token works for one server and one account", async () => {
    const body = await connectTestClient(oauth, clientId);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      refresh_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      expires_in: 3600,
      scope: "mcp",
      token_type: "Bearer",
    });
    expect(await access(body.access_token)).toMatchObject({
      scope: { ...oauth.server.test, account: { accountId: "acme" } },
      serverId: oauth.serverId,
      clientId,
      clientName: "Assistant",
      grantId: expect.stringMatching(/^[0-9a-f]{24}$/),
      scopes: ["mcp"],
    });
  });

  test("the response names its issuer and returns the state (RFC 9207)", async () => {
    const { returned } = await allowed();
    expect(returned.origin + returned.pathname).toBe(REDIRECT);
    expect(returned.searchParams.get("iss")).toBe(oauth.issuer);
    expect(returned.searchParams.get("state")).toBe("a state");
  });

  test("whatever scope and prompt a client requests, its user is asked for the only scope", async () => {
    for (const scope of [undefined, "openid offline_access", "admin"]) {
      const { fields } = await allowed({ scope, prompt: "select_account", response_mode: "form_post" });
      const { body } = await requestToken(oauth, fields);
      expect(body).toMatchObject({ scope: "mcp", refresh_token: expect.any(String) });
      expect(body).not.toHaveProperty("id_token");
    }
  });

  test("a code may be redeemed without repeating the resource; the token is bound to it anyway", async () => {
    const { resource: _resource, ...fields } = (await allowed()).fields;
    const { body } = await requestToken(oauth, fields);
    expect((await access(body.access_token))?.serverId).toBe(oauth.serverId);
  });

  test("the customer signs in each time: no browser stays signed in", async () => {
    const browser = openBrowser(oauth);
    const signedIn = await openConsentPage(oauth, buildAuthorizeUrl(oauth, clientId).url, { browser });
    await browser.submit(signedIn, signedIn.url.pathname, { decision: "allow" });
    const second = await browser.go(buildAuthorizeUrl(oauth, clientId).url);
    expect(second.text).toContain("One-time code");
    const silent = await browser.go(buildAuthorizeUrl(oauth, clientId, { prompt: "none" }).url);
    expectPage(silent, "must sign in");
  });

  test("a customer who declines sends the assistant back without access", async () => {
    const returned = await postDecision(oauth, buildAuthorizeUrl(oauth, clientId).url, { decision: "deny" });
    expect(Object.fromEntries(returned.searchParams)).toEqual({
      error: "access_denied",
      error_description: "the customer did not allow it",
      state: "a state",
      iss: oauth.issuer,
    });
  });
});

describe("a request is rejected on a page, because anybody can register a redirect address:", () => {
  test.each([
    ["without a resource", { resource: undefined }, /resource is required/],
    [
      "for another server's address",
      { resource: "https://other.test/mcp/v1/000000000000000000000000" },
      /resource must be/,
    ],
    ["for an address that is none", { resource: "support" }, /resource indicator must be/],
    ["without PKCE", { code_challenge: undefined, code_challenge_method: undefined }, /PKCE/],
    ["with the plain method of PKCE", { code_challenge_method: "plain" }, /code_challenge_method/],
    ["without the method of PKCE", { code_challenge_method: undefined }, /code_challenge_method/],
    ["for a token at once", { response_type: "token" }, /response_type/],
    ["for an id token", { response_type: "code id_token" }, /response_type/],
    ["with a request object", { request: "e30.e30." }, /request/],
    ["without its user", { prompt: "none" }, /must sign in/],
  ])("%s", async (_name, changes, reason) => {
    expectPage(await refusal(changes), reason);
  });

  test("for an unknown server, for several, or for the address with a slash", async () => {
    const unknown = oauth.resource.replace(oauth.serverId, "0".repeat(24));
    for (const resource of [
      unknown,
      `${oauth.resource}/`,
      `${oauth.resource}?a=1`,
      oauth.resource.toUpperCase(),
    ])
      expectPage(await refusal({ resource }), "resource must be the address of");
    const url = `${buildAuthorizeUrl(oauth, clientId).url}&resource=${encodeURIComponent(oauth.resource)}`;
    expectPage(await openBrowser(oauth).go(url), "not of several");
  });

  test("that is too long, or has a state that is too long; nothing is stored", async () => {
    const { db } = oauth.server.deps;
    const count = async () =>
      (await db.selectFrom("mcp_oauth_interactions").select("uid_hash").execute()).length;
    const before = await count();
    for (const changes of [{ state: "x".repeat(4001) }, { nonce: "x".repeat(9000) }]) {
      const { status, text } = await refusal(changes);
      expect(status).toBe(400);
      expect(text).toContain("at most 8000 characters, its state 4000");
    }
    expect(await count()).toBe(before);
    expect((await refusal({ state: "x".repeat(4000) })).text).toContain("One-time code");
  });

  test("429 beyond 60 a minute from one address; others are not affected", async () => {
    const { url } = buildAuthorizeUrl(oauth, clientId);
    const statuses = [];
    for (let times = 0; times < 62; times++)
      statuses.push((await openBrowser(oauth, "8.8.8.8").go(url)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect((await openBrowser(oauth, "8.8.8.9").go(url)).status).toBe(200);
  });

  test.each([
    `${REDIRECT}/`,
    `${REDIRECT}?next=x`,
    "https://assistant.test/callback/../evil",
    "https://assistant.test.evil.test/callback",
    "https://ASSISTANT.test/callback",
    "http://assistant.test/callback",
    "https://assistant.test:444/callback",
    "javascript:alert(1)",
  ])("with the redirect address %s: on a page, without a redirect", async (uri) => {
    const shown = await refusal({ redirect_uri: uri });
    expect(shown).toMatchObject({ status: 400, url: { pathname: "/mcp/oauth/authorize" } });
    expect(shown.text).toContain("redirect_uri did not match");
    expect(shown.text).not.toContain(uri);
  });

  test("of an unknown client: on a page, in our design, with a strict policy", async () => {
    for (const id of ["client_unknown", "<script>alert(1)</script>", "x".repeat(3000)]) {
      const shown = await openBrowser(oauth).go(buildAuthorizeUrl(oauth, clientId, { client_id: id }).url);
      expect(shown.status).toBe(400);
      expect(shown.text).toContain("This cannot continue");
      expect(shown.text).not.toContain("<script>");
      expect(shown.headers.get("content-security-policy")).toMatch(
        /default-src 'none'.*frame-ancestors 'none'/,
      );
      expect(shown.headers.get("content-security-policy")).not.toContain("unsafe");
    }
  });
});
