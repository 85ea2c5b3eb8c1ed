import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser, type Shown, type TestBrowser } from "../../../test/test-browser.ts";
import { buildThingsDefinition, startThingsApi, type ThingsApi } from "../../apps/catalog/test-things-api.ts";
import { type McpTestServer, startMcpTestServer } from "../test-mcp-server.ts";

const SIGN_IN = "https://product.test/assistants?plan=a";
let server: McpTestServer;
let api: ThingsApi;
let record: string;

beforeAll(async () => {
  api = await startThingsApi();
  server = await startMcpTestServer();
  await server.account("acme");
  const body = buildThingsDefinition("things", api.url);
  const url = "/api/v2/public/application";
  await server.request({ method: "POST", url, key: server.testKey, body });
  const actions = [{ id: "list_things" }];
  record = await server.record({ name: "Support", associated_apps: [{ slug: "things", actions }] });
});
afterAll(async () => {
  await server.close();
  await api.close();
});
beforeEach(async () => {
  await settings({ sign_in_url: SIGN_IN, product_name: "Harbor Desk" });
});

const browser = () => openBrowser({ issuer: server.baseUrl });

function settings(body: object) {
  const url = "/api/v2/public/mcp-settings";
  return server.request({ method: "PUT", url, key: server.testKey, body });
}

/** The link that the account's agent is given when it calls a tool of an application that is not connected. */
async function linkOf(accountId: string): Promise<string> {
  const token = await server.account(accountId);
  const client = await server.connect(record, token, { capabilities: { elicitation: { url: {} } } });
  const call = { name: "things_list_things_action", arguments: {} };
  const asked = await client.callTool(call, { allowInputRequired: true });
  return (asked as unknown as { inputRequests: { connect: { params: { url: string } } } }).inputRequests
    .connect.params.url;
}

/** The product's backend says who its user is. */
function answer({ url }: Shown, accountId: string, key = server.testKey) {
  const body = { request: url.searchParams.get("request") ?? "", linked_account_id: accountId };
  return server.request({ method: "POST", url: "/api/v2/public/mcp-sign-in", key, body });
}

/** Opens the link and signs in at the product as this account. */
async function signIn(visitor: TestBrowser, url: string, accountId: string): Promise<Shown> {
  const { body } = await answer(await visitor.go(url), accountId);
  return visitor.go(body.return_url);
}

function sendKey(visitor: TestBrowser, page: Shown, url: string): Promise<Shown> {
  return visitor.submit(page, `${new URL(url).pathname}/apps/things/connect`, { "field.key": "good" });
}

async function isConnected(accountId: string): Promise<boolean> {
  const token = await server.account(accountId);
  const { body } = await server.request({ url: "/api/v2/f-sdk/application/things", token });
  return body.connected;
}

describe("a link from an agent's call, if the product signs its users in", () => {
  test("asks the visitor to sign in, then shows who is asking and for whom, and connects", async () => {
    const url = await linkOf("user");
    const visitor = browser();
    const sent = await visitor.go(url);
    expect(sent.url.href).toContain(`${SIGN_IN}&request=`);
    expect((sent.url.searchParams.get("request") ?? "").length).toBeLessThanOrEqual(500);
    expect(sent.url.href).not.toContain(new URL(url).pathname.split("/").at(-1));
    const page = await signIn(visitor, url, "user");
    expect(page.url.href).toBe(url);
    expect(page.text).toContain("an AI agent that calls itself “<bdi>test-agent</bdi>”");
    expect(page.text).toContain("<bdi>Support</bdi>");
    expect(page.text).toContain("<dt>Company</dt><dd><bdi>Harbor Desk</bdi></dd>");
    expect(page.text).toContain("<dt>Account</dt><dd><bdi>user</bdi>");
    const done = await sendKey(visitor, page, url);
    expect(done.text).toContain("Thank you, that is all.");
    expect(await isConnected("user")).toBe(true);
  });

  test("connects nothing for another visitor", async () => {
    await server.account("victim");
    const url = await linkOf("attacker");
    const victim = browser();
    const page = await signIn(victim, url, "victim");
    expect(page.status).toBe(403);
    expect(page.text).toContain("This link is for another account");
    expect((await victim.go(url)).url.origin).toBe("https://product.test");
    const attacker = browser();
    const own = await signIn(attacker, url, "attacker");
    const forced = await sendKey(victim, own, url);
    expect(forced.status).toBe(403);
    expect(forced.text).toContain("Sign in again");
    expect([await isConnected("attacker"), await isConnected("victim")]).toEqual([false, false]);
  });

  test("a sign-in is valid only in the browser that started it, and for its own link", async () => {
    const [first, second] = [await linkOf("browsers"), await linkOf("browsers")];
    const attacker = browser();
    const { body } = await answer(await attacker.go(first), "browsers");
    const victim = browser();
    expect((await victim.go(body.return_url)).text).toContain("This sign-in has ended");
    await victim.go(first);
    expect((await victim.go(body.return_url)).text).toContain("This sign-in has ended");
    const signedIn = await attacker.go(body.return_url);
    expect(signedIn.text).toContain("Connect Things");
    expect((await attacker.go(second)).url.origin).toBe("https://product.test");
    const other = new URL((await answer(await attacker.go(second), "browsers")).body.return_url);
    other.searchParams.set("ticket", new URL(body.return_url).searchParams.get("ticket") ?? "");
    expect((await attacker.go(other.href)).text).toContain("This sign-in has ended");
  });

  test("400: a changed request, or one of another environment or organization", async () => {
    const sent = await browser().go(await linkOf("strict"));
    await server.account("strict", server.productionKey);
    const stranger = await server.organization();
    await server.account("strict", stranger.testKey);
    for (const key of [server.productionKey, stranger.testKey])
      expect((await answer(sent, "strict", key)).status).toBe(400);
    const request = sent.url.searchParams.get("request") ?? "";
    for (const changed of [request.slice(0, -1), request.replace("link-", "link-0"), `${request}x`]) {
      const url = new URL(sent.url);
      url.searchParams.set("request", changed);
      expect((await answer({ ...sent, url }, "strict")).status).toBe(400);
    }
    expect((await answer(sent, "strict")).status).toBe(200);
  });

  test("opening the link, as previews do, does not use it up", async () => {
    const url = await linkOf("previews");
    await browser().go(url);
    expect((await fetch(url, { method: "HEAD", redirect: "manual" })).status).toBe(303);
    const visitor = browser();
    await signIn(visitor, url, "previews");
    const page = await visitor.go(url);
    expect((await sendKey(visitor, page, url)).text).toContain("Thank you, that is all.");
  });
});

test("without a sign-in address the page shows who is asking and for whom, and connects", async () => {
  await settings({ sign_in_url: null, product_name: null });
  const url = await linkOf("unsigned");
  const visitor = browser();
  const page = await visitor.go(url);
  expect(page.text).toContain("test-agent");
  expect(page.text).toContain("<dt>Company</dt><dd><bdi>Test organization</bdi></dd>");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect((await sendKey(visitor, page, url)).text).toContain("Thank you, that is all.");
  expect(await isConnected("unsigned")).toBe(true);
});

test("portal links and reconnect links need no sign-in", async () => {
  const token = await server.account("portal");
  const portal = await server.request({ method: "POST", url: "/api/v2/public/connect-url", token, body: {} });
  expect((await browser().go(portal.body.hosted_url)).status).toBe(200);
  const url = "/api/v2/public/linked-account/integration/things/reconnect-link";
  const reconnect = await server.request({ method: "POST", url, token });
  expect((await browser().go(reconnect.body.reconnect_url)).status).toBe(200);
});
