import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyAccessToken } from "../../src/mcp/oauth/provider/access-token.ts";
import {
  buildAuthorizeUrl,
  createSignInCode,
  registerClient,
  requestToken,
  startTestOauth,
  type TestOauth,
} from "../../src/mcp/oauth/test-oauth.ts";
import { startLocalServer } from "../../src/platform/outbound/local-server.ts";
import { seriousFindings } from "./accessibility.ts";
import { describeInChromium } from "./chromium.ts";

let oauth: TestOauth;
let assistant: Awaited<ReturnType<typeof startLocalServer>>;
let redirect: string;
/** What the browser refused because of the content policy. */
let violations: string[];
beforeAll(async () => {
  oauth = await startTestOauth();
  assistant = await startLocalServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<title>Assistant</title>You can close this page.");
  });
  redirect = `${assistant.origin}/callback`;
  await oauth.server.request({
    method: "PUT",
    url: "/api/v2/public/mcp-settings",
    key: oauth.server.testKey,
    body: { product_name: "Harbor Desk" },
  });
});
afterAll(async () => {
  await assistant?.close();
  await oauth?.close();
});
beforeEach(() => {
  violations = [];
});

/** A server record with tools of several applications, and the address where its authorization begins. */
async function prepare(clientId: string) {
  const serverId = await oauth.makeServer({
    name: "Support",
    description: "Reads and answers the tickets of Harbor Desk, and keeps the team posted.",
    primary_color: "#0d7a5f",
    associated_apps: [
      { slug: "slack", actions: [{ id: "send_message" }, { id: "list_channels" }] },
      { slug: "hubspot", actions: [{ id: "a" }], workflows: [{ id: "w" }, { id: "v" }] },
    ],
  });
  const resource = oauth.resource.replace(oauth.serverId, serverId);
  return { serverId, ...buildAuthorizeUrl(oauth, clientId, { resource, redirect_uri: redirect }) };
}

function listen(page: Page): Page {
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return page;
}

describeInChromium("the pages on which a customer allows an assistant", (browser) => {
  const open = async (url: string, options: Parameters<ReturnType<typeof browser>["newContext"]>[0] = {}) => {
    const page = listen(await (await browser().newContext(options)).newPage());
    await page.goto(url);
    return page;
  };

  test("work without scripts on a small screen, up to the assistant's own page", async () => {
    const clientId = await registerClient(oauth, { redirect_uris: [redirect], client_name: "Claude Code" });
    const { serverId, url, verifier } = await prepare(clientId);
    const page = await open(url, { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    await page.getByLabel("One-time code").fill("00000-00000");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("alert").getByRole("link").click();
    await page.getByLabel("One-time code").fill(await createSignInCode(oauth, { serverId }));
    await page.getByLabel("One-time code").press("Enter");
    await page.getByRole("heading", { name: "Allow Claude Code (unverified) to use Harbor Desk?" }).waitFor();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.waitForURL(`${redirect}?**`);
    const code = new URL(page.url()).searchParams.get("code") ?? "";
    const fields = { grant_type: "authorization_code", client_id: clientId, code, code_verifier: verifier };
    const { body } = await requestToken(oauth, { ...fields, redirect_uri: redirect });
    expect(await verifyAccessToken(oauth.server.deps, body.access_token)).toMatchObject({ serverId });
    expect(violations).toEqual([]);
    await page.context().close();
  });

  test("a customer who cancels is sent back with a refusal", async () => {
    const { url } = await prepare(await registerClient(oauth, { redirect_uris: [redirect] }));
    const page = await open(url);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(`${redirect}?**`);
    expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
    expect(violations).toEqual([]);
    await page.context().close();
  });

  test("cannot be framed, are no wider than a small screen, and are accessible, in light and dark", async () => {
    const id = "https://claude.test/client.json";
    const name = "W".repeat(80);
    oauth.publish(id, { client_id: id, client_name: name, redirect_uris: [redirect] });
    for (const colorScheme of ["light", "dark"] as const) {
      const { serverId, url } = await prepare(id);
      const page = await open(url, { viewport: { width: 320, height: 640 }, colorScheme });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      expect(await seriousFindings(page)).toEqual(new Map());
      await page.getByLabel("One-time code").fill(await createSignInCode(oauth, { serverId }));
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("heading", { name: "Who is asking" }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      expect(await seriousFindings(page)).toEqual(new Map());
      await page.context().close();
    }
    expect(violations).toEqual([]);
    const { url } = await prepare(id);
    const outside = await open(redirect);
    await outside.setContent(`<iframe src="${url.replaceAll("&", "&amp;")}"></iframe>`);
    await expect.poll(() => violations.join()).toContain("frame-ancestors 'none'");
    await outside.context().close();
  });
});
