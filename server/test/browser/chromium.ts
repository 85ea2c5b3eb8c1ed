import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const ARGUMENTS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// The dashboard then loads no pages in advance: with every page that is opened, a browser would read all the others, too.
const SAVE_DATA =
  "Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })";

// A busy machine takes long for a page.
const WAIT_MS = 120_000;

/** A suite in a real browser: `suite` gets a function that gives the browser once tests run. Without a browser it is skipped by name, and fails where `CI` is set. */
export function describeInChromium(name: string, suite: (browser: () => Browser) => void): void {
  const path = findChromium(process.env);
  if (path === undefined) describeWithout(name, process.env.CI !== undefined);
  else describe(name, () => suite(useBrowser(path)));
}

let launching: Promise<Browser> | undefined;

/** The browser that all suites of a process share, each in contexts of its own; it ends with the process. */
function useBrowser(executablePath: string): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    launching ??= launch(executablePath);
    browser = await launching;
  });
  // Pages that stay open would go on asking their server.
  afterAll(() => Promise.all(browser?.contexts().map((context) => context.close()) ?? []));
  return () => {
    if (browser === undefined) throw new Error("The browser runs only while tests do.");
    return browser;
  };
}

async function launch(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    timeout: WAIT_MS,
    args: ARGUMENTS,
    // Debian's sandbox needs rights that containers do not give; only our own pages are opened.
    chromiumSandbox: false,
    // A popup that a real browser would block must fail here, too.
    ignoreDefaultArgs: ["--disable-popup-blocking"],
  });
  const newContext = browser.newContext.bind(browser);
  // Every page is opened in one of these.
  browser.newContext = async (options) => {
    // Nobody waits for things that move on their way.
    const context = await newContext({ reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(WAIT_MS);
    await context.addInitScript(SAVE_DATA);
    return context;
  };
  return browser;
}

/** The browser's binary: `JUNCTOR_TEST_CHROMIUM`, which must exist, or where systems have it; undefined where there is none. */
export function findChromium(variables: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = variables.JUNCTOR_TEST_CHROMIUM;
  if (!named) return PLACES.find((place) => existsSync(place));
  if (!existsSync(named)) throw new Error(`JUNCTOR_TEST_CHROMIUM names ${named}, which does not exist.`);
  return named;
}

function describeWithout(name: string, mustRun: boolean): void {
  const reason = "no Chromium was found: install it, or name its binary in JUNCTOR_TEST_CHROMIUM";
  if (!mustRun) {
    test.skip(`${name} (${reason})`);
    return;
  }
  test(name, () => {
    throw new Error(`This test may not be skipped here, and ${reason}.`);
  });
}
