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
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";
import { fillWithHostileTexts, HOSTILE } from "./hostile-data.ts";

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
  let seen: Visit;
  const dialogs: string[] = [];
  beforeAll(async () => {
    seen = await signIn(browser(), dashboard);
    seen.page.on("dialog", (dialog) => {
      dialogs.push(`${seen.page.url()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
  });
  afterAll(() => seen?.page.context().close());

  test("takes hostile names and payloads for nothing but text", async () => {
    const { page, complaints } = seen;
    for (const address of [...declaredPages().filter((one) => !one.includes("$")), ...details]) {
      await openPage(page, `${dashboard.url}/app/test/${address}`);
      expect(await page.evaluate(FACTS), address).toEqual({ links: [], foreign: 0 });
    }
    expect(dialogs).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("is accessible in both themes, and fits every window", async () => {
    for (const address of onePerPage()) await check(seen, `${dashboard.url}/app/test/${address}`);
  });

  test("says what belongs there where there is nothing yet", async () => {
    const lists = declaredPages().filter((one) => !one.includes("$") && !one.startsWith("settings"));
    for (const address of lists) await check(seen, `${dashboard.url}/app/production/${address}`);
  });

  test("says so where an address leads to nothing", async () => {
    for (const pattern of declaredPages().filter((one) => one.includes("$"))) {
      const nowhere = pattern.replaceAll(/\$\w+/g, "0123456789abcdef01234567");
      await openPage(seen.page, `${dashboard.url}/app/test/${nowhere}`);
      await seen.page.getByRole("alert").or(seen.page.getByText("There is no such")).first().waitFor();
      await expectAccessible(seen.page);
    }
  });
});

/** What a page would hold had it taken a text for more than that. */
const FACTS = `({
  hostile: window.hostile,
  links: [...document.querySelectorAll("a[href]")].map((a) => a.protocol).filter((one) => !/^https?:$/.test(one)),
  foreign: document.querySelectorAll("main img[src='x'], main svg[onload], main script").length,
})`;

async function check({ page, complaints }: { page: Page; complaints: string[] }, address: string) {
  complaints.length = 0;
  await openPage(page, address);
  await expectAccessible(page);
  await expectFits(page);
  expect(complaints, address).toEqual([]);
}
