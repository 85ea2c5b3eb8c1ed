import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { parseAllowList } from "./address-guard.ts";
import { type LocalServer, startLocalServer } from "./local-server.ts";
import { createOutbound, type Outbound } from "./outbound.ts";
import type { StreamedBody } from "./streamed-body.ts";

const MIB = 2 ** 20;
const NEVER_MS = 600_000;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(listener: Parameters<typeof startLocalServer>[0]): Promise<LocalServer> {
  const server = await startLocalServer(listener);
  closers.push(server.close);
  return server;
}

function open(): Outbound {
  const outbound = createOutbound({ allow: parseAllowList("127.0.0.1") });
  closers.push(outbound.close);
  return outbound;
}

const BYTES = randomBytes(3 * MIB);

function streamed(bytes = BYTES, chunkBytes = 100_000): StreamedBody & { opened: number } {
  const body = {
    opened: 0,
    length: bytes.length,
    async *open() {
      body.opened += 1;
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
  };
  return body;
}

describe("a streamed body", () => {
  test("is sent with its length, and read anew after a redirect of the same origin", async () => {
    const received: [string | undefined, IncomingMessage["headers"], Buffer][] = [];
    const { origin } = await serve(async (req, res) => {
      received.push([req.url, req.headers, await buffer(req)]);
      if (req.url === "/a") res.writeHead(307, { location: "/b" }).end();
      else res.end("done");
    });
    const body = streamed();
    const sent = await open().request({ method: "POST", url: `${origin}/a`, body, redirects: "follow" });
    expect([sent.status, body.opened]).toEqual([200, 2]);
    for (const [, headers, bytes] of received) {
      expect(headers["content-length"]).toBe(String(BYTES.length));
      expect(headers["transfer-encoding"]).toBeUndefined();
      expect(bytes.equals(BYTES)).toBe(true);
    }
    expect(received.map(([url]) => url)).toEqual(["/a", "/b"]);
  });

  test("does not go to another host by a redirect", async () => {
    const other = await serve((_req, res) => res.end());
    const { origin } = await serve((req, res) => {
      req.resume().once("end", () => res.writeHead(307, { location: other.origin }).end());
    });
    const sending = open().request({ method: "POST", url: origin, body: streamed(), redirects: "follow" });
    await expect(sending).rejects.toMatchObject({ code: "redirect" });
    expect(other.connections()).toBe(0);
  });

  test("that cannot be read to its end fails the request with its own error", async () => {
    const { origin } = await serve((req, res) => {
      req.on("error", () => {});
      req.resume().once("end", () => res.end());
    });
    const body: StreamedBody = {
      length: BYTES.length,
      async *open() {
        yield BYTES.subarray(0, MIB);
        throw new Error("the file is damaged");
      },
    };
    await expect(open().request({ method: "POST", url: origin, body })).rejects.toThrow(
      "the file is damaged",
    );
  });

  test("is read anew when the caller first has to check whether it may send", async () => {
    const received: Buffer[] = [];
    const { origin } = await serve(async (req, res) => {
      req.on("error", () => {});
      received.push(await buffer(req).catch(() => Buffer.alloc(0)));
      res.end();
    });
    let asked = 0;
    const untilSure = () => (++asked === 2 ? Promise.resolve() : undefined);
    expect((await open().request({ method: "POST", url: origin, body: streamed(), untilSure })).status).toBe(
      200,
    );
    expect(asked).toBe(4);
    expect(received.at(-1)?.equals(BYTES)).toBe(true);
  });
});

const compressFast = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
const readAll = (stream: Readable | undefined) => buffer(stream ?? Readable.from([]));

describe("a streamed response", () => {
  const get = (url: string, more = {}) =>
    open().request({ method: "GET", url, streams: () => true, maxResponseBytes: 4 * MIB, ...more });

  test("comes with its headers first, and decompressed", async () => {
    for (const [coding, encode] of [
      ["identity", (bytes: Buffer) => bytes],
      ["gzip", gzipSync],
      ["br", compressFast],
    ] as const) {
      const encoded = encode(BYTES);
      const { origin } = await serve((_req, res) => {
        res.writeHead(200, { "content-encoding": coding, "content-length": encoded.length }).end(encoded);
      });
      const { stream, body, headers } = await get(origin);
      expect([body.length, headers["content-length"]]).toEqual([
        0,
        coding === "identity" ? String(BYTES.length) : undefined,
      ]);
      expect((await readAll(stream)).equals(BYTES), coding).toBe(true);
    }
  });

  test("is chosen by its status and headers", async () => {
    const { origin } = await serve((_req, res) =>
      res.writeHead(404, { "content-type": "text/plain" }).end("no"),
    );
    const asked: unknown[] = [];
    const streams = (status: number, headers: object) => {
      asked.push([status, headers]);
      return false;
    };
    const response = await get(origin, { streams });
    expect([response.stream, response.body.toString()]).toEqual([undefined, "no"]);
    expect(asked).toEqual([[404, expect.objectContaining({ "content-type": "text/plain" })]]);
  });

  test("waits for its reader", async () => {
    let sent = 0;
    const { origin } = await serve(async (_req, res) => {
      for (; sent < 400; sent++) if (!res.write(BYTES.subarray(0, MIB / 8))) await once(res, "drain");
      res.end();
    });
    const { stream } = await get(origin, { maxResponseBytes: 100 * MIB });
    const iterator = stream?.[Symbol.asyncIterator]();
    await iterator?.next();
    // The buffers of both sockets are full long before it is all sent.
    const before = await new Promise<number>((resolve) => setImmediate(() => resolve(sent)));
    expect(before).toBeLessThan(400);
    let bytes = 0;
    for (let next = await iterator?.next(); next && !next.done; next = await iterator?.next())
      bytes += next.value.length;
    expect(bytes).toBeGreaterThan(49 * MIB);
  });

  test("has the limits of any other: of size, also when decompressed, and of time", async () => {
    const large = await serve((_req, res) => {
      res.write(BYTES);
      res.end(BYTES);
    });
    await expect(readAll((await get(large.origin)).stream)).rejects.toMatchObject({ code: "too_large" });
    const bomb = await serve((_req, res) =>
      res.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(5 * MIB))),
    );
    await expect(readAll((await get(bomb.origin)).stream)).rejects.toMatchObject({ code: "too_large" });
    const slow = await serve((_req, res) => res.write(BYTES.subarray(0, 10)));
    const { stream } = await get(slow.origin, { timeoutMs: 100 });
    await expect(readAll(stream)).rejects.toMatchObject({ code: "timeout" });
  });

  test("that breaks off fails its reader", async () => {
    const { origin } = await serve((_req, res) => {
      res.writeHead(200, { "content-length": 100_000 });
      res.write("begun", () => res.destroy());
    });
    await expect(readAll((await get(origin)).stream)).rejects.toMatchObject({ code: "connect" });
  });

  test("ends the exchange when it is closed, read or not", async () => {
    for (const isRead of [false, true]) {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      const { origin } = await serve((_req, res) => {
        res.once("close", () => resolve());
        res.write(BYTES.subarray(0, 1000));
      });
      const { stream } = await get(origin, { timeoutMs: NEVER_MS });
      if (isRead) for (const one of stream ? [stream] : []) await once(one, "readable");
      stream?.destroy();
      await closed;
    }
  });
});
