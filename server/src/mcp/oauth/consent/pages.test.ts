import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { forAllTests } from "../../../../test/for-all-tests.ts";
import { openBrowser, type TestBrowser } from "../../../../test/test-browser.ts";
import { HOSTILE } from "../../../portal/test-portal.ts";
import {
  buildAuthorizeUrl,
  createSignInCode,
  openConsentPage,
  registerClient,
  startTestOauth,
} from "../test-oauth.ts";

const oauth = forAllTests(startTestOauth);
let clientId: string;
beforeAll(async () => {
  clientId = await registerClient(oauth);
});

const begin = (browser: TestBrowser) => browser.go(buildAuthorizeUrl(oauth, clientId).url);

function settings(body: object) {
  const url = "/api/v2/public/mcp-settings";
  return oauth.server.request({ method: "PUT", url, key: oauth.server.testKey, body });
}

describe("the consent pages", () => {
  afterEach(async () => {
    await settings({ product_name: null, logo: null });
  });

  const consent = (browser = openBrowser(oauth)) =>
    openConsentPage(oauth, buildAuthorizeUrl(oauth, clientId).url, { browser });

  test("have the product's branding, and say what the assistant will be able to do", async () => {
    await settings({ product_name: `Desk ${HOSTILE}`, logo: "https://cdn.product.test/logo.png" });
    const serverId = await oauth.makeServer({
      name: `Tickets ${HOSTILE}`,
      description: `Answers ${HOSTILE}`,
      associated_apps: [
        {
          slug: "slack",
          actions: [{ id: "send_message" }, { id: "delete_message", policy: "deny" }],
          workflows: [{ id: "a" }, { id: "b" }],
        },
        { slug: "github", actions: [{ id: "create_issue", policy: "deny" }] },
        { slug: HOSTILE, actions: [{ id: "x" }] },
      ],
    });
    const resource = oauth.resource.replace(oauth.serverId, serverId);
    const browser = openBrowser(oauth);
    const first = await browser.go(buildAuthorizeUrl(oauth, clientId, { resource }).url);
    const code = await createSignInCode(oauth, { serverId });
    const page = await browser.submit(first, `${first.url.pathname}/code`, { code });
    for (const { text, headers } of [first, page]) {
      expect(text).toContain('<img src="https://cdn.product.test/logo.png"');
      expect(text).not.toContain("<script");
      expect(text).not.toContain("<img src=x");
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(
        /default-src 'none'; style-src 'nonce-[^']+'; font-src 'self'; img-src data: https:\/\/cdn.product.test; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("same-origin");
    }
    expect(page.text).toContain("<strong>Slack</strong>: 1 action, 2 workflows");
    expect(page.text).not.toContain("<strong>GitHub</strong>");
    expect(page.text).toContain("It can also read your recent executions");
  });

  test("accept no form from elsewhere", async () => {
    const browser = openBrowser(oauth);
    const page = await consent(browser);
    const path = page.url.pathname;
    const fields = { decision: "allow" };
    const strange = [
      await browser.submit(page, path, fields, { "sec-fetch-site": "cross-site" }),
      await browser.submit(page, path, fields, { "sec-fetch-site": "same-site" }),
      await browser.submit(page, path, fields, { origin: "https://evil.test" }),
      await browser.submit(page, path, { ...fields, form: "x" }),
      await browser.submit({ ...page, text: "" }, path, fields),
    ];
    for (const { status, text } of strange) {
      expect(status).toBe(403);
      expect(text).toContain("This form was sent from another page");
    }
    const other = openBrowser(oauth);
    expect(await other.submit(page, path, fields)).toMatchObject({ status: 400 });
    expect((await browser.submit(page, path, fields)).url.searchParams.get("code")).not.toBeNull();
    expect((await browser.submit(page, path, fields)).status).toBe(400);
  });

  test("accept no answer for another account than they named", async () => {
    const browser = openBrowser(oauth);
    const first = await begin(browser);
    const action = `${first.url.pathname}/code`;
    const page = await browser.submit(first, action, { code: await createSignInCode(oauth) });
    const other = await createSignInCode(oauth, { token: await oauth.server.account("neighbor") });
    const form = /name="form" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    await browser.submit(first, action, { code: other, form });
    const now = await browser.go(page.url.href);
    expect(now.text).toContain("Account: neighbor");
    expect((await browser.submit(page, page.url.pathname, { decision: "allow" })).status).toBe(403);
  });

  test("need a sign-in before anything can be allowed", async () => {
    const browser = openBrowser(oauth);
    const page = await begin(browser);
    const form = { ...page, text: page.text.replaceAll(`${page.url.pathname}/code`, page.url.pathname) };
    const left = await browser.submit(form, page.url.pathname, { decision: "allow" });
    expect(left.url.searchParams.get("error")).toBe("access_denied");
    expect(left.url.searchParams.get("code")).toBeNull();
  });

  test("expire after half an hour, and with their server", async () => {
    const browser = openBrowser(oauth);
    const page = await begin(browser);
    oauth.pass(1_800_001);
    expect((await browser.go(page.url.href)).text).toContain("This sign-in has ended");
    oauth.pass(-1_800_001);
    expect((await browser.go(page.url.href)).status).toBe(200);
    const serverId = await oauth.makeServer();
    const resource = oauth.resource.replace(oauth.serverId, serverId);
    const other = await browser.go(buildAuthorizeUrl(oauth, clientId, { resource }).url);
    await oauth.server.request({
      method: "DELETE",
      url: `/api/v2/public/mcp-servers/${serverId}`,
      key: oauth.server.testKey,
      account: "acme",
    });
    expect((await browser.go(other.url.href)).text).toContain("This sign-in has ended");
  });

  test("are independent: two sign-ins in one browser do not mix", async () => {
    const browser = openBrowser(oauth);
    const [first, second] = [await begin(browser), await begin(browser)];
    const one = await browser.submit(first, `${first.url.pathname}/code`, {
      code: await createSignInCode(oauth),
    });
    expect(one.text).toContain("Allow Assistant (unverified)");
    expect((await browser.go(second.url.href)).text).toContain("One-time code");
    const left = await browser.submit(one, one.url.pathname, { decision: "allow" });
    expect(left.url.searchParams.get("code")).not.toBeNull();
  });
});
