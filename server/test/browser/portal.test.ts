import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startThirdParty, type ThirdParty } from "../../../demo/third-party/third-party.ts";
import { LANGUAGES } from "../../src/pages/words/languages.ts";
import { findFreeUrl } from "../free-port.ts";
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { seriousFindings } from "./accessibility.ts";
import { describeInChromium } from "./chromium.ts";
import { consent } from "./consent.ts";

const CONNECTORS = fileURLToPath(new URL("../../../demo/connectors", import.meta.url));
const CLIENT = { id: "shop", secret: "client-secret-of-the-shop" };
const RULE_FIELD = {
  id: "filter",
  name: "Which orders",
  field_type: "rule_engine",
  rule_columns: {
    lhs: { options: ["country", "total"] },
    rhs: {
      by_lhs: {
        country: {
          options: [
            { name: "Germany", value: "DE" },
            { name: "France", value: "FR" },
          ],
        },
      },
    },
  },
};
const MAPPING_FIELD = {
  id: "columns",
  name: "Columns",
  field_type: "map_v2",
  mapping: {
    lhs: { name: "Your fields", options: ["Email", "Full name"] },
    rhs: { name: "Fields in Stockroom", options: ["Name", "e_mail"] },
  },
};
const MOST_TABS = 40;

let thirdParty: ThirdParty;
let server: ListeningServer;
/** A page of the SaaS company that embeds the portal in a frame, and a stranger's page that tries to. */
let company: Server;
let stranger: Server;
/** What the browser refused because of the content policy. */
let violations: string[];

beforeAll(async () => {
  violations = [];
  company = await serveFrame();
  stranger = await serveFrame();
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
    corsOrigins: [originOf(company)],
  });
  const url = "/api/v2/public/application/stockroom/fields";
  const reply = await server.request({
    method: "PUT",
    url,
    key: server.testKey,
    body: { fields: [RULE_FIELD, MAPPING_FIELD] },
  });
  if (reply.status !== 200) throw new Error(reply.text);
});
afterAll(async () => {
  await server?.close();
  await thirdParty?.close();
  company?.close();
  stranger?.close();
});

/** Serves a page with a frame; its query has the frame's address. */
async function serveFrame(): Promise<Server> {
  const pages = createServer((request, reply) => {
    const src = new URL(request.url ?? "/", "http://pages").searchParams.get("src") ?? "";
    reply
      .setHeader("content-type", "text/html")
      .end(`<iframe src="${src}" width="800" height="600"></iframe>`);
  });
  pages.listen(0, "127.0.0.1");
  await once(pages, "listening");
  return pages;
}

function originOf(pages: Server): string {
  const address = pages.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

async function portalOf(accountId: string): Promise<string> {
  const token = await server.account(accountId);
  const body = { name: "Northwind Shop", color: "#0d7a5f" };
  const reply = await server.request({ method: "POST", url: "/api/v2/public/connect-url", token, body });
  return reply.body.hosted_url;
}

async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  context.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return context.newPage();
}

const FOCUSED = `(() => {
  const { labels, textContent } = document.activeElement ?? {};
  return (labels?.[0]?.textContent ?? textContent ?? "").trim();
})()`;

/** Moves by the Tab key to the element called `name`. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < MOST_TABS; count += 1) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(FOCUSED)) === name) return;
  }
  throw new Error(`The Tab key does not reach "${name}".`);
}

/** Presses Enter, which opens another page. */
async function enter(page: Page): Promise<void> {
  const loaded = page.waitForEvent("load");
  await page.keyboard.press("Enter");
  await loaded;
}

describeInChromium("the hosted portal", (browser) => {
  test("a customer connects by OAuth2 and by key with the keyboard only, on a small screen, without scripts", async () => {
    const page = await open(browser(), { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    const url = await portalOf("keyboard");
    await page.goto(url);
    await tabTo(page, "Ledgerly");
    await enter(page);
    await tabTo(page, "Continue to Ledgerly");
    await enter(page);
    await page.waitForURL((address) => address.origin === new URL(thirdParty.url).origin);
    await consent(page);
    await page.waitForURL(/outcome=connected$/);
    expect(await page.getByRole("status").textContent()).toContain("Ledgerly is connected");
    expect(page.url()).toContain(url);

    await tabTo(page, "← All applications");
    await enter(page);
    await tabTo(page, "Stockroom");
    await enter(page);
    await tabTo(page, "Stockroom key");
    await page.keyboard.type("a-wrong-key");
    await enter(page);
    expect(await page.getByRole("alert").textContent()).toContain("does not accept these credentials");
    await tabTo(page, "Stockroom key");
    await page.keyboard.type(thirdParty.stockroomKey);
    await enter(page);
    await page.getByText("Connected as harbor-tools").waitFor();
    expect(violations).toEqual([]);
    await page.context().close();
  });

  test.each([true, false])(
    "a customer builds a rule with a group and a mapping, with scripts: %s",
    async (javaScriptEnabled) => {
      const viewport = { width: 320, height: 740 };
      const page = await open(browser(), { javaScriptEnabled, viewport });
      await page.goto(`${await portalOf(`rule-${javaScriptEnabled}`)}/apps/stockroom`);
      const click = async (name: string) => {
        const loaded = page.waitForEvent("load");
        await page.getByRole("button", { name, exact: true }).first().click();
        await loaded;
      };
      await page.getByLabel("Stockroom key").fill(thirdParty.stockroomKey);
      // With scripts the form changes in place, and its choices follow without a button.
      const edit = async (name: string) => {
        if (!javaScriptEnabled) return click(name);
        if (name === "Update choices")
          return expect(page.getByRole("button", { name }).isVisible()).resolves.toBe(false);
        return page.getByRole("button", { name, exact: true }).first().click();
      };
      await click("Connect");
      await edit("Add condition");
      await page.getByLabel("Condition 1: Field").selectOption("country");
      await edit("Update choices");
      await page.getByLabel("Condition 1: Operator").selectOption({ label: "is one of" });
      await edit("Update choices");
      await page.getByLabel("Germany").check();
      await edit("Add group");
      await page.getByLabel("Condition 2.1: Field").selectOption("total");
      await page.getByLabel("Condition 2.1: Operator").selectOption({ label: "is at least" });
      await page.getByLabel("Condition 2.1: Value").fill("100");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      // axe-core needs timers, which a page without scripts lacks; both get the same page.
      if (javaScriptEnabled) expect(await seriousFindings(page)).toEqual(new Map());
      expect(await page.getByLabel("Email").inputValue()).toBe("e_mail");
      await page.getByLabel("Full name").selectOption("Name");
      // Enter saves: it must not press one of the rule's own buttons.
      const saved = page.waitForURL(/saved=all/);
      await page.getByLabel("Condition 2.1: Value").press("Enter");
      await saved;
      expect(await page.getByLabel("Condition 2.1: Value").inputValue()).toBe("100");
      expect(await page.getByLabel("Germany").isChecked()).toBe(true);
      expect(await page.getByLabel("Full name").inputValue()).toBe("Name");
      expect(violations).toEqual([]);
      await page.context().close();
    },
  );

  test("no page is wider than a small screen or inaccessible, in light and dark", async () => {
    const url = await portalOf("keyboard");
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open(browser(), { viewport: { width: 320, height: 640 }, colorScheme });
      for (const path of ["", "/apps/stockroom", "/apps/ledgerly", "/apps/ledgerly/disconnect", "/nothing"]) {
        await page.goto(url + path);
        expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(320);
        expect(await seriousFindings(page), path).toEqual(new Map());
      }
      await page.context().close();
    }
    expect(violations).toEqual([]);
  });

  test("no language is too long for a small screen, and none is cut off from right to left", async () => {
    const page = await open(browser(), { viewport: { width: 320, height: 640 } });
    const url = await portalOf("keyboard");
    for (const path of ["", "/apps/stockroom", "/apps/ledgerly", "/apps/ledgerly/disconnect", "/nothing"]) {
      for (const language of LANGUAGES) {
        await page.goto(`${url}${path}?lang=${language}`);
        expect(await page.evaluate("document.documentElement.scrollWidth"), path + language).toBe(320);
        expect(await page.locator("html").getAttribute("lang")).toBe(language);
      }
      expect(await seriousFindings(page), path).toEqual(new Map());
      await page.evaluate("document.documentElement.dir = 'rtl'");
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(320);
      // Nothing begins left of the screen, because nobody could scroll there.
      const beyond = `[...document.querySelectorAll("main *")].filter((one) => {
        const { left, width } = one.getBoundingClientRect();
        return width > 1 && left < 0;
      }).length`;
      expect(await page.evaluate(beyond), path).toBe(0);
    }
    expect(violations).toEqual([]);
    await page.context().close();
  });

  test("in the company's frame, consent opens a separate window, and the frame shows its outcome", async () => {
    const page = await open(browser());
    const url = await portalOf("framed");
    await page.goto(`${originOf(company)}/?src=${encodeURIComponent(`${url}/apps/ledgerly`)}`);
    const frame = page.frameLocator("iframe");
    const opened = page.waitForEvent("popup");
    await frame.getByRole("button", { name: "Continue to Ledgerly" }).click();
    const popup = await opened;
    const closed = popup.waitForEvent("close");
    await consent(popup);
    await closed;
    // Headless windows neither lose nor get the focus, so the event is dispatched by hand.
    await page.frames()[1]?.evaluate("dispatchEvent(new Event('focus'))");
    await frame.getByText("Connected as northwind-books").waitFor();
    expect(violations).toEqual([]);
    await page.context().close();
  });

  test("another site's page cannot frame it", async () => {
    const page = await open(browser());
    const url = await portalOf("framed");
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
    await page.goto(`${originOf(stranger)}/?src=${encodeURIComponent(url)}`);
    await refused;
    expect(await page.frameLocator("iframe").getByRole("heading").count()).toBe(0);
    await page.context().close();
  });
});
