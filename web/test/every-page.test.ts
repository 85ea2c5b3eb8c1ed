import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  expectFits,
  inLanes,
  loaded,
  openLanes,
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";
import { fillSettings, fillWithHostileTexts, HOSTILE } from "./hostile-data.ts";

// Pages that are looked at beside each other.
const LANES = 3;
const PAGES = fileURLToPath(new URL("../src/pages", import.meta.url));

let dashboard: Dashboard;
/** A third party that refuses everything, in words of its caller's. */
let refuser: Server;
/** Of pages that show one thing, with hostile texts in it. */
let details: string[] = [];

beforeAll(async () => {
  refuser = createServer((request, reply) => {
    request.resume();
    reply.writeHead(422, { "content-type": "application/json" });
    reply.end(JSON.stringify({ error: HOSTILE.join(" "), message: HOSTILE[0] }));
  });
  refuser.listen(0, "127.0.0.1");
  await once(refuser, "listening");
  dashboard = await startDashboard();
  const { port } = refuser.address() as { port: number };
  details = await fillWithHostileTexts(dashboard, `http://127.0.0.1:${port}/`);
});
afterAll(async () => {
  await dashboard?.close();
  refuser?.closeAllConnections();
  refuser?.close();
});

/** The address of each page below its environment, as the pages declare them: `executions/$id`. */
function declaredPages(): string[] {
  return readdirSync(PAGES).flatMap((folder) => {
    if (folder === "sign-in") return [];
    const routes = readFileSync(`${PAGES}/${folder}/routes.ts`, "utf8");
    return [...routes.matchAll(/getParentRoute: \(\) => (\w+),\s*path: "([^"]*)"/g)].map(
      ([, parent, path = ""]) =>
        `${parent === "settingsRoute" ? "settings/" : ""}${path}`.replace(/^\/|\/$/g, ""),
    );
  });
}

const isOf = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(/\$\w+/g, "(?!new$|send$|deliveries$|definitions$|findings$)[^/?]+")}$`);

/** One address of every page. */
function onePerPage(): string[] {
  return [...new Set(declaredPages())].map((pattern) => {
    if (!pattern.includes("$")) return pattern;
    return details.find((one) => isOf(pattern).test(one)) ?? expect.fail(`No data for the page ${pattern}.`);
  });
}

describeInChromium("every page", (browser) => {
  let lanes: Visit[];
  const dialogs: string[] = [];
  beforeAll(async () => {
    const owner = await signIn(browser(), dashboard);
    await fillSettings(dashboard);
    lanes = [owner, ...(await openLanes(browser(), owner, LANES - 1))];
    for (const { page } of lanes)
      page.on("dialog", (dialog) => {
        dialogs.push(`${page.url()}: ${dialog.message()}`);
        void dialog.dismiss();
      });
  });
  afterAll(() => Promise.all(lanes?.map(({ page }) => page.context().close()) ?? []));

  /** Looks at the pages, several at a time; `look` finds the address opened. */
  async function walk(
    addresses: readonly string[],
    look: (lane: Visit, address: string) => Promise<void>,
  ): Promise<void> {
    await inLanes(lanes, addresses, async (lane, address) => {
      await openPage(lane.page, `${dashboard.url}/app/${address}`);
      await look(lane, address);
      expect(lane.complaints, address).toEqual([]);
    });
  }

  test("takes hostile texts for nothing but text, is accessible in both themes, and fits every window", async () => {
    const chosen = onePerPage();
    const others = details.filter((one) => !chosen.includes(one));
    await walk([...chosen, ...others].map(inTest), async ({ page }, address) => {
      await expectHarmless(page);
      if (!chosen.map(inTest).includes(address)) return;
      // The one walk in both themes that the short form makes, too.
      await expectAccessible(page, true);
      await expectFits(page);
      if (!address.includes("/settings")) await checkTabs(page);
    });
    expect(dialogs).toEqual([]);
  });

  test("says what belongs there where there is nothing yet", async () => {
    const lists = declaredPages().filter((one) => !one.includes("$") && !one.startsWith("settings"));
    await walk(
      lists.map((path) => `production/${path}`),
      async ({ page }) => {
        await expectAccessible(page);
        await expectFits(page);
      },
    );
  });

  test("says so where an address leads to nothing", async () => {
    const patterns = declaredPages().filter((one) => one.includes("$"));
    const nowhere = patterns.map((pattern) => pattern.replaceAll(/\$\w+/g, "0123456789abcdef01234567"));
    await walk(nowhere.map(inTest), async ({ page, complaints }) => {
      await page.getByRole("alert").or(page.getByText("There is no such")).first().waitFor();
      await expectAccessible(page);
      // The browser tells of each request that is answered with 404.
      const others = complaints.filter((one) => !one.includes("the server responded with a status of 404"));
      expect(others, page.url()).toEqual([]);
      complaints.length = 0;
    });
  });
});

const inTest = (path: string) => `test/${path}`;

/** What its other tabs show, which have no page of their own. */
async function checkTabs(page: Page): Promise<void> {
  const others = await page.getByRole("tab", { selected: false }).all();
  const names = await Promise.all(others.map((tab) => tab.innerText()));
  for (const name of names) {
    await page.getByRole("tab", { name, exact: true }).click();
    await loaded(page);
    await expectHarmless(page);
    await expectAccessible(page);
    await expectFits(page);
  }
}

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(FACTS), page.url()).toEqual({ links: [], foreign: 0 });
}

/** What a page would hold had it taken a text for more than that. */
const FACTS = `({
  hostile: window.hostile,
  links: [...document.querySelectorAll("a[href]")].map((a) => a.protocol).filter((one) => !/^https?:$/.test(one)),
  foreign: document.querySelectorAll("main img[src='x'], main svg[onload], main script").length,
})`;
