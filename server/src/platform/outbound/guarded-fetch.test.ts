import { gzipSync } from "node:zlib";
import { allowInsecureRequests, clientCredentialsGrant, customFetch, discovery } from "openid-client";
import { afterEach, expect, test } from "vitest";
import { parseAllowList } from "./address-guard.ts";
import type { LocalServer } from "./local-server.ts";
import { startLocalServer } from "./local-server.ts";
import type { OutboundOptions } from "./outbound.ts";
import { createOutbound } from "./outbound.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(...args: Parameters<typeof startLocalServer>): Promise<LocalServer> {
  const server = await startLocalServer(...args);
  closers.push(server.close);
  return server;
}

function openFetch(allow = "127.0.0.1", options: Partial<OutboundOptions> = {}): typeof globalThis.fetch {
  const outbound = createOutbound({ allow: parseAllowList(allow), ...options });
  closers.push(outbound.close);
  return outbound.fetch;
}

test("openid-client discovers a server and gets a token through it", async () => {
  let form = "";
  const server = await serve((req, res) => {
    const base = `http://${req.headers.host}`;
    res.setHeader("Content-Type", "application/json");
    if (req.method === "GET")
      return res.end(JSON.stringify({ issuer: base, token_endpoint: `${base}/token` }));
    req.on("data", (chunk) => {
      form += chunk;
    });
    req.on("end", () => res.end(JSON.stringify({ access_token: "t", token_type: "bearer", expires_in: 60 })));
    return undefined;
  });
  const guarded = openFetch();
  const config = await discovery(new URL(server.origin), "client", "secret", undefined, {
    execute: [allowInsecureRequests],
    // Its options are a RequestInit but for Uint8Array bodies, which TypeScript ties to the DOM's narrower type.
    [customFetch]: (url, options) => guarded(url, options as RequestInit),
  });
  const tokens = await clientCredentialsGrant(config, { scope: "read" });
  expect(tokens.access_token).toBe("t");
  expect(form).toContain("scope=read");
});

test("accepts a Request, forms and headers, and returns a Response of the global class", async () => {
  let seen = "";
  const { origin } = await serve((req, res) => {
    req.on("data", (chunk) => {
      seen += chunk;
    });
    req.on("end", () => {
      seen += ` ${req.headers["content-type"]} ${req.headers["content-length"]} ${req.headers["x-key"]}`;
      res.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync('{"ok":true}'));
    });
  });
  const body = new URLSearchParams({ a: "1 2" });
  const request = new Request(`${origin}/x`, { method: "POST", body, headers: { "X-Key": "k" } });
  const response = await openFetch()(request);
  expect(response).toBeInstanceOf(Response);
  expect([response.url, await response.json()]).toEqual([`${origin}/x`, { ok: true }]);
  expect(seen).toBe("a=1+2 application/x-www-form-urlencoded;charset=UTF-8 5 k");
});

test("an answer without a body is a Response without a body", async () => {
  const { origin } = await serve((_req, res) => res.writeHead(204).end());
  const response = await openFetch()(origin);
  expect([response.status, response.body]).toEqual([204, null]);
});

test("a refusal by the guard is a TypeError whose cause is the OutboundError", async () => {
  const server = await serve((_req, res) => res.end());
  const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
  const guarded = openFetch("", { resolve });
  for (const host of ["inside.example.com", "127.0.0.1", "localhost"]) {
    const outcome = guarded(`https://${host}:${server.port}/`);
    await expect(outcome).rejects.toBeInstanceOf(TypeError);
    await expect(outcome).rejects.toMatchObject({ cause: { name: "OutboundError", code: "blocked" } });
  }
  await expect(guarded("data:text/plain,x")).rejects.toMatchObject({ cause: { code: "invalid_url" } });
  expect(server.connections()).toBe(0);
});

test("redirects are followed without credentials for other origins, never to private addresses, and at most five", async () => {
  const seen: string[] = [];
  const other = await serve((req, res) => {
    seen.push(`${req.headers.authorization} ${req.headers["x-key"]} ${req.headers.accept}`);
    res.end("other");
  });
  const trap = await serve((_req, res) => res.end("trap"), "127.0.0.2");
  const first = await serve((req, res) => {
    const to: Record<string, string> = { "/other": other.origin, "/trap": trap.origin, "/loop": "/loop" };
    res.writeHead(307, { Location: to[req.url ?? ""] ?? "/loop" }).end();
  });
  const guarded = openFetch("127.0.0.1");
  const headers = { Authorization: "Bearer s", "X-Key": "k", Accept: "text/plain" };
  const response = await guarded(`${first.origin}/other`, { headers });
  expect([await response.text(), response.redirected]).toEqual(["other", true]);
  expect(seen).toEqual(["undefined undefined text/plain"]);

  const manual = await guarded(`${first.origin}/other`, { headers, redirect: "manual" });
  expect([manual.status, manual.headers.get("location")]).toEqual([307, other.origin]);
  const carried = guarded(`${first.origin}/other`, { method: "POST", body: "secret" });
  await expect(carried).rejects.toMatchObject({ cause: { code: "redirect" } });
  await expect(guarded(`${first.origin}/trap`)).rejects.toMatchObject({ cause: { code: "blocked" } });
  await expect(guarded(`${first.origin}/loop`)).rejects.toMatchObject({ cause: { code: "redirect" } });
  expect([seen.length, trap.connections()]).toEqual([1, 0]);
});

test("a bomb stops at the limit and an endless trickle at the timeout", async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
  const { origin } = await serve((req, res) => {
    if (req.url === "/bomb") return res.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb);
    if (req.url === "/silent") return undefined;
    res.flushHeaders();
    const timer = setInterval(() => res.write("."), 10);
    return res.on("close", () => clearInterval(timer));
  });
  const response = await openFetch()(`${origin}/bomb`);
  await expect(response.text()).rejects.toMatchObject({ cause: { code: "too_large" } });
  const impatient = openFetch("127.0.0.1", { timeoutMs: 100 });
  await expect(impatient(`${origin}/silent`)).rejects.toMatchObject({ cause: { code: "timeout" } });
  const trickle = await openFetch("127.0.0.1", { timeoutMs: 4_000 })(`${origin}/trickle`);
  await expect(trickle.text()).rejects.toMatchObject({ cause: { code: "timeout" } });
});

test("an event stream outlives the timeout and is read as it arrives", async () => {
  const { origin } = await serve((_req, res) => {
    res.writeHead(200, { "Content-Type": "text/event-stream" });
    let sent = 0;
    const timer = setInterval(() => {
      sent += 1;
      res.write(`data: ${sent}\n\n`);
      if (sent === 6) res.end();
    }, 900);
    res.on("close", () => clearInterval(timer));
  });
  const response = await openFetch("127.0.0.1", { timeoutMs: 4_000 })(origin);
  expect(await response.text()).toMatch(/^data: 1\n\n[\s\S]*data: 6\n\n$/);
});

test("the caller's signal ends a fetch with its own reason, before and after the headers", async () => {
  const { origin } = await serve((req, res) => {
    if (req.url === "/body") res.write("first");
  });
  const guarded = openFetch();
  for (const path of ["/silent", "/body"]) {
    const controller = new AbortController();
    const reason = new Error("given up");
    setTimeout(() => controller.abort(reason), 50);
    const whole = guarded(origin + path, { signal: controller.signal }).then((response) => response.text());
    await expect(whole).rejects.toBe(reason);
  }
});
