import { afterEach, expect, test } from "vitest";
import { parseAllowList } from "./address-guard.ts";
import { startLocalServer } from "./local-server.ts";
import { createOutbound } from "./outbound.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A third party that redirects `/from` to `/to`, and a client that may call it. */
async function open() {
  const received: string[] = [];
  const server = await startLocalServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    if (request.url === "/from") response.writeHead(307, { location: "/to" });
    response.end("ok");
  });
  const outbound = createOutbound({ allow: parseAllowList("127.0.0.1") });
  closers.push(server.close, outbound.close);
  return { received, outbound, url: server.origin };
}

test("a request whose caller is certain is sent at once", async () => {
  const { outbound, received, url } = await open();
  await outbound.request({ method: "POST", url: `${url}/a`, body: "1", untilSure: () => undefined });
  expect(received).toEqual(["POST /a"]);
});

test("a request whose caller has lost its claim sends nothing", async () => {
  const { outbound, received, url } = await open();
  const lost = new Error("taken over");
  const untilSure = () => Promise.reject(lost);
  await expect(outbound.request({ method: "POST", url, body: "1", untilSure })).rejects.toBe(lost);
  expect(received).toEqual([]);
});

test("a request that waited long for a connection asks again there, and is sent once when confirmed", async () => {
  const { outbound, received, url } = await open();
  const asked: string[] = [];
  // Sure when the request is begun, not any more when its connection is there, and then again.
  const untilSure = () => {
    asked.push(`${received.length} sent`);
    return asked.length === 2 || asked.length === 3 ? Promise.resolve() : undefined;
  };
  const { status } = await outbound.request({ method: "POST", url: `${url}/a`, body: "1", untilSure });
  expect([status, received]).toEqual([200, ["POST /a"]]);
  expect(asked).toEqual(["0 sent", "0 sent", "0 sent", "0 sent"]);
});

test("each redirect needs confirmation", async () => {
  const { outbound, received, url } = await open();
  const lost = new Error("taken over");
  const untilSure = () => (received.length > 0 ? Promise.reject(lost) : undefined);
  const request = { method: "GET", url: `${url}/from`, redirects: "follow", untilSure } as const;
  await expect(outbound.request(request)).rejects.toBe(lost);
  expect(received).toEqual(["GET /from"]);
});
