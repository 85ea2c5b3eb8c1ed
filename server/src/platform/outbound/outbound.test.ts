import type { AddressInfo } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { findFreePort } from "../../../test/free-port.ts";
import { parseAllowList } from "./address-guard.ts";
import type { LocalServer } from "./local-server.ts";
import { startLocalServer } from "./local-server.ts";
import type { Outbound, OutboundOptions } from "./outbound.ts";
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

function open(allow = "127.0.0.1", options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({ allow: parseAllowList(allow), ...options });
  closers.push(outbound.close);
  return outbound;
}

describe("request", () => {
  test("sends method, headers and body, and returns status, headers and body", async () => {
    let seen = "";
    const { origin } = await serve((req, res) => {
      req.on("data", (chunk) => {
        seen = `${req.method} ${req.url} ${req.headers["x-key"]} ${req.headers["user-agent"]} ${chunk}`;
        res.writeHead(201, { "Content-Type": "text/plain", "Set-Cookie": ["a=1", "b=2"] }).end("made");
      });
    });
    const headers = { "X-Key": "k" };
    const response = await open().request({
      method: "post",
      url: `${origin}/p?q=1#f`,
      headers,
      body: "hello",
    });
    expect(seen).toBe("POST /p?q=1 k Junctor hello");
    expect(response).toMatchObject({ status: 201, truncated: false, url: `${origin}/p?q=1#f` });
    expect(response.headers).toMatchObject({ "content-type": "text/plain", "set-cookie": "a=1, b=2" });
    expect(response.body.toString()).toBe("made");
    expect(response.durationMs).toBeGreaterThan(0);
  });

  test("sequential requests reuse connections", async () => {
    const server = await serve((_req, res) => res.end("ok"));
    const outbound = open();
    for (let i = 0; i < 10; i += 1) await outbound.request({ method: "GET", url: server.origin });
    // undici rests a connection for one turn of the event loop, in which a second one may open.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  test.each([
    ["value with CR LF", { a: "x\r\nHost: evil" }],
    ["value with NUL", { a: "x\0" }],
    ["value outside latin1", { a: "→" }],
    ["name with CR LF", { "a\r\nb": "x" }],
    ["name with a space", { "a b": "x" }],
    ["empty name", { "": "x" }],
    ["host of another name", { host: "other.example.com" }],
    ["host of the same name", { Host: "127.0.0.1" }],
    ["length", { "Content-Length": "999" }],
    ["of the connection", { Connection: "close" }],
  ])("a header %s is invalid and nothing is sent", async (_case, headers: Record<string, string>) => {
    const server = await serve((_req, res) => res.end());
    const request = open().request({ method: "GET", url: server.origin, headers });
    await expect(request).rejects.toMatchObject({ name: "OutboundError", code: "invalid_url" });
    await expect(request).rejects.toThrow(/invalid header/);
    expect(server.connections()).toBe(0);
  });

  test("headers longer than any server accepts are rejected, and nothing is sent", async () => {
    const server = await serve((_req, res) => res.end());
    const many = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`x-header-${index}`, "x"]));
    const request = open().request({ method: "GET", url: server.origin, headers: many });
    await expect(request).rejects.toMatchObject({ name: "OutboundError", code: "invalid_url" });
    expect(server.connections()).toBe(0);
  });

  test.each(["CONNECT", "TRACE", "GET /x HTTP/1.1\r\n", ""])("the method %j is invalid", async (method) => {
    const request = open().request({ method, url: "http://127.0.0.1:9/" });
    await expect(request).rejects.toMatchObject({ code: "invalid_url" });
  });

  test.each(["", "no url", "ftp://example.com/", "https://u:p@example.com/"])(
    "the URL %j is invalid",
    async (url) => {
      await expect(open().request({ method: "GET", url })).rejects.toMatchObject({ code: "invalid_url" });
      expect(open().refusal(url)).toBeTypeOf("string");
    },
  );

  test("a port without a listener is a connect error that names no address", async () => {
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const request = open("gone.test", { resolve }).request({
      method: "GET",
      url: `http://gone.test:${await findFreePort()}/`,
    });
    await expect(request).rejects.toMatchObject({
      code: "connect",
      message: "The connection to gone.test failed (ECONNREFUSED).",
    });
  });

  test("a server without TLS is a tls error", async () => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.resume();
      socket.end("HTTP/1.1 200 OK\r\n\r\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    const request = open().request({ method: "GET", url: `https://127.0.0.1:${port}/` });
    await expect(request).rejects.toMatchObject({ code: "tls" });
  });

  test("running and later requests fail as aborted when the client is closed", async () => {
    const { origin } = await serve(() => undefined);
    const outbound = open();
    const request = outbound.request({ method: "GET", url: origin });
    const outcome = expect(request).rejects.toMatchObject({ code: "aborted" });
    await new Promise((resolve) => setTimeout(resolve, 30));
    await outbound.close();
    await outcome;
    await expect(outbound.request({ method: "GET", url: origin })).rejects.toMatchObject({ code: "aborted" });
  });
});

test("closing does not wait for a hanging TLS handshake", async () => {
  const server = createTcpServer((socket) => socket.on("error", () => socket.destroy()).resume());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const outbound = open();
  const request = outbound.request({ method: "GET", url: `https://127.0.0.1:${port}/` });
  const outcome = expect(request).rejects.toMatchObject({ code: "aborted" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const startedAt = performance.now();
  await outbound.close();
  await outcome;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  // A handshake is given up after ten seconds.
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});

describe("limits", () => {
  test.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["gzip, br", (data: Buffer) => brotliCompressSync(gzipSync(data))],
  ])("%s is decompressed", async (coding, compress) => {
    const { origin } = await serve((_req, res) =>
      res.writeHead(200, { "Content-Encoding": coding }).end(compress(Buffer.from("hello ".repeat(1000)))),
    );
    const response = await open().request({ method: "GET", url: origin });
    expect(response.body.toString()).toBe("hello ".repeat(1000));
    expect(response.headers).not.toHaveProperty("content-encoding");
    expect(response.headers).not.toHaveProperty("content-length");
  });

  test("an unknown coding is passed through, a broken one is an error", async () => {
    const { origin } = await serve((req, res) =>
      res.writeHead(200, { "Content-Encoding": req.url?.slice(1) ?? "" }).end("plain"),
    );
    const response = await open().request({ method: "GET", url: `${origin}/compress` });
    expect([response.body.toString(), response.headers["content-encoding"]]).toEqual(["plain", "compress"]);
    const broken = open().request({ method: "GET", url: `${origin}/gzip` });
    await expect(broken).rejects.toThrow("The response of 127.0.0.1 is not validly compressed.");
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["gzip, gzip", (data: Buffer) => gzipSync(gzipSync(data))],
  ])("a %s bomb stops at the limit", async (coding, compress) => {
    const bomb = compress(Buffer.alloc(50 * 1024 * 1024));
    const { origin } = await serve((_req, res) =>
      res.writeHead(200, { "Content-Encoding": coding }).end(bomb),
    );
    const limits = { method: "GET", url: origin, maxResponseBytes: 100_000 };
    await expect(open().request(limits)).rejects.toMatchObject({ code: "too_large" });
    const cut = await open().request({ ...limits, truncate: true });
    expect([cut.body.length, cut.truncated]).toEqual([100_000, true]);
  });

  test("a body beyond the limit is rejected, declared or not, or truncated on request", async () => {
    const { origin } = await serve((req, res) => {
      if (req.url === "/declared") res.setHeader("Content-Length", 2000);
      res.write("x".repeat(1000));
      if (req.method === "HEAD") res.end();
      else setTimeout(() => res.end("x".repeat(1000)), 5);
    });
    for (const path of ["/declared", "/chunked"]) {
      const limits = { method: "GET", url: origin + path, maxResponseBytes: 1500 };
      await expect(open().request(limits)).rejects.toMatchObject({ code: "too_large" });
      const cut = await open().request({ ...limits, truncate: true });
      expect([cut.body.length, cut.truncated, cut.status]).toEqual([1500, true, 200]);
      const whole = await open().request({ ...limits, maxResponseBytes: 2000 });
      expect([whole.body.length, whole.truncated]).toEqual([2000, false]);
      const head = await open().request({ ...limits, method: "HEAD" });
      expect(head.body.length).toBe(0);
    }
  });

  test("response headers beyond 32 KiB are rejected", async () => {
    const { origin } = await serve((_req, res) => res.writeHead(200, { "x-big": "x".repeat(40_000) }).end());
    await expect(open().request({ method: "GET", url: origin })).rejects.toMatchObject({ code: "too_large" });
  });

  test("a server that is silent or trickles stops at the timeout", async () => {
    const { origin } = await serve((req, res) => {
      if (req.url === "/silent") return;
      const timer = setInterval(() => res.write("."), 10);
      res.on("close", () => clearInterval(timer));
    });
    for (const path of ["/silent", "/trickle"]) {
      const request = open().request({ method: "GET", url: origin + path, timeoutMs: 150 });
      await expect(request).rejects.toMatchObject({ code: "timeout" });
    }
  });

  test("the timeout applies while a name is being resolved", async () => {
    const outbound = open("", { resolve: () => new Promise(() => undefined) });
    const request = outbound.request({ method: "GET", url: "https://slow.example.com/", timeoutMs: 50 });
    await expect(request).rejects.toMatchObject({ code: "timeout" });
  });

  test("a signal cancels a request before and after it was sent", async () => {
    const { origin } = await serve((_req, res) => res.write("first"));
    const url = `${origin}/`;
    const early = open().request({ method: "GET", url, signal: AbortSignal.abort() });
    await expect(early).rejects.toMatchObject({ code: "aborted" });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const late = open().request({ method: "GET", url, signal: controller.signal });
    await expect(late).rejects.toMatchObject({ code: "aborted" });
  });
});
