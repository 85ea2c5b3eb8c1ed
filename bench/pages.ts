import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../server/test/browser/chromium.ts";
import { apiOf } from "./api-client.ts";
import { type Bench, PRODUCTION_KEY } from "./engine-set-up.ts";

/** Launches headless Chromium. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(process.env),
    chromiumSandbox: false,
    args: ["--disable-gpu", "--no-first-run"],
  });
}

/** Signs an owner in; returns the cookie. */
export async function signInOwner({ url }: Bench): Promise<string> {
  const invited = await apiOf(url, PRODUCTION_KEY)("POST", "/api/v2/public/operators", {
    email: "ada@example.com",
    roles: { test: "owner", production: "owner" },
  });
  const reply = await fetch(`${url}/api/v2/public/operator-session/link`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      token: new URL(invited.link).hash.slice(1),
      password: "a sentence of several words",
    }),
  });
  const cookie = reply.headers.get("set-cookie")?.split(";")[0];
  if (!reply.ok || cookie === undefined) throw new Error(`The sign-in answered ${reply.status}.`);
  return cookie;
}

/** Opens pages in fresh browser contexts that have only the session cookie. */
export function pageOpener(browser: Browser, url: string, cookie: string) {
  return async (): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url }]);
    return { context, page: await context.newPage() };
  };
}

/** Clicks on `link`; returns the milliseconds until `selector` has been painted and no skeleton is left. */
export function clickUntil(page: Page, link: string, selector: string): Promise<number> {
  return page.evaluate(`(() => {
    const from = performance.now();
    document.querySelector('${link}').click();
    return ${whenShown(selector, "from")};
  })()`);
}

/** A script that returns the milliseconds from `from` until `selector` has been painted and no skeleton is left. */
export function whenShown(selector: string, from: string): string {
  return `new Promise((done) => {
    const look = () => {
      const isShown = document.querySelector('${selector}') && !document.querySelector('main .mantine-Skeleton-root');
      if (isShown) requestAnimationFrame(() => done(performance.now() - ${from}));
      else requestAnimationFrame(look);
    };
    look();
  })`;
}

/** How even the frame rate was, from the milliseconds between frames. */
export function framesOf(frames: readonly number[]) {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
  return { "frame p50 ms": at(0.5), "p99 ms": at(0.99), "longest ms": Math.round(sorted.at(-1) ?? 0) };
}
