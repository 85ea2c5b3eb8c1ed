import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";

const PAGE = `<!doctype html><title>A customer's page</title>
<button id="go">Go</button>
<script>var exports = {};</script>
<script src="/cobalt.js"></script>
<script>
  const settle = (call) => call().then(
    (value) => ({ value }),
    (error) => ({ thrown: { isError: error instanceof Error, message: error && error.message } }),
  );
  // Called within the click, as a page does: the browser lets a window open only then.
  document.querySelector("#go").onclick = () => { window.outcome = settle(window.next); };
</script>`;

/** The result of a client call. */
export interface Outcome {
  // Results have any shape; each test states what it expects.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly value?: any;
  readonly thrown?: { isError: boolean; message: unknown };
}

/** The published client, unmodified, on a page of a different origin than the server's. */
export interface CobaltPage {
  readonly page: Page;
  /** Starts a call by a click on the page; `outcome` waits for its end. */
  begin(method: string, ...args: unknown[]): Promise<void>;
  outcome(): Promise<Outcome>;
  /** Makes a call and waits for its end. */
  call(method: string, ...args: unknown[]): Promise<Outcome>;
}

/** Serves the client's published file and the page that loads it, on a free port of loopback. */
export async function servePages(): Promise<{ origin: string; port: number; close: () => void }> {
  const client = readFileSync(createRequire(import.meta.url).resolve("@cobaltio/cobalt-js"));
  const server = createServer((request, response) => {
    const [type, body] =
      request.url === "/cobalt.js" ? ["text/javascript", client] : ["text/html; charset=utf-8", PAGE];
    response.setHeader("content-type", type).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The pages have no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Opens the page in a separate browser context and creates a client with these options there. */
export async function openCobalt(
  browser: Browser,
  pageUrl: string,
  options: { baseUrl: string; token?: string },
): Promise<CobaltPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(pageUrl);
  await page.evaluate((given) => {
    Object.assign(globalThis, { client: new (Reflect.get(globalThis, "exports").Cobalt)(given) });
  }, options);
  const begin = async (method: string, ...args: unknown[]) => {
    await page.evaluate(
      ([name, values]) => {
        const client = Reflect.get(globalThis, "client");
        Object.assign(globalThis, { next: () => client[name](...values) });
      },
      [method, args] as const,
    );
    await page.click("#go");
  };
  const outcome = (): Promise<Outcome> => page.evaluate(() => Reflect.get(globalThis, "outcome"));
  return {
    page,
    begin,
    outcome,
    call: async (method, ...args) => {
      await begin(method, ...args);
      return outcome();
    },
  };
}
