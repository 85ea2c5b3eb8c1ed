import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forAllTests } from "../../../../test/for-all-tests.ts";
import { openBrowser, type TestBrowser } from "../../../../test/test-browser.ts";
import {
  buildAuthorizeUrl,
  createSignInCode,
  openConsentPage,
  registerClient,
  startTestOauth,
} from "../test-oauth.ts";

const SIGN_IN = "https://product.test/assistants?plan=a";
const oauth = forAllTests(startTestOauth);
let clientId: string;
beforeAll(async () => {
  clientId = await registerClient(oauth);
});

const begin = (browser: TestBrowser) => browser.go(buildAuthorizeUrl(oauth, clientId).url);

function settings(body: object, key = oauth.server.testKey) {
  return oauth.server.request({ method: "PUT", url: "/api/v2/public/mcp-settings", key, body });
}

/** The product's backend says who its user is. */
function answer(request: string | null, account = "acme", key = oauth.server.testKey) {
  return oauth.server.request({
    method: "POST",
    url: "/api/v2/public/mcp-sign-in",
    key,
    body: { request: request ?? "", linked_account_id: account },
  });
}

describe("a customer signs in with a one-time code", () => {
  const enter = (code: string) => openConsentPage(oauth, buildAuthorizeUrl(oauth, clientId).url, { code });

  test("in any spelling, and sees which account it belongs to", async () => {
    const code = await createSignInCode(oauth);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const spelled = ` ${code.replace("-", " ").toLowerCase().replaceAll("0", "o").replaceAll("1", "l")} `;
    const page = await enter(spelled);
    expect(page.text).toContain("Account: acme");
  });

  test("that works once, and for ten minutes", async () => {
    const code = await createSignInCode(oauth);
    expect((await enter(code)).status).toBe(200);
    expect(await enter(code)).toMatchObject({ status: 400 });
    const late = await createSignInCode(oauth);
    oauth.pass(600_001);
    expect((await enter(late)).text).toContain("This code is wrong, has expired or was already used");
    oauth.pass(-600_001);
  });

  test("for this server only", async () => {
    const serverId = await oauth.makeServer();
    expect((await enter(await createSignInCode(oauth, { serverId }))).status).toBe(400);
  });

  test("with five tries; afterwards even a right code fails, and the visitor can only go back", async () => {
    const browser = openBrowser(oauth);
    let page = await begin(browser);
    const action = `${page.url.pathname}/code`;
    for (let tries = 0; tries < 5; tries++)
      page = await browser.submit(page, action, { code: "00000-00000" });
    expect(page.text).toContain("Too many wrong codes");
    const right = await createSignInCode(oauth);
    const form = await begin(openBrowser(oauth));
    const fields = { code: right, form: /name="form" value="([^"]+)"/.exec(page.text)?.[1] ?? "" };
    expect((await browser.submit({ ...form, url: page.url }, action, fields)).text).toContain("Too many");
    const left = await browser.submit(page, page.url.pathname.replace(/\/code$/, ""), { decision: "deny" });
    expect(left.url.searchParams.get("error")).toBe("access_denied");
  });

  test("concurrent tries share the five", async () => {
    const browser = openBrowser(oauth);
    const page = await begin(browser);
    const action = `${page.url.pathname}/code`;
    const tries = ["1", "2", "3", "4", "5", "6", "7", "8"].map((code) =>
      browser.submit(page, action, { code }),
    );
    await Promise.all(tries);
    const right = await browser.submit(page, action, { code: await createSignInCode(oauth) });
    expect(right.text).toContain("Too many wrong codes");
  });

  test("that only its own organization and environment can create", async () => {
    const { server, serverId } = oauth;
    const url = `/api/v2/public/mcp-servers/${serverId}/code`;
    const other = await server.organization();
    const strangers = [
      await server.account("acme", other.testKey),
      await server.account("acme", server.productionKey),
    ];
    for (const token of strangers)
      expect((await server.request({ method: "POST", url, token })).status).toBe(404);
    const byKey = await server.request({ method: "POST", url, key: server.testKey, account: "acme" });
    expect(byKey).toMatchObject({
      status: 201,
      body: { code: expect.stringMatching(/^.{5}-.{5}$/), expires_in: 600 },
    });
    expect((await server.request({ method: "POST", url, key: server.testKey })).status).toBe(400);
    expect((await server.request({ method: "POST", url })).status).toBe(401);
  });

  test("of which an account has at most ten at a time", async () => {
    const first = await createSignInCode(oauth);
    for (let times = 0; times < 10; times++) await createSignInCode(oauth);
    expect((await enter(first)).status).toBe(400);
  });
});

describe("a customer signs in at the product", () => {
  beforeAll(async () => {
    await settings({ sign_in_url: SIGN_IN });
  });
  afterAll(async () => {
    await settings({ sign_in_url: null });
  });

  test("whose backend identifies the customer; no token passes through the browser", async () => {
    const browser = openBrowser(oauth);
    const { url } = await begin(browser);
    expect(url.origin + url.pathname).toBe("https://product.test/assistants");
    expect(url.searchParams.get("plan")).toBe("a");
    const reply = await answer(url.searchParams.get("request"));
    expect(reply.status).toBe(200);
    const page = await browser.go(reply.body.return_url);
    expect(page.text).toContain("Allow Assistant (unverified) to use Test organization?");
    expect(page.url.search).toBe("");
    const left = await browser.submit(page, page.url.pathname, { decision: "allow" });
    expect(left.url.searchParams.get("code")).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test("whose return address works once, and only in the browser that was sent there", async () => {
    const browser = openBrowser(oauth);
    const { url } = await begin(browser);
    const { body } = await answer(url.searchParams.get("request"));
    const stranger = openBrowser(oauth);
    await begin(stranger);
    for (const other of [stranger, openBrowser(oauth)]) {
      const page = await other.go(body.return_url);
      expect(page).toMatchObject({ status: 400 });
      expect(page.text).toContain("This sign-in has ended");
    }
    const wrong = body.return_url.replace(/ticket=.*/, `ticket=${"x".repeat(43)}`);
    expect((await browser.go(wrong)).status).toBe(400);
    expect((await browser.go(body.return_url)).status).toBe(200);
    expect((await browser.go(body.return_url)).status).toBe(400);
  });

  test("knowing the request is not enough: only the browser that started it has the ticket", async () => {
    const browser = openBrowser(oauth);
    const { url } = await begin(browser);
    await answer(url.searchParams.get("request"));
    const path = /^[^.]+/.exec(url.searchParams.get("request") ?? "")?.[0];
    const back = await browser.go(`${oauth.issuer}/interaction/${path}`);
    expect(back.url.origin).toBe("https://product.test");
  });

  test("400: a forged, changed or expired request", async () => {
    const { url } = await begin(openBrowser(oauth));
    const request = url.searchParams.get("request") ?? "";
    const [uid, end, signature] = request.split(".");
    for (const bad of [
      "",
      "x",
      `${uid}.${end}`,
      `${uid}.zzzzzzzzz.${signature}`,
      `other.${end}.${signature}`,
    ])
      expect((await answer(bad)).status, bad).toBe(400);
    oauth.pass(901_000);
    expect(await answer(request)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("at most 15 minutes ago") },
    });
    oauth.pass(-901_000);
    expect((await answer(request)).status).toBe(200);
  });

  test("400: of another organization or environment, or for an unknown account", async () => {
    const { server } = oauth;
    const request = (await begin(openBrowser(oauth))).url.searchParams.get("request");
    const other = await server.organization();
    await server.account("acme", other.testKey);
    await server.account("acme", server.productionKey);
    for (const key of [other.testKey, other.productionKey, server.productionKey])
      expect((await answer(request, "acme", key)).status).toBe(400);
    expect(await answer(request, "nobody")).toMatchObject({
      status: 400,
      body: { error_code: "INVALID_LINKED_ACCOUNT_ID" },
    });
    const bySession = await server.request({
      method: "POST",
      url: "/api/v2/public/mcp-sign-in",
      token: oauth.token,
      body: { request, linked_account_id: "acme" },
    });
    expect(bySession.status).toBe(401);
  });
});
