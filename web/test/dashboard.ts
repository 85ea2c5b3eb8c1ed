import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { OFFERED_BY_NEW } from "../../server/src/auth/organizations/offered.ts";
import { updateOffered } from "../../server/src/auth/organizations/organizations.ts";
import type { Role } from "../../server/src/auth/roles.ts";
import type { Config } from "../../server/src/config.ts";
import { buildSignInUrl, createFirstLink } from "../../server/src/operators/links.ts";
import { startBackgroundWork } from "../../server/src/start/background.ts";
import { startCountingCalls } from "../../server/src/statistics/count-calls.ts";
import { allFindings, colorFindings } from "../../server/test/browser/accessibility.ts";
import { startListeningServer } from "../../server/test/listening-server.ts";
import { IS_SHORT } from "../../server/test/short-form.ts";

const BUILT = fileURLToPath(new URL("../dist/index.html", import.meta.url));

/** The password that `signIn` sets. */
export const PASSWORD = "a sentence of several words";

// For work that is still running when a test has ended.
const GRACE_MS = 5000;

/** Window widths in pixels; a page that is too wide mostly shows in the smallest window. */
const WIDTHS = IS_SHORT ? [320] : [320, 768, 1280, 2560];

type Environment = "test" | "production";

/** A server as it is after its first start. */
export interface Dashboard {
  readonly url: string;
  /** The link that a first start prints. */
  readonly link: string;
  /** Calls the API with the key of the environment, for an account if one is named; throws if the call is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of many kinds, in tests only
  api(method: string, path: string, body?: unknown, options?: ApiOptions): Promise<any>;
  /** Stops listening and closes all connections; `comeBack` listens at the same address again. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

interface ApiOptions {
  /** Default: `test`. */
  readonly environment?: Environment;
  readonly account?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts a server as it is after its first start, with all its background work. */
export async function startDashboard(changes: Partial<Config> = {}): Promise<Dashboard> {
  if (!existsSync(BUILT)) throw new Error("The dashboard is not built: npm run build:web.");
  const server = await startListeningServer(changes);
  const { app, deps, baseUrl: url } = server;
  // As a first start sets it, unlike other tests.
  for (const scope of [server.test, server.production]) await updateOffered(deps.db, scope, OFFERED_BY_NEW);
  const background = await startBackgroundWork(deps);
  const countingCalls = startCountingCalls(deps);
  const token = await createFirstLink(deps);
  const keys = { test: server.testKey, production: server.productionKey };
  return {
    url,
    link: buildSignInUrl(url, token ?? ""),
    api: async (method, path, body, { environment = "test", account, headers } = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...headers,
          "x-api-key": keys[environment],
          ...(account !== undefined && { linked_account_id: account }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
    goAway: async () => {
      const closed = once(app.server, "close");
      app.server.close();
      app.server.closeAllConnections();
      await closed;
    },
    comeBack: async () => {
      app.server.listen(Number(new URL(url).port), "127.0.0.1");
      await once(app.server, "listening");
    },
    close: async () => {
      await background.stop(GRACE_MS);
      await countingCalls.stop();
      await server.close();
    },
  };
}

/** An operator's role in each environment; null: no access. */
export type Roles = Readonly<Record<Environment, Role | null>>;

/** A page in an operator's browser, with its errors and warnings. */
export interface Visit {
  readonly page: Page;
  /** Errors and warnings of the console so far. */
  readonly complaints: string[];
}

/** Opens a separate browser context and goes to the address. */
export async function visit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (said) => {
    const isComplaint = said.type() === "error" || said.type() === "warning";
    if (isComplaint) complaints.push(`${said.text()} ${said.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address);
  return { page, complaints };
}

/** Signs the first operator in by the first start's link, without its form; the page then shows the overview. */
export async function signIn(browser: Browser, { link, url }: Dashboard): Promise<Visit> {
  const owner = { name: "Ada", email: "ada@example.com", password: PASSWORD };
  return enterByLink(browser, link, { at: `${url}/app/production`, ...owner });
}

/** Opens a page in a separate browser context that a link has signed in. */
async function enterByLink(
  browser: Browser,
  link: string,
  { at, ...data }: { at: string; name?: string; email?: string; password?: string },
): Promise<Visit> {
  const seen = await visit(browser, "about:blank");
  const { origin, hash } = new URL(link);
  const { request } = seen.page.context();
  const reply = await request.post(`${origin}/api/v2/public/operator-session/link`, {
    data: { token: hash.slice(1), ...data },
  });
  if (!reply.ok()) throw new Error(`${reply.status()} ${await reply.text()}`);
  await seen.page.goto(at);
  return seen;
}

/** Opens further browser contexts with the same session, so that pages can be checked in parallel. */
export async function openLanes(browser: Browser, { page }: Visit, count: number): Promise<Visit[]> {
  const storageState = await page.context().storageState();
  return Promise.all(Array.from({ length: count }, () => visit(browser, "about:blank", { storageState })));
}

/** Checks each item in the next free browser context. */
export async function inLanes<Item>(
  lanes: readonly Visit[],
  items: readonly Item[],
  look: (lane: Visit, item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const go = async (lane: Visit) => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await look(lane, item);
  };
  await Promise.all(lanes.map(go));
}

/** The owner invites a new operator with these roles, who then signs in. */
export async function signInAs(browser: Browser, { api, url }: Dashboard, roles: Roles): Promise<Visit> {
  const email = `${roles.test ?? "none"}-${roles.production ?? "none"}@example.com`;
  const { link } = await api(
    "POST",
    "/api/v2/public/operators",
    { email, roles },
    { environment: "production" },
  );
  const seen = await enterByLink(browser, link, { at: `${url}/app` });
  await seen.page.waitForURL(/\/app\/(test|production)/);
  return seen;
}

/** Opens an address and waits until the page has loaded its data; its stream of changes stays open. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("h1").first().waitFor();
  await loaded(page);
}

/**
 * Navigates within an open dashboard to another page, which fetches all its data again, and waits until it is loaded.
 * Opening the page anew would cost a second more of processor time.
 */
export async function turnTo(page: Page, address: string): Promise<void> {
  await page.evaluate(lead(address));
  await page.locator("h1").first().waitFor();
  await loaded(page);
}

/** Navigates with the router, found where its developer tools find it. */
const lead = (address: string) => `(async () => {
  const router = self.__TSR_ROUTER__;
  const { queries } = router.options.context;
  queries.removeQueries({ type: "inactive" });
  const to = new URL(${JSON.stringify(address)});
  await router.navigate({ href: to.href.slice(to.origin.length), ignoreBlocker: true });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await queries.invalidateQueries();
})()`;

/** Waits until the page has loaded its data. */
export async function loaded(page: Page): Promise<void> {
  await expect.poll(() => page.locator(".mantine-Skeleton-root").count()).toBe(0);
}

/** Fails if axe-core finds anything on the current page in either theme; the short form only checks the light one. */
export async function expectAccessible(page: Page, inBoth = !IS_SHORT): Promise<void> {
  await show("light");
  expect([...(await allFindings(page))], `${page.url()} light`).toEqual([]);
  if (!inBoth) return;
  // The themes only differ in colors.
  await show("dark");
  expect([...(await colorFindings(page))], `${page.url()} dark`).toEqual([]);

  async function show(colorScheme: "light" | "dark"): Promise<void> {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await settled(page);
  }
}

/** Fails if the page is wider than the window, from small phones to wide screens. */
export async function expectFits(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    // Charts follow the window's size a moment later.
    await expect.poll(() => page.evaluate(TOO_WIDE), { message: `${page.url()} at ${width} px` }).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** The innermost elements that make a page wider than its window. */
const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isOver = (element) => element.getBoundingClientRect().right > clientWidth + 1;
  return [...document.querySelectorAll("body *")]
    .filter((element) => isOver(element) && ![...element.children].some(isOver))
    .map((element) => element.outerHTML.slice(0, 200))
    .slice(0, 5);
})()`;

/** Waits until all animations have ended: axe-core would judge colors and positions in between. */
async function settled(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  await page.evaluate(
    "Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))",
  );
}
