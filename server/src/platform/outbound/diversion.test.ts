import { afterEach, expect, test } from "vitest";
import { parseAllowList } from "./address-guard.ts";
import { startLocalServer } from "./local-server.ts";
import { createOutbound, type Outbound } from "./outbound.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const HOSTS = ["api.example.com", "*.shop.example"];

/** A server in place of some hosts, and what it was asked. */
async function openDiverted(allow = ""): Promise<{ outbound: Outbound; origin: string; asked: string[] }> {
  const asked: string[] = [];
  const { origin, close } = await startLocalServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.endsWith("/moved")) reply.writeHead(302, { location: "/there" }).end();
    else if (request.url?.endsWith("/away"))
      reply.writeHead(302, { location: "https://big.shop.example/x" }).end();
    else reply.end(`${request.headers["x-key"] ?? "no key"}`);
  });
  const outbound = createOutbound({ allow: parseAllowList(allow), diversion: { origin, hosts: HOSTS } });
  closers.push(close, outbound.close);
  return { outbound, origin, asked };
}

test("a request for a diverted host goes there, and its response names the address that was asked for", async () => {
  const { outbound, asked } = await openDiverted();
  const url = "https://api.example.com/v1/things?limit=2";
  const response = await outbound.request({ method: "POST", url, headers: { "X-Key": "k" }, body: "{}" });
  expect(response.body.toString()).toBe("k");
  expect(response.url).toBe(url);
  expect(asked).toEqual(["POST /api.example.com/v1/things?limit=2"]);
});

test("fetch, streams and redirects are diverted like requests", async () => {
  const { outbound, asked } = await openDiverted();
  const fetched = await outbound.fetch("https://api.example.com/moved", { headers: { "X-Key": "k" } });
  expect(await fetched.text()).toBe("k");
  expect(fetched.url).toBe("https://api.example.com/there");
  const { stream } = await outbound.request({
    method: "GET",
    url: "https://a.shop.example/file",
    streams: () => true,
  });
  expect((await stream?.toArray())?.join("")).toBe("no key");
  expect(asked).toEqual([
    "GET /api.example.com/moved",
    "GET /api.example.com/there",
    "GET /a.shop.example/file",
  ]);
});

test("a redirect to another diverted host loses its credentials as between real hosts", async () => {
  const { outbound, asked } = await openDiverted();
  const headers = { "X-Key": "k" };
  const url = "https://api.example.com/away";
  const response = await outbound.request({ method: "GET", url, headers, redirects: "follow" });
  expect(response).toMatchObject({ url: "https://big.shop.example/x", body: Buffer.from("no key") });
  expect(asked.at(-1)).toBe("GET /big.shop.example/x");
});

test.each([
  "https://example.com/",
  "https://shop.example/",
  "https://api.example.com:8443/",
  "https://x.api.example.com/",
])("%s is not diverted", async (url) => {
  const { outbound, asked } = await openDiverted();
  expect(outbound.browserUrl(url)).toBe(url);
  await outbound.request({ method: "GET", url, timeoutMs: 100 }).catch(() => {});
  expect(asked).toEqual([]);
});

test("the server in place of others is reached for them only", async () => {
  const { outbound, origin, asked } = await openDiverted();
  await expect(outbound.request({ method: "GET", url: `${origin}/api.example.com/` })).rejects.toThrow(
    /not public/,
  );
  expect(asked).toEqual([]);
});

test("an address that the guard refuses is not diverted", async () => {
  const { outbound, asked } = await openDiverted();
  const url = "http://api.example.com/";
  await expect(outbound.request({ method: "GET", url })).rejects.toThrow(/https/);
  expect(asked).toEqual([]);
});

test("credentials are not diverted to a public address", async () => {
  const outbound = createOutbound({
    allow: parseAllowList("0.0.0.0/0"),
    diversion: { origin: "http://8.8.8.8:4010", hosts: HOSTS },
  });
  closers.push(outbound.close);
  const sent = outbound.request({ method: "GET", url: "https://api.example.com/" });
  await expect(sent).rejects.toMatchObject({ code: "blocked" });
});

test("browsers find a diverted page at its other address", async () => {
  const { outbound, origin } = await openDiverted();
  const url = "https://a.shop.example/authorize?client_id=7&state=a%20b";
  expect(outbound.browserUrl(url)).toBe(`${origin}/a.shop.example/authorize?client_id=7&state=a%20b`);
});
