import { afterEach, describe, expect, test } from "vitest";
import { parseAllowList } from "./address-guard.ts";
import type { LocalServer } from "./local-server.ts";
import { startLocalServer } from "./local-server.ts";
import type { Outbound } from "./outbound.ts";
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

function open(allow = "127.0.0.1"): Outbound {
  const outbound = createOutbound({ allow: parseAllowList(allow) });
  closers.push(outbound.close);
  return outbound;
}

describe("redirects", () => {
  async function serveRedirects(status = 302): Promise<{ origin: string; seen: string[] }> {
    const seen: string[] = [];
    const { origin } = await serve((req, res) => {
      const { authorization = "-", "x-key": key = "-", accept = "-" } = req.headers;
      let body = "";
      req.on("data", (chunk) => {
        body += chunk;
      });
      req.on("end", () => {
        seen.push(`${req.method} ${req.url} ${authorization} ${key} ${accept} ${body}`.trim());
        const to = new URL(req.url ?? "/", "http://x").searchParams.get("to");
        if (to) res.writeHead(status, { Location: to }).end("moved");
        else res.end("arrived");
      });
    });
    return { origin, seen };
  }

  test("a redirect is returned unchanged unless following is requested", async () => {
    const { origin } = await serveRedirects();
    const url = `${origin}/?to=/next`;
    const returned = await open().request({ method: "GET", url });
    expect([returned.status, returned.headers.location, returned.url]).toEqual([302, "/next", url]);
    const refused = open().request({ method: "GET", url, redirects: "refuse" });
    await expect(refused).rejects.toMatchObject({ code: "redirect" });
  });

  test("credentials are kept within the origin and never leave it", async () => {
    const [first, second] = [await serveRedirects(), await serveRedirects()];
    const headers = { Authorization: "Bearer s", "X-Key": "k", Accept: "text/plain" };
    const back = encodeURIComponent(`${first.origin}/back`);
    const away = encodeURIComponent(`${second.origin}/away?to=${back}`);
    const url = `${first.origin}/a?to=${encodeURIComponent(`/b?to=${away}`)}`;
    const response = await open().request({ method: "GET", url, headers, redirects: "follow" });
    expect([response.status, response.url]).toEqual([200, `${first.origin}/back`]);
    expect(first.seen.map((line) => line.replace(/\?\S+/, ""))).toEqual([
      "GET /a Bearer s k text/plain",
      "GET /b Bearer s k text/plain",
      "GET /back - - text/plain",
    ]);
    expect(second.seen.map((line) => line.replace(/\?\S+/, ""))).toEqual(["GET /away - - text/plain"]);
  });

  test.each([
    [301, "GET /b - - - "],
    [302, "GET /b - - - "],
    [303, "GET /b - - - "],
    [307, "POST /b - - - body"],
    [308, "POST /b - - - body"],
  ])("a POST that is answered %i continues as %s", async (status, expected) => {
    const { origin, seen } = await serveRedirects(status);
    await open().request({ method: "POST", url: `${origin}/a?to=/b`, body: "body", redirects: "follow" });
    expect(seen[1]).toBe(expected.trim());
  });

  test("a body is never sent to another origin", async () => {
    const [first, second] = [await serveRedirects(307), await serveRedirects()];
    const url = `${first.origin}/a?to=${encodeURIComponent(second.origin)}`;
    const request = open().request({ method: "POST", url, body: "secret", redirects: "follow" });
    await expect(request).rejects.toMatchObject({ code: "redirect" });
    expect(second.seen).toEqual([]);
  });

  test("a redirect to a private address is blocked, in any spelling", async () => {
    const { origin } = await serveRedirects();
    const trap = await serve((_req, res) => res.end("trap"), "127.0.0.2");
    const spellings = ["127.0.0.2", "2130706434", "0x7f000002", "[::ffff:7f00:2]", "localhost"];
    for (const host of spellings) {
      const to = encodeURIComponent(`http://${host}:${trap.port}/`);
      const allow = new URL(origin).host;
      const request = open(allow).request({ method: "GET", url: `${origin}/?to=${to}`, redirects: "follow" });
      await expect(request).rejects.toMatchObject({ code: "blocked" });
    }
    expect(trap.connections()).toBe(0);
  });

  test("a redirect to another scheme, an invalid URL or in a loop is an error", async () => {
    const { origin } = await serveRedirects();
    for (const [to, code] of [
      ["file:///etc/passwd", "invalid_url"],
      ["http://[", "redirect"],
    ]) {
      const url = `${origin}/?to=${encodeURIComponent(to ?? "")}`;
      const request = open().request({ method: "GET", url, redirects: "follow" });
      await expect(request).rejects.toMatchObject({ code });
    }
    const circle = await serve((_req, res) => res.writeHead(302, { Location: "/" }).end());
    const request = open().request({ method: "GET", url: circle.origin, redirects: "follow" });
    await expect(request).rejects.toMatchObject({ code: "redirect" });
  });
});
