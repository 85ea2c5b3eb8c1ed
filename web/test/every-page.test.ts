import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import { type Dashboard, expectAccessible, expectFits, loaded, signIn, startDashboard } from "./dashboard.ts";
import { declaredPages, startWalk, type Walk } from "./declared-pages.ts";
import { fillSettings, fillWithHostileTexts, HOSTILE } from "./hostile-data.ts";

let dashboard: Dashboard;
/** A third party that refuses everything with hostile texts. */
let refuser: Server;
/** Addresses of pages that show one object, with hostile texts in it. */
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

const isOf = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(/\$\w+/g, "(?!new$|send$|deliveries$|definitions$|findings$)[^/?]+")}$`);

/** One address for every page. */
function onePerPage(): string[] {
  return [...new Set(declaredPages())].map((pattern) => {
    if (!pattern.includes("$")) return pattern;
    return details.find((one) => isOf(pattern).test(one)) ?? expect.fail(`No data for the page ${pattern}.`);
  });
}

describeInChromium("every page", (browser) => {
  let walk: Walk;
  const dialogs: string[] = [];
  beforeAll(async () => {
    const owner = await signIn(browser(), dashboard);
    await fillSettings(dashboard);
    walk = await startWalk(browser(), dashboard, owner);
    for (const { page } of walk.lanes)
      page.on("dialog", (dialog) => {
        dialogs.push(`${page.url()}: ${dialog.message()}`);
        void dialog.dismiss();
      });
  });
  afterAll(() => walk?.close());

  test("shows hostile texts as text, is accessible in both themes, and fits every window size", async () => {
    const chosen = onePerPage();
    const others = details.filter((one) => !chosen.includes(one));
    await walk.go([...chosen, ...others].map(inTest), async ({ page }, address) => {
      await expectHarmless(page);
      if (!chosen.map(inTest).includes(address)) return;
      // The only walk that the short form makes in both themes.
      await expectAccessible(page, true);
      await expectFits(page);
      if (!address.includes("/settings")) await checkTabs(page);
    });
    expect(dialogs).toEqual([]);
  });
});

const inTest = (path: string) => `test/${path}`;

/** Checks the page's other tabs, which have no address of their own. */
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

/** What a page would contain if it treated a text as more than text. */
const FACTS = `({
  hostile: window.hostile,
  links: [...document.querySelectorAll("a[href]")].map((a) => a.protocol).filter((one) => !/^https?:$/.test(one)),
  foreign: document.querySelectorAll("main img[src='x'], main svg[onload], main script").length,
})`;
