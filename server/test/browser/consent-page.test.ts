import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startThirdParty, type ThirdParty } from "../../../demo/third-party/third-party.ts";
import { createConnectLink } from "../../src/apps/connections/connect-link.ts";
import { findAccount } from "../../src/auth/guard.ts";
import { findFreeUrl } from "../free-port.ts";
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { seriousFindings } from "./accessibility.ts";
import { describeInChromium } from "./chromium.ts";
import { consent } from "./consent.ts";

const CONNECTORS = fileURLToPath(new URL("../../../demo/connectors", import.meta.url));
const CLIENT = { id: "shop", secret: "client-secret-of-the-shop" };

let thirdParty: ThirdParty;
let server: ListeningServer;
/** What the browser refused because of the content policy. */
let violations: string[];

beforeAll(async () => {
  const publicUrl = await findFreeUrl();
  const redirectUris = [`${publicUrl}/api/v1/ledgerly/callback`];
  thirdParty = await startThirdParty({ client: { ...CLIENT, redirectUris } });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: CLIENT.id,
    LEDGERLY_CLIENT_SECRET: CLIENT.secret,
  };
  server = await startListeningServer({
    publicUrl,
    connectorsDir: CONNECTORS,
    variable: (name) => variables[name],
  });
});
afterAll(async () => {
  await server?.close();
  await thirdParty?.close();
});
beforeEach(() => {
  violations = [];
});

async function integrate(accountId: string): Promise<string> {
  const token = await server.account(accountId);
  return (await server.request({ url: "/api/v1/ledgerly/integrate", token })).body.auth_url;
}

/** The product's own sign-in, on a different site than the server: signs everybody in as this account. */
async function startProduct(accountId: string): Promise<Server> {
  const product = createServer(async (request, reply) => {
    const asked = new URL(request.url ?? "/", "http://product").searchParams.get("request");
    const body = { request: asked, linked_account_id: accountId };
    const url = "/api/v2/public/mcp-sign-in";
    const answer = await server.request({ method: "POST", url, key: server.testKey, body });
    reply.writeHead(303, { location: answer.body.return_url }).end();
  });
  product.listen(0, "127.0.0.1");
  await once(product, "listening");
  const address = product.address();
  const sign_in_url = `http://localhost:${typeof address === "object" ? address?.port : ""}/assistants`;
  const url = "/api/v2/public/mcp-settings";
  await server.request({ method: "PUT", url, key: server.testKey, body: { sign_in_url } });
  return product;
}

/** A link as an agent receives it. */
async function agentLink(accountId: string, slug: string): Promise<string> {
  await server.account(accountId);
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (account === undefined) throw new Error("The account is missing.");
  const askedBy = { client: "Claude Code", server: "Support of Harbor Tools" };
  const scope = { ...server.test, account };
  return (await createConnectLink(server.deps, scope, { slug, askedBy, ttlMs: 3_600_000 })).url;
}

async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  context.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return context.newPage();
}

describeInChromium("the page at which a connect starts", (browser) => {
  test("continues with one click, without scripts; back and reload are harmless", async () => {
    const page = await open(browser(), { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    const url = await integrate("patient");
    await page.goto(url);
    await page.reload();
    await page.getByRole("button", { name: "Continue to Ledgerly" }).click();
    await page.getByLabel("Name").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Continue to Ledgerly" }).click();
    await consent(page);
    await page.getByText("Ledgerly is connected").first().waitFor();
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith("junctor_"))).toHaveLength(
      1,
    );
    await page.goto(url);
    await page.getByText("Thank you, that is all.").waitFor();
    expect(violations).toEqual([]);
    await page.context().close();
  });

  test("the provider's address opened in another browser connects nothing there", async () => {
    const attacker = await open(browser());
    await attacker.goto(await integrate("attacker"));
    const asked = attacker.waitForRequest((request) => request.url().includes("/oauth/authorize?"));
    await attacker.getByRole("button", { name: "Continue to Ledgerly" }).click();
    const address = (await asked).url();
    const victim = await open(browser());
    await victim.goto(address);
    await consent(victim);
    await victim.getByRole("heading", { name: "This connection was started in another browser" }).waitFor();
    const rows = await server.deps.db
      .selectFrom("connections as c")
      .innerJoin("linked_accounts as a", "a.id", "c.account_id")
      .select("c.id")
      .where("a.account_id", "=", "attacker")
      .execute();
    expect(rows).toEqual([]);
    await attacker.context().close();
    await victim.context().close();
  });

  test("an agent's link returns to its page, which confirms completion", async () => {
    const page = await open(browser());
    const url = await agentLink("agents", "ledgerly");
    await page.goto(url);
    await page.getByText("an AI agent that calls itself “Claude Code”").waitFor();
    await page.getByRole("button", { name: "Continue to Ledgerly" }).click();
    await consent(page);
    await page.getByText("Thank you, that is all.").waitFor();
    expect(page.url()).toContain(url);
    await page.context().close();
  });

  test("an agent's link goes through the product's sign-in on another site, and works only for its own user", async () => {
    const [own, other] = [await agentLink("signed", "ledgerly"), await agentLink("someone", "ledgerly")];
    const product = await startProduct("signed");
    const page = await open(browser());
    await page.goto(other);
    await page.getByRole("heading", { name: "This link is for another account" }).waitFor();
    await page.goto(own);
    expect(page.url()).toBe(own);
    await page.getByRole("button", { name: "Continue to Ledgerly" }).click();
    await consent(page);
    await page.getByText("Thank you, that is all.").waitFor();
    expect(violations).toEqual([]);
    await page.context().close();
    const url = "/api/v2/public/mcp-settings";
    await server.request({ method: "PUT", url, key: server.testKey, body: { sign_in_url: null } });
    product.close();
  });

  test("is not wider than a small screen and is accessible, in light and dark, whatever the account is called", async () => {
    const account = `${"W".repeat(120)}@example.com`;
    const urls = [
      await integrate(account),
      await agentLink(account, "stockroom"),
      `${server.baseUrl}/api/v1/ledgerly/callback?state=x`,
    ];
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open(browser(), { viewport: { width: 320, height: 640 }, colorScheme });
      for (const url of urls) {
        await page.goto(url);
        expect(await page.evaluate("document.documentElement.scrollWidth"), url).toBe(320);
        expect(await seriousFindings(page), url).toEqual(new Map());
      }
      await page.context().close();
    }
    expect(violations).toEqual([]);
  });
});
