import { afterEach, expect, test } from "vitest";
import type { Simulator, SimulatorOptions } from "./simulator.ts";
import { startSimulator } from "./start-simulator.ts";

let simulator: Simulator;
afterEach(() => simulator.close());

async function start(options: SimulatorOptions): Promise<void> {
  simulator = await startSimulator(options);
}

const SLACK = "/slack.com/api";

async function ask(path: string, init: { method?: string; token?: string; body?: unknown } = {}) {
  const { method = "GET", token, body } = init;
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(simulator.url + path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

const ACME = "xoxb-good-bot-token";
const GLOBEX = "xoxb-good-bot-token-globex";
const post = (token: string, text: string) =>
  ask(`${SLACK}/chat.postMessage`, { method: "POST", token, body: { channel: "C00000001", text } });
const newest = async (token: string) => {
  const { body } = await ask(`${SLACK}/conversations.history?channel=C00000001&limit=1`, { token });
  return body.messages[0].text;
};

test("each account has a state of its own, named after the key", async () => {
  await start({ applications: ["slack"] });
  await post(ACME, "For Acme");
  await post(GLOBEX, "For Globex");
  expect([await newest(ACME), await newest(GLOBEX), await newest(`${ACME}-new`)]).toEqual([
    "For Acme",
    "For Globex",
    "Message 200",
  ]);
});

test("another account's credentials have its name after each secret, and nothing else changes", async () => {
  await start({ applications: ["slack", "shopify"] });
  const [slack, shopify] = simulator.applications;
  expect(slack?.credentialsOf("globex")).toEqual({ ...slack?.credentials, bot_token: GLOBEX });
  expect(slack?.credentialsOf("acme")).toEqual(slack?.credentials);
  expect(shopify?.settings).toEqual({ shop: "my-shop" });
});

test("applications live in the time that they are given", async () => {
  let nowMs = Date.UTC(2031, 0, 1);
  const delivered: Record<string, string>[] = [];
  await start({
    applications: ["slack"],
    now: () => nowMs,
    deliver: async ({ headers }) => {
      delivered.push(headers);
      return { status: 500, body: "" };
    },
  });
  await post(ACME, "In 2031");
  nowMs += 1000;
  await post(ACME, "A second later");
  const { body } = await ask(`${SLACK}/conversations.history?channel=C00000001&limit=2`, { token: ACME });
  expect(body.messages.map(({ ts }: { ts: string }) => Number(ts))).toEqual([1_924_992_001, 1_924_992_000]);
  await simulator.happen({ application: "slack", trigger: "event", url: "https://junctor.example/hook" });
  expect(delivered[0]?.["x-slack-request-timestamp"]).toBe("1924992001");
  expect(Date.now()).toBeLessThan(nowMs);
});

test.each(["xoxb-other", `${ACME}x`, `${ACME}-`, `${ACME}-UP`, `${ACME}-acme_1_2_1`])(
  "the vendor refuses the token %s",
  async (token) => {
    await start({ applications: ["slack"] });
    expect((await ask(`${SLACK}/auth.test`, { token })).body).toEqual({ ok: false, error: "invalid_auth" });
  },
);

test("what an imitation does not remember is answered as documented, to those who may ask", async () => {
  await start({ applications: ["slack"] });
  const pin = (token?: string) =>
    ask(`${SLACK}/pins.add`, { method: "POST", token, body: { channel: "C00000001", timestamp: "1.2" } });
  expect((await pin(ACME)).body).toEqual({ ok: true });
  expect((await pin("xoxb-other")).body).toEqual({ ok: false, error: "invalid_auth" });
  simulator.fault({ application: "slack", kind: "revoked", account: "Acme" });
  expect((await pin(ACME)).body).toEqual({ ok: false, error: "invalid_auth" });
  expect((await pin(GLOBEX)).body).toEqual({ ok: true });
  expect((await ask(`${SLACK}/no.such.method`, { token: GLOBEX })).body).toEqual({
    ok: false,
    error: "unknown_method",
  });
});

test("a request for another host is refused with a sentence", async () => {
  await start({ applications: ["slack"] });
  expect(await ask("/api.hubapi.com/crm")).toEqual({
    status: 404,
    body: { error: "The simulator does not play api.hubapi.com." },
  });
});

test("another customer's host stands for the documented one", async () => {
  await start({ applications: ["shopify"] });
  expect(simulator.hosts).toContain("*.myshopify.com");
  const headers = { "x-shopify-access-token": "shpat_good00000000000000-globex" };
  const shop = "/globex.myshopify.com/admin/api/2026-01";
  const response = await fetch(`${simulator.url}${shop}/shop.json`, { headers });
  expect(response.status).not.toBe(401);
});

test.each([
  ["limit", { status: 429 }],
  ["outage", { status: 503 }],
  ["garbage", { status: 200, body: '{"items":[{"id' }],
] as const)("the fault %s meets the next matching requests and no others", async (kind, expected) => {
  await start({ applications: ["slack"] });
  simulator.fault({ application: "slack", kind, times: 2, match: "GET /api/auth.test" });
  expect((await post(ACME, "x")).status).toBe(200);
  const test = () =>
    ask(`${SLACK}/auth.test`, { token: ACME }).catch((error: unknown) => ({ status: error }));
  if (kind === "garbage") {
    const texts = async () => (await fetch(`${simulator.url}${SLACK}/auth.test`)).text();
    expect([await texts(), await texts()]).toEqual([expected.body, expected.body]);
  } else expect([(await test()).status, (await test()).status]).toEqual([expected.status, expected.status]);
  expect(await test()).toMatchObject({ status: 200, body: { ok: true } });
  expect(simulator.requests().filter(({ fault }) => fault === kind)).toHaveLength(2);
});

test("a cut answer ends the connection after the request had its effect", async () => {
  await start({ applications: ["slack"] });
  simulator.fault({ application: "slack", kind: "cut", match: "postMessage" });
  await expect(post(ACME, "Lost answer")).rejects.toThrow();
  expect(await newest(ACME)).toBe("Lost answer");
  expect(simulator.requests("slack")[0]).toMatchObject({ status: 0, fault: "cut" });
});

test("after a reset nothing is left", async () => {
  await start({ applications: ["slack"] });
  await post(ACME, "Gone");
  simulator.fault({ application: "slack", kind: "revoked" });
  simulator.fault({ application: "slack", kind: "outage" });
  simulator.reset();
  expect(simulator.requests()).toEqual([]);
  expect(await newest(ACME)).toBe("Message 200");
});

test("the control interface does the same over HTTP", async () => {
  await start({ applications: ["slack"] });
  const control = (path: string, body?: unknown) =>
    ask(`/_simulator${path}`, { method: body === undefined ? "GET" : "POST", body });
  expect((await control("/hosts")).body).toEqual({ hosts: ["slack.com"] });
  expect((await control("/applications")).body.applications).toMatchObject([
    { application: "slack", name: "Slack", consent: true, credentials: { bot_token: ACME } },
  ]);
  expect((await control("/faults", { application: "slack", kind: "limit" })).status).toBe(200);
  expect((await ask(`${SLACK}/auth.test`, { token: ACME })).status).toBe(429);
  await post(ACME, "Said");
  const { requests } = (await control("/requests?application=slack&match=POST")).body;
  expect(requests).toMatchObject([
    { method: "POST", url: "https://slack.com/api/chat.postMessage", status: 200 },
  ]);
  expect((await control("/happen", { application: "slack", trigger: "new_message" })).body).toEqual({
    deliveries: [],
  });
  expect(await newest(ACME)).toBe("Second");
  expect((await control("/reset", {})).status).toBe(200);
  expect((await control("/requests")).body).toEqual({ requests: [] });
});

test.each([
  ["/faults", { application: "slak", kind: "limit" }, /does not play "slak"\. Did you mean slack\?/],
  ["/faults", { application: "slack", kind: "boom" }, /kind must be one of limit, outage/],
  ["/faults", { application: "slack", kind: "limit", times: 0 }, /times must be a whole number from 1/],
  ["/faults", { application: "slack", kind: "limit", match: 7 }, /match must be a text/],
  ["/faults", [], /must be a JSON object/],
  ["/happen", { application: "slack" }, /trigger must be the name/],
  ["/happen", { application: "slack", trigger: "app_mentio" }, /Did you mean app_mention\?/],
  ["/happen", { application: "slack", trigger: "app_mention" }, /Nobody registered an address/],
  [
    "/happen",
    { application: "slack", trigger: "app_mention", url: "file:///x" },
    /url must be a web address/,
  ],
])("the control interface refuses %s %o", async (path, body, sentence) => {
  await start({ applications: ["slack"] });
  const reply = await ask(`/_simulator${path}`, { method: "POST", body });
  expect(reply).toMatchObject({ status: 400, body: { error: expect.stringMatching(sentence) } });
});

test("an unknown control operation names those that there are", async () => {
  await start({ applications: ["slack"] });
  const { status, body } = await ask("/_simulator/fault", { method: "POST", body: {} });
  expect([status, body.error]).toEqual([
    404,
    expect.stringMatching(/^There is no POST \/fault\. There are GET \/_simulator\/hosts/),
  ]);
});

test("an application that there is not is refused", async () => {
  await start({ applications: ["slack"] });
  await expect(startSimulator({ applications: ["slak"] })).rejects.toThrow(
    'There is no application "slak" to simulate. Did you mean slack?',
  );
});
