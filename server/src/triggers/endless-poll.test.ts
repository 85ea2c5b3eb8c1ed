import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestShop, type TestShop } from "./test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

const at = (id: number) => new Date(1_800_000_000_000 + id * 1000).toISOString();

type Page = { items: object[]; next?: string };

/** A new account that watches a list whose pages `answer` makes; counts the requests. */
async function watching(list: string, answer: (after: string) => Page) {
  const usual = shop.api.answer;
  let asked = 0;
  const state = { answer };
  shop.api.answer = (request) => {
    const { pathname, searchParams } = new URL(request.url, shop.api.url);
    if (pathname !== "/chain" || searchParams.get("list") !== list) return usual?.(request);
    asked++;
    return {
      status: 200,
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify(state.answer(searchParams.get("after") ?? "")),
    };
  };
  await shop.server.account(list);
  const workflow = await shop.publish({ event: "new_in_chain", input: { list } });
  await shop.connect(list);
  await shop.configure(list, [{ id: workflow, enabled: true }]);
  await shop.pass();
  return {
    state,
    ids: () => shop.idsSeen({ account: list, workflow }),
    row: () => shop.subscription(workflow),
    /** Requests since the last call. */
    requests: () => {
      const count = asked;
      asked = 0;
      return count;
    },
    health: async () => {
      const url = "/api/v2/public/linked-account/integration/shop/health";
      const reply = await shop.server.request({ url, key: shop.server.testKey, account: list });
      return reply.body.connections[0];
    },
  };
}

const CIRCLE = 'leads back to the page "A"';
const CIRCLE_IDS: Record<string, number> = { "": 9, A: 8, B: 7 };
const circle = (after: string): Page => {
  const id = CIRCLE_IDS[after] ?? 0;
  return { items: [{ id, at: at(id) }], next: after === "A" ? "B" : "A" };
};

test("a list that leads in a circle pauses ever longer, says so, and loses nothing once it is mended", async () => {
  const { state, ids, row, requests, health } = await watching("circle", () => ({ items: [] }));
  requests();
  state.answer = circle;
  const pauses: number[] = [];
  for (let i = 0; i < 4; i++) {
    await shop.pass(3600);
    const broken = await row();
    expect(broken).toMatchObject({
      status: "broken",
      failures: i + 1,
      last_error: expect.stringContaining(CIRCLE),
    });
    pauses.push(Math.round(((broken?.next_at?.getTime() ?? 0) - (broken?.updated_at.getTime() ?? 0)) / 1000));
  }
  expect(pauses).toEqual([30, 60, 120, 240]);
  expect(requests()).toBe(4 * 3);
  expect(await ids()).toEqual([]);
  expect(await health()).toMatchObject({
    status: "degraded",
    cause: "Events from Shop are not arriving as they should.",
    detail: expect.stringContaining(CIRCLE),
    timeline: expect.arrayContaining([
      expect.objectContaining({ kind: "trigger_failed", message: expect.stringContaining("new_in_chain") }),
    ]),
  });
  state.answer = (after) => ({ ...circle(after), ...(after === "A" && { next: undefined }) });
  await shop.pass(3600);
  expect(await ids()).toEqual([8, 9]);
  expect(await row()).toMatchObject({ status: "active", failures: 0, last_error: null });
  expect(await health()).toMatchObject({ status: "healthy" });
});

test("empty pages without an end are read a hundred at a time, ever more rarely", async () => {
  let page = 0;
  const { state, ids, row, requests } = await watching("empty", () => ({ items: [] }));
  requests();
  state.answer = () => ({ items: [], next: `page-${++page}` });
  for (let i = 0; i < 3; i++) {
    await shop.pass(3600);
    expect(requests()).toBe(100);
    expect(await row()).toMatchObject({
      status: "broken",
      failures: i + 1,
      last_error: "Shop sends pages without new items, and always names another page.",
    });
  }
  state.answer = (after) =>
    after === "page-300" ? { items: [{ id: 1, at: at(1) }] } : { items: [], next: "x" };
  await shop.pass(3600);
  expect(await ids()).toEqual([1]);
  expect(await row()).toMatchObject({ status: "active", failures: 0 });
});

test("the same items on ever new pages are not asked for again at once", async () => {
  let page = 0;
  const { state, ids, row, requests } = await watching("same", () => ({ items: [] }));
  requests();
  state.answer = () => ({ items: [{ id: ++page % 2, at: at(page % 2) }], next: `page-${page}` });
  await shop.pass(3600);
  expect((await ids()).sort()).toEqual([0, 1]);
  expect(requests()).toBe(200);
  expect(await row()).toMatchObject({
    status: "broken",
    failures: 1,
    last_error: "The provider sends the same items again on every further page.",
  });
});

test("an empty page in the middle does not end a poll", async () => {
  const { state, ids } = await watching("gap", () => ({ items: [] }));
  state.answer = (after) => {
    if (after === "") return { items: [{ id: 3, at: at(3) }], next: "A" };
    if (after === "A") return { items: [], next: "B" };
    if (after === "B") return { items: [], next: "C" };
    return { items: [{ id: 2, at: at(2) }] };
  };
  await shop.pass();
  expect(await ids()).toEqual([2, 3]);
});

test("a workflow that cannot be polled as it is set up is told of in the connection's health", async () => {
  const { state, health, row } = await watching("refused", () => ({ items: [] }));
  const usual = shop.api.answer;
  shop.api.answer = (request) =>
    request.url.startsWith("/chain") ? { status: 404, body: "{}" } : usual?.(request);
  await shop.pass();
  shop.api.answer = usual;
  expect(await row()).toMatchObject({ status: "broken" });
  expect(await health()).toMatchObject({
    status: "degraded",
    detail: expect.stringContaining("new_in_chain"),
  });
  state.answer = () => ({ items: [] });
  await shop.pass(3600);
  expect(await health()).toMatchObject({ status: "healthy" });
});

test("the same trouble is told ever more rarely, another one at once", async () => {
  const { state, health } = await watching("troubled", () => ({ items: [] }));
  const told = async () => {
    const { timeline } = await health();
    return timeline.filter(({ kind }: { kind: string }) => kind === "trigger_failed").length;
  };
  state.answer = circle;
  const counts: number[] = [];
  for (let failures = 1; failures <= 6; failures++) {
    await shop.pass(3600);
    counts.push(await told());
  }
  expect(counts).toEqual([1, 2, 3, 3, 4, 4]);
  const usual = shop.api.answer;
  shop.api.answer = (request) =>
    request.url.startsWith("/chain") ? { status: 404, body: "{}" } : usual?.(request);
  await shop.pass(3600);
  shop.api.answer = usual;
  expect(await told()).toBe(5);
});
