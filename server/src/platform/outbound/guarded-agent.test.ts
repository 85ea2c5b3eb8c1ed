import type { LookupAddress } from "node:dns";
import { request } from "undici";
import { afterEach, describe, expect, test } from "vitest";
import { createAddressGuard, parseAllowList } from "./address-guard.ts";
import { createGuardedAgent } from "./guarded-agent.ts";
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

function addresses(...texts: string[]): LookupAddress[] {
  return texts.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
}

describe("the dialed address", () => {
  test.each([
    ["127.0.0.1"],
    ["10.0.0.1", "169.254.169.254"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["64:ff9b::7f00:1"],
    ["fd00:ec2::254"],
  ])("a name that resolves to %s is blocked without a connection", async (...found) => {
    const server = await serve((_req, res) => res.end());
    const outbound = open("", { resolve: async () => addresses(...found) });
    const request = outbound.request({ method: "GET", url: `https://inside.example.com:${server.port}/` });
    await expect(request).rejects.toMatchObject({ code: "blocked" });
    await expect(request).rejects.not.toThrow(/127\.|10\.0|169\.|::/);
    expect(server.connections()).toBe(0);
  });

  test("a literal address is blocked as well", async () => {
    const server = await serve((_req, res) => res.end());
    for (const host of ["127.0.0.1", "2130706433", "[::ffff:127.0.0.1]"]) {
      const request = open("").request({ method: "GET", url: `https://${host}:${server.port}/` });
      await expect(request).rejects.toMatchObject({ code: "blocked" });
    }
    expect(server.connections()).toBe(0);
  });

  test("a name that resolves differently the second time is checked at the dialed address", async () => {
    const server = await serve((_req, res) => res.writeHead(200, { Connection: "close" }).end("ok"));
    const answers = [addresses("127.0.0.1"), addresses("127.0.0.2")];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? [];
    const outbound = open(`127.0.0.1:${server.port}`, { resolve });
    const url = `http://rebind.example.com:${server.port}/`;
    expect((await outbound.request({ method: "GET", url })).status).toBe(200);
    expect(asked).toBe(1);
    await expect(outbound.request({ method: "GET", url })).rejects.toMatchObject({ code: "blocked" });
    expect(asked).toBe(2);
    expect(server.connections()).toBe(1);
  });

  test("only the permitted ones of several addresses are dialed", async () => {
    const server = await serve((_req, res) => res.end("ok"));
    const trap = await serve((_req, res) => res.end("trap"), "127.0.0.2");
    const resolve = async () => addresses("127.0.0.2", "127.0.0.1");
    const outbound = open("127.0.0.1", { resolve });
    const response = await outbound.request({ method: "GET", url: `http://mixed.test:${server.port}/` });
    expect(response.body.toString()).toBe("ok");
    const request = outbound.request({ method: "GET", url: `http://mixed.test:${trap.port}/` });
    await expect(request).rejects.toMatchObject({ code: "connect" });
    expect(trap.connections()).toBe(0);
  });

  test("plain http to a public address is blocked even if another range is allowed", async () => {
    const outbound = open("10.0.0.0/8", { resolve: async () => addresses("8.8.8.8") });
    const request = outbound.request({ method: "GET", url: "http://example.com/" });
    await expect(request).rejects.toMatchObject({ code: "blocked" });
  });

  test("an allowed host may resolve to any address, but not on other ports", async () => {
    const server = await serve((_req, res) => res.end("ok"));
    const outbound = open(`internal.test:${server.port}`, { resolve: async () => addresses("127.0.0.1") });
    const response = await outbound.request({ method: "GET", url: `http://internal.test:${server.port}/` });
    expect(response.status).toBe(200);
    const other = outbound.request({ method: "GET", url: `https://internal.test:${server.port + 1}/` });
    await expect(other).rejects.toMatchObject({ code: "blocked" });
  });
});

test("the agent itself refuses a literal address, even if a caller forgot to check the URL", async () => {
  const server = await startLocalServer((_req, res) => res.end());
  const guard = createAddressGuard(parseAllowList("10.0.0.0/8"));
  const { agent, close } = createGuardedAgent(guard, async () => []);
  for (const origin of [server.origin, `https://127.0.0.1:${server.port}`, `http://[::1]:${server.port}`]) {
    await expect(request(origin, { dispatcher: agent })).rejects.toMatchObject({
      name: "OutboundError",
      code: "blocked",
    });
  }
  await close();
  await server.close();
  expect(server.connections()).toBe(0);
});
