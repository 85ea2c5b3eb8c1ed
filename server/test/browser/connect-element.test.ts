import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startThirdParty, type ThirdParty } from "../../../demo/third-party.ts";
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { findFreeUrl } from "../spec/spec-server.ts";
import { allFindings } from "./accessibility.ts";
import { describeInChromium } from "./chromium.ts";
import { consent } from "./consent.ts";

const CONNECTORS = fileURLToPath(new URL("../../../demo/connectors", import.meta.url));
const CLIENT = { id: "shop", secret: "client-secret-of-the-shop" };
const UNKNOWN_TOKEN = "a".repeat(43);
const HOSTILE = `
* { transform: rotate(9deg) !important; opacity: .1 !important; font: 3px fantasy !important; color: red !important }
html, head, body, main, h1 { transform: none !important; opacity: 1 !important; color: #000 !important }
iframe { display: none !important; height: 1px !important }
junctor-connect { display: none !important; position: absolute !important; left: -9999px !important; width: 10px !important;
  visibility: hidden !important; max-height: 1px !important; overflow: hidden !important; filter: blur(9px) !important }`;
// The product's own listeners, before anything of the page runs.
const LISTEN = `window.heard = [];
  for (const name of ["connected", "disconnected", "configured", "error", "token-needed"])
    document.addEventListener(name, ({ target, detail }) => {
      if (target.localName === "junctor-connect") heard.push([name, detail?.slug ?? detail?.code ?? null].join(" "));
    }, true);`;

let thirdParty: ThirdParty;
let server: ListeningServer;
/** The product, which allows Junctor in script-src and frame-src and nobody else anything. */
let product: Server;
/** One that the organization does not name. */
let stranger: Server;

beforeAll(async () => {
  const publicUrl = await findFreeUrl();
  const redirectUris = [`${publicUrl}/api/v1/ledgerly/callback`];
  thirdParty = await startThirdParty({ client: { ...CLIENT, redirectUris } });
  product = await serveProduct(publicUrl);
  stranger = await serveProduct(publicUrl);
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
  const frame_origins = [originOf(product)];
  const organization = {
    method: "PUT",
    url: "/api/v2/public/organization",
    body: { frame_origins },
  } as const;
  await server.request({ ...organization, key: server.productionKey });
  const url = "/api/v2/public/workflow";
  const body = { name: "Offered", slug: "stockroom" };
  const made = await server.request({ method: "POST", url, key: server.testKey, body });
  const published = {
    method: "PUT",
    url: `${url}/${made.body._id}/publish`,
    body: { published: true },
  } as const;
  expect((await server.request({ ...published, key: server.testKey })).status).toBe(200);
});
afterAll(async () => {
  await server?.close();
  await thirdParty?.close();
  product?.close();
  stranger?.close();
});

/** Serves a page with elements of the attributes in its query, under hostile styles and a strict policy. */
async function serveProduct(junctor: string): Promise<Server> {
  const pages = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://pages");
    if (pathname === "/hostile.css") {
      reply.setHeader("content-type", "text/css").end(HOSTILE);
      return;
    }
    const elements = searchParams
      .getAll("element")
      .map((attributes) => `<junctor-connect ${attributes}></junctor-connect>`);
    reply
      .setHeader("content-type", "text/html; charset=utf-8")
      .setHeader(
        "content-security-policy",
        `default-src 'none'; style-src 'self'; script-src ${junctor}; frame-src ${junctor}; img-src data:; base-uri 'none'`,
      )
      .end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
        <link rel="stylesheet" href="/hostile.css"><link rel="icon" href="data:,">
        <main><h1>Shop</h1>${elements.join("")}</main>
        <script type="module" src="${junctor}/portal/connect.js"></script></html>`);
  });
  pages.listen(0, "127.0.0.1");
  await once(pages, "listening");
  return pages;
}

function originOf(pages: Server): string {
  const address = pages.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

async function tokenOf(accountId: string): Promise<string> {
  const token = await server.account(accountId);
  const url = "/api/v2/public/connect-url";
  const { body } = await server.request({ method: "POST", url, token, body: { name: "Northwind Shop" } });
  expect(body.hosted_url).toBe(`${server.baseUrl}/connect/${body.token}`);
  return body.token;
}

const addressOf = (pages: Server, ...elements: string[]) =>
  `${originOf(pages)}/?${new URLSearchParams(elements.map((attributes) => ["element", attributes]))}`;

async function open(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  const complaints: string[] = [];
  context.on("console", (message) => {
    // The provider's own pages are not ours.
    const isOurs = !message.location().url.startsWith(thirdParty.url);
    if (isOurs && ["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  await context.addInitScript(LISTEN);
  const page = await context.newPage();
  return { context, page, complaints, frame: page.frameLocator("junctor-connect iframe") };
}

const heard = (page: Page) => page.evaluate<string[]>("heard");
const hears = (page: Page, events: string[]) =>
  expect.poll(() => heard(page), { timeout: 30_000 }).toEqual(events);

/** Whether the frame is as high as its page, and nothing is wider than the window. */
async function fits(page: Page): Promise<void> {
  const inner = page.frames()[1];
  const outerHeight = () =>
    page.evaluate<number>(
      "document.querySelector('junctor-connect').shadowRoot.querySelector('iframe').clientHeight",
    );
  const innerHeight = () =>
    inner?.evaluate<number>("Math.ceil(document.documentElement.getBoundingClientRect().height)");
  await expect.poll(async () => (await outerHeight()) - Math.max((await innerHeight()) ?? 0, 384)).toBe(0);
  for (const frame of page.frames())
    expect(await frame.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
}

/** Whether axe-core finds nothing, in the page and in its frame. */
async function isAccessible(page: Page, complaints: string[]): Promise<void> {
  expect(complaints).toEqual([]);
  for (const frame of page.frames()) expect(await allFindings(frame)).toEqual(new Map());
  // It speaks to frames of other origins, where it is not, and the browser says so.
  complaints.length = 0;
}

async function openApplication(frame: FrameLocator, name: string): Promise<void> {
  await frame.getByRole("link", { name, exact: true }).click();
  await frame.getByRole("heading", { level: 1, name }).waitFor();
}

describeInChromium(
  "<junctor-connect> on a page of another origin, with hostile styles and a strict policy",
  (browser) => {
    test("a customer connects by key, sets up and disconnects, in German at 320 px, in the product's look", async () => {
      const { context, page, complaints, frame } = await open(browser(), {
        viewport: { width: 320, height: 640 },
      });
      const look = 'lang="de" accent="#0d7a5f" radius="4" font="Georgia, serif" scheme="dark"';
      await page.goto(addressOf(product, `token="${await tokenOf("key")}" ${look}`));
      await frame.getByRole("link", { name: "Stockroom" }).waitFor();
      await fits(page);
      const inner = page.frames()[1];
      expect(await inner?.evaluate("document.documentElement.lang")).toBe("de");
      const shape = `(({ fontFamily }, { borderRadius }, { colorScheme }) => ({ fontFamily, borderRadius, colorScheme }))(
      ...["body", ".app", "html"].map((name) => getComputedStyle(document.querySelector(name))))`;
      expect(await inner?.evaluate(shape)).toMatchObject({
        ...{ fontFamily: expect.stringMatching(/^Georgia, serif/), borderRadius: "4px", colorScheme: "dark" },
      });
      await isAccessible(page, complaints);

      await openApplication(frame, "Stockroom");
      await frame.getByLabel("Stockroom key").fill(thirdParty.stockroomKey);
      await frame.getByRole("button", { name: "Verbinden" }).click();
      await hears(page, ["connected stockroom"]);
      await frame.getByRole("switch").check();
      await frame.getByRole("button", { name: "Speichern" }).click();
      await hears(page, ["connected stockroom", "configured stockroom"]);
      await fits(page);
      await isAccessible(page, complaints);
      await frame.getByRole("link", { name: "Trennen" }).click();
      await frame.getByRole("button", { name: /trennen/i }).click();
      await hears(page, ["connected stockroom", "configured stockroom", "disconnected stockroom"]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test("OAuth2 has a window from the click, which closes by itself", async () => {
      const { context, page, complaints, frame } = await open(browser());
      await page.goto(addressOf(product, `token="${await tokenOf("window")}" application="ledgerly"`));
      const opened = page.waitForEvent("popup");
      await frame.getByRole("button", { name: "Continue to Ledgerly" }).click();
      const popup = await opened;
      const closed = popup.waitForEvent("close");
      await consent(popup);
      await closed;
      await frame.getByText("Connected as northwind-books").waitFor();
      await hears(page, ["connected ledgerly"]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test("where windows are blocked, the page goes to the portal and comes back, in Japanese", async () => {
      const { context, page, complaints, frame } = await open(browser());
      await context.addInitScript("window.open = () => null");
      const address = addressOf(
        product,
        `token="${await tokenOf("blocked")}" application="ledgerly" lang="ja"`,
      );
      await page.goto(address);
      await frame.getByRole("button", { name: /Ledgerly/ }).click();
      await page.waitForURL(/\/connect\/[^/]+\/apps\/ledgerly\?/);
      await page.getByRole("button", { name: /Ledgerly/ }).click();
      await consent(page);
      await page.waitForURL(/outcome=connected/);
      await page.getByRole("link", { name: /に戻る$/ }).click();
      await page.waitForURL(address);
      await hears(page, ["connected ledgerly"]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test("several stand on one page; one may go and come back, and a token that has ended is replaced", async () => {
      const { context, page, complaints } = await open(browser());
      const [first, second] = [await tokenOf("first"), await tokenOf("second")];
      await page.goto(
        addressOf(product, `token="${first}" id="a"`, `token="${second}" id="b" application="stockroom"`),
      );
      const [a, b] = [page.frameLocator("#a iframe"), page.frameLocator("#b iframe")];
      await a.getByRole("link", { name: "Stockroom" }).waitFor();
      await b.getByLabel("Stockroom key").fill(thirdParty.stockroomKey);
      await b.getByRole("button", { name: "Connect" }).click();
      await hears(page, ["connected stockroom"]);

      await page.evaluate("window.kept = document.querySelector('#a'); kept.remove()");
      await page.evaluate("document.querySelector('main').append(kept)");
      await a.getByRole("link", { name: "Stockroom" }).waitFor();

      await page.evaluate(`kept.setAttribute("token", "${UNKNOWN_TOKEN}")`);
      const ended = ["connected stockroom", "error TOKEN_ENDED", "token-needed "];
      await hears(page, ended);
      await page.evaluate(`kept.removeAttribute("token")`);
      await hears(page, [...ended, "error TOKEN_MISSING", "token-needed "]);
      await page.evaluate(`kept.setAttribute("token", "${first}")`);
      await a.getByRole("link", { name: "Stockroom" }).waitFor();
      // The browser itself says that the page of the ended link was answered with 410.
      expect(complaints.filter((text) => !text.includes("410"))).toEqual([]);
      await context.close();
    });

    test("on a page of an origin that the organization does not name, it shows nothing and says so", async () => {
      const { context, page } = await open(browser());
      await page.goto(addressOf(stranger, `token="${await tokenOf("strange")}"`));
      await hears(page, ["error NO_ANSWER"]);
      expect(await page.frameLocator("junctor-connect iframe").getByRole("link").count()).toBe(0);
      await context.close();
    });
  },
);
