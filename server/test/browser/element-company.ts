import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import { startThirdParty, type ThirdParty } from "../../../demo/third-party/third-party.ts";
import { findFreeUrl } from "../free-port.ts";
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { allFindings } from "./accessibility.ts";

const CONNECTORS = fileURLToPath(new URL("../../../demo/connectors", import.meta.url));
const CLIENT = { id: "shop", secret: "client-secret-of-the-shop" };
const HOSTILE = `
* { transform: rotate(9deg) !important; opacity: .1 !important; font: 3px fantasy !important; color: red !important }
html, head, body, main, h1 { transform: none !important; opacity: 1 !important; color: #000 !important }
iframe { display: none !important; height: 1px !important }
junctor-connect { display: none !important; position: absolute !important; left: -9999px !important; width: 10px !important;
  visibility: hidden !important; max-height: 1px !important; overflow: hidden !important; filter: blur(9px) !important }
#styled { --junctor-radius: 6; --junctor-font: Georgia, serif; --junctor-scheme: dark }
.day #styled { --junctor-scheme: light; --junctor-background: #fffdf8 }`;
// The product's own listeners, added before the page runs anything.
const LISTEN = `window.heard = [];
  for (const name of ["connected", "disconnected", "configured", "error", "token-needed"])
    document.addEventListener(name, ({ target, detail }) => {
      if (target.localName === "junctor-connect") heard.push([name, detail?.slug ?? detail?.code ?? null].join(" "));
    }, true);`;

/** A company whose product shows `<junctor-connect>` on its own page. */
export interface ElementCompany {
  readonly thirdParty: ThirdParty;
  readonly server: ListeningServer;
  /** The product, whose policy allows only Junctor in script-src and frame-src. */
  readonly product: Server;
  /** A site that the organization does not name. */
  readonly stranger: Server;
  /** The token of a portal link of an account. */
  tokenOf(accountId: string): Promise<string>;
  /** Opens a page in a browser that records its own complaints and the element's events. */
  open(browser: Browser, options?: BrowserContextOptions): Promise<Opened>;
  close(): Promise<void>;
}

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
  readonly frame: FrameLocator;
}

/** Starts a server with two applications, Ledgerly and Stockroom; customers are offered Stockroom. */
export async function startElementCompany(): Promise<ElementCompany> {
  const publicUrl = await findFreeUrl();
  const redirectUris = [`${publicUrl}/api/v1/ledgerly/callback`];
  const thirdParty = await startThirdParty({ client: { ...CLIENT, redirectUris } });
  const product = await serveProduct(publicUrl);
  const stranger = await serveProduct(publicUrl);
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: CLIENT.id,
    LEDGERLY_CLIENT_SECRET: CLIENT.secret,
  };
  const server = await startListeningServer({
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
  return {
    thirdParty,
    server,
    product,
    stranger,
    async tokenOf(accountId) {
      const token = await server.account(accountId);
      const connectUrl = "/api/v2/public/connect-url";
      const name = { name: "Northwind Shop" };
      const reply = await server.request({ method: "POST", url: connectUrl, token, body: name });
      expect(reply.body.hosted_url).toBe(`${server.baseUrl}/connect/${reply.body.token}`);
      return reply.body.token;
    },
    open: (browser, options) => open(browser, thirdParty, options),
    async close() {
      await server.close();
      await thirdParty.close();
      product.close();
      stranger.close();
    },
  };
}

/** Serves a page whose query sets the attributes of its elements, under hostile styles and a strict policy. */
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

/** The address of the page with elements that have these attributes. */
export const addressOf = (pages: Server, ...elements: string[]) =>
  `${originOf(pages)}/?${new URLSearchParams(elements.map((attributes) => ["element", attributes]))}`;

async function open(browser: Browser, thirdParty: ThirdParty, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  const complaints: string[] = [];
  context.on("console", (message) => {
    // The provider's own pages are not ours to check.
    const isOurs = !message.location().url.startsWith(thirdParty.url);
    if (isOurs && ["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  await context.addInitScript(LISTEN);
  const page = await context.newPage();
  return { context, page, complaints, frame: page.frameLocator("junctor-connect iframe") };
}

const heard = (page: Page) => page.evaluate<string[]>("heard");
/** Requires that these events were dispatched, in this order. */
export const hears = (page: Page, events: string[]) =>
  expect.poll(() => heard(page), { timeout: 30_000 }).toEqual(events);

/** Requires that the frame is as high as its page and nothing is wider than the window. */
export async function fits(page: Page): Promise<void> {
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

/** Requires that axe-core finds nothing, in the page and in its frame. */
export async function isAccessible(page: Page, complaints: string[]): Promise<void> {
  expect(complaints).toEqual([]);
  for (const frame of page.frames()) expect(await allFindings(frame)).toEqual(new Map());
  // axe-core posts messages to frames of other origins, where it is not loaded, and the browser reports that.
  complaints.length = 0;
}

/** Opens an application's page from the list. */
export async function openApplication(frame: FrameLocator, name: string): Promise<void> {
  await frame.getByRole("link", { name, exact: true }).click();
  await frame.getByRole("heading", { level: 1, name }).waitFor();
}
