import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

// First the shell without a browser's own windows: a context costs a third of the work.
const PLACES = [
  "/usr/bin/chromium-headless-shell",
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

// Stops the dashboard from preloading pages, which would load all of them with every page that a test opens.
const SAVE_DATA =
  "Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })";

// Browsers block windows that no click or key has asked for; the headless shell does not.
const BLOCK_POPUPS = `{
  const open = window.open.bind(window);
  window.open = (...asked) => (navigator.userActivation.isActive ? open(...asked) : null);
}`;

// Pages load slowly on a busy machine.
const WAIT_MS = 120_000;

/**
 * Defines a suite in a real browser; `suite` gets a function that returns the browser once tests run. Without a browser
 * the suite is skipped by name, or fails if `CI` is set.
 */
export function describeInChromium(name: string, suite: (browser: () => Browser) => void): void {
  const path = findChromium(process.env);
  if (path === undefined) describeWithout(name, process.env.CI !== undefined);
  else describe(name, () => suite(useBrowser(path)));
}

let launching: Promise<Browser> | undefined;

/** Returns the browser that all suites of a process share, with separate contexts; it ends with the process. */
function useBrowser(executablePath: string): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    launching ??= launch(executablePath);
    browser = await launching;
  });
  // Open pages would keep sending requests to their server.
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
    // Debian's sandbox needs privileges that containers lack; only our own pages are opened.
    chromiumSandbox: false,
    // A popup that a real browser would block must also fail here; in the headless shell BLOCK_POPUPS sees to that.
    ignoreDefaultArgs: ["--disable-popup-blocking"],
  });
  const newContext = browser.newContext.bind(browser);
  // Every page is opened in such a context.
  browser.newContext = async (options) => {
    // Tests do not wait for animations.
    const context = await newContext({ reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(WAIT_MS);
    await context.addInitScript(SAVE_DATA);
    await context.addInitScript(BLOCK_POPUPS);
    return context;
  };
  return browser;
}

/**
 * The browser's binary: `JUNCTOR_TEST_CHROMIUM`, which must exist, or a common location; undefined if there is none.
 */
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
