import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getRenewalTime } from "./keep-subscription.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";

let shop: TestShop;
let count = 0;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

interface Hook {
  id: string;
  url: string;
  secret: string;
}

/** A new account that watches a list of its own; `renewals` are the provider's answers to checks and renewals. */
async function watching(event: string) {
  const name = `${event}-${++count}`;
  const renewals: string[] = [];
  const state = { answer: (_hook: string): { status: number; body: object } => ({ status: 200, body: {} }) };
  const usual = shop.api.answer;
  let now = () => Date.now();
  shop.api.answer = (request) => {
    const { pathname } = new URL(request.url, shop.api.url);
    const [, id = ""] = /^\/hooks\/(.+)$/.exec(pathname) ?? [];
    if (request.method === "POST" && pathname === "/hooks" && request.body.includes(`"${name}"`)) {
      const made = usual?.(request);
      if (made === undefined || made instanceof Promise) throw new Error("The shop answers at once.");
      const expires_at = new Date(now() + 3_600_000).toISOString();
      return { ...made, body: JSON.stringify({ ...JSON.parse(String(made.body)), expires_at }) };
    }
    const isOwn = shop.hooks.get(id)?.list === name || state.answer(id).status !== 200;
    if (!["GET", "PATCH"].includes(request.method) || id === "" || !isOwn) return usual?.(request);
    renewals.push(`${request.method} ${id}`);
    const { status, body } = shop.hooks.has(id) ? state.answer(id) : { status: 404, body: {} };
    return {
      status,
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify(body),
    };
  };
  state.answer = () => ({ status: 200, body: { active: true } });
  await shop.server.account(name);
  const workflow = await shop.publish({ event, input: { list: name } });
  await shop.connect(name);
  await shop.configure(name, [{ id: workflow, enabled: true }]);
  now = () => shop.server.deps.clock.now().getTime();
  await shop.pass();
  return {
    name,
    workflow,
    state,
    renewals,
    nowMs: () => now(),
    hook: (): Hook => {
      const [id, hook] = [...shop.hooks].findLast(([, { list }]) => list === name) ?? [];
      if (id === undefined || hook === undefined) throw new Error("The provider has no subscription.");
      return { id, ...hook };
    },
    row: () => shop.subscription(workflow),
    ids: async () => (await shop.idsSeen({ account: name, workflow })).sort(),
    health: async () => {
      const url = "/api/v2/public/linked-account/integration/shop/health";
      const reply = await shop.server.request({ url, key: shop.server.testKey, account: name });
      return reply.body.connections[0];
    },
    nextInS: async () => {
      const row = await shop.subscription(workflow);
      return Math.round(((row?.next_at?.getTime() ?? 0) - (row?.updated_at.getTime() ?? 0)) / 1000);
    },
  };
}

async function deliver({ url, secret }: Hook, id: number): Promise<number> {
  const body = JSON.stringify({ id });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const headers = { "x-signature": signature };
  return (await shop.server.request({ method: "POST", url: new URL(url).pathname, body, headers })).status;
}

test("a subscription that the provider ended is noticed, told, made again, and what it missed starts runs once", async () => {
  const { name, hook, renewals, ids, row, health } = await watching("kept");
  const first = hook();
  shop.add(name, 1);
  expect(await deliver(first, 1)).toBe(200);
  await shop.pass(3700);
  expect(renewals).toEqual([`GET ${first.id}`]);
  expect(hook().id).toBe(first.id);
  expect(await ids()).toEqual([1]);

  shop.hooks.delete(first.id);
  shop.add(name, 2, 3);
  await shop.pass(3700);
  const second = hook();
  expect(second).toMatchObject({ url: first.url, secret: first.secret });
  expect(second.id).not.toBe(first.id);
  expect(await ids()).toEqual([1, 2, 3]);
  expect(await row()).toMatchObject({ status: "active", subscribed: true, last_error: null, failures: 0 });
  const { status, timeline } = await health();
  expect(status).toBe("healthy");
  const lost =
    "Trigger kept: Shop ended the subscription. Junctor subscribes again and reads what was missed.";
  expect(timeline).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: "trigger_failed", message: lost })]),
  );
  expect(await deliver(second, 3)).toBe(200);
  expect(await deliver(second, 4)).toBe(200);
  expect(await ids()).toEqual([1, 2, 3, 4]);
});

test("what was missed is read after all if the provider cannot list it at first", async () => {
  const { name, hook, ids, row } = await watching("kept");
  shop.hooks.delete(hook().id);
  shop.add(name, 1);
  const usual = shop.api.answer;
  shop.api.answer = (request) =>
    request.url.startsWith(`/things?list=${name}`) ? { status: 503 } : usual?.(request);
  await shop.pass(3700);
  expect(await row()).toMatchObject({ status: "broken", subscribed: true });
  shop.api.answer = usual;
  await shop.pass(61);
  expect(await ids()).toEqual([1]);
  expect(await row()).toMatchObject({ status: "active", failures: 0 });
});

test("things of another list that the config now names were not missed", async () => {
  const account = await shop.account();
  const input = { list: "{{ config.list }}" };
  const fields = { data_slots: [{ id: "list", name: "List", field_type: "text" }] };
  const workflow = await shop.publish({ event: "kept", input }, fields);
  await shop.connect(account);
  const choose = (list: string) =>
    shop.configure(account, [{ id: workflow, enabled: true, fields: { list } }]);
  shop.add("one", 1);
  shop.add("other", 1, 2);
  for (const list of ["one", "other"]) {
    await choose(list);
    await shop.pass();
  }
  expect(await shop.subscription(workflow)).toMatchObject({ status: "active", subscribed: true });
  expect(await shop.idsSeen({ account, workflow })).toEqual([]);
});

test("a subscription that the provider switched off is replaced, and events that were never delivered are read", async () => {
  const { name, hook, state, ids } = await watching("kept");
  const first = hook();
  shop.add(name, 1);
  state.answer = (id) => ({ status: 200, body: { active: id !== first.id } });
  await shop.pass(3700);
  expect(hook().id).not.toBe(first.id);
  expect(shop.hooks.has(first.id)).toBe(false);
  expect(await ids()).toEqual([1]);
  // The provider accepted our address and failed to deliver: only the list knows.
  shop.add(name, 2);
  await shop.pass(3700);
  expect(await ids()).toEqual([1, 2]);
});

test("what happened before the subscription starts nothing, and a review asks the provider for nothing", async () => {
  shop.add(`kept-${count + 1}`, 1, 2);
  const { renewals, name, workflow, ids } = await watching("kept");
  expect(await ids()).toEqual([]);
  await shop.configure(name, [{ id: workflow, enabled: true }]);
  await shop.pass(1);
  expect(renewals).toEqual([]);
});

test("a subscription is prolonged before it ends, again and again, as it says each time", async () => {
  const { hook, state, renewals, nextInS, nowMs, row } = await watching("prolonged");
  const { id } = hook();
  expect(await nextInS()).toBe(2700);
  state.answer = () => ({ status: 200, body: { expires_at: Math.floor(nowMs() / 1000) + 8000, round: 2 } });
  await shop.pass(2701);
  expect(renewals).toEqual([`PATCH ${id}`]);
  expect(Math.abs((await nextInS()) - 6000)).toBeLessThanOrEqual(1);
  await shop.pass(3000);
  expect(renewals).toHaveLength(1);
  state.answer = () => ({ status: 200, body: { round: 3 } });
  await shop.pass(3001);
  expect(renewals).toHaveLength(2);
  // Nothing is said of the end any more: it is renewed once a day.
  expect(await nextInS()).toBe(86_400);
  expect(hook().id).toBe(id);
  expect(await row()).toMatchObject({ status: "active" });
});

test("an outage on renewal keeps the subscription, is retried, and told as what it is", async () => {
  const { hook, state, row, nowMs } = await watching("prolonged");
  const { id } = hook();
  state.answer = () => ({ status: 503, body: {} });
  await shop.pass(2701);
  expect(await row()).toMatchObject({ status: "broken", subscribed: true, failures: 1 });
  expect(hook().id).toBe(id);
  state.answer = () => ({ status: 200, body: { expires_at: Math.floor(nowMs() / 1000) + 4000 } });
  await shop.pass(31);
  expect(await row()).toMatchObject({ status: "active", failures: 0, last_error: null });
  expect(hook().id).toBe(id);
});

test("a subscription of a fixed time without a renewal is made anew before it ends, and nobody is told", async () => {
  const { hook, nextInS, health } = await watching("brief");
  const { id } = hook();
  expect(await nextInS()).toBe(5400);
  await shop.pass(5401);
  expect(hook().id).not.toBe(id);
  expect(shop.hooks.has(id)).toBe(false);
  expect(await nextInS()).toBe(5400);
  const { status, timeline } = await health();
  expect(status).toBe("healthy");
  expect(timeline.map(({ kind }: { kind: string }) => kind)).not.toContain("trigger_failed");
});

test("a repair that fails is told until it succeeds", async () => {
  const { hook, row, health, name } = await watching("kept");
  const { id } = hook();
  shop.hooks.delete(id);
  const usual = shop.api.answer;
  shop.api.answer = (request) =>
    request.method === "POST" && request.body.includes(`"${name}"`)
      ? { status: 422, headers: { connection: "close" }, body: "{}" }
      : usual?.(request);
  await shop.pass(3700);
  expect(await row()).toMatchObject({ status: "broken", subscribed: false, failures: 1 });
  expect(await health()).toMatchObject({ status: "degraded" });
  shop.api.answer = usual;
  await shop.pass(31);
  expect(await row()).toMatchObject({ status: "active", subscribed: true });
  expect(await health()).toMatchObject({ status: "healthy" });
});

test("renewals come with a quarter of the life left, at least once a period, and never at once", () => {
  expect(getRenewalTime({}, 60_000, 0)).toBe(60_000_000);
  expect(getRenewalTime({ endsAtMs: 1_000_000 }, 60_000, 0)).toBe(750_000);
  expect(getRenewalTime({ endsAtMs: 1e12 }, 60_000, 0)).toBe(60_000_000);
  expect(getRenewalTime({ endsAtMs: -5 }, 60_000, 0)).toBe(60_000);
});
