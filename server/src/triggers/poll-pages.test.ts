import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestShop, type TestShop } from "./test-shop.ts";

// Two of them exceed the limit of one poll.
const LARGE = "x".repeat(6 * 1024 * 1024);

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

function add(list: string, ...ids: number[]): void {
  const at = (id: number) => new Date(1_800_000_000_000 + id * 1000).toISOString();
  const things = ids.map((id) => ({ id, at: at(id), echo: LARGE }));
  shop.things.set(list, [...(shop.things.get(list) ?? []), ...things]);
}

/**
 * A new account whose config has a new workflow on that has polled the list once; returns readers of its events and
 * state.
 */
async function watching(list: string) {
  add(list, 1);
  await shop.server.account(list);
  const workflow = await shop.publish({ event: "new_on_page", input: { list } });
  await shop.connect(list);
  await shop.configure(list, [{ id: workflow, enabled: true }]);
  await shop.pass();
  const { db } = shop.server.deps;
  const subscription = db.selectFrom("trigger_subscriptions").where("workflow_id", "=", workflow);
  return {
    told: async () => (await shop.runs(list, workflow)).map(({ input }) => (input as { id: number }).id),
    state: () => subscription.select(["status", "last_error"]).executeTakeFirst(),
  };
}

test("items beyond one page are requested immediately afterwards", async () => {
  const { told, state } = await watching("a");
  add("a", 2, 3, 4);
  await shop.pass();
  expect((await told()).sort()).toEqual([2, 3, 4]);
  expect(await state()).toEqual({ status: "active", last_error: null });
  await shop.pass();
  expect(await told()).toHaveLength(3);
});

test("items that the provider no longer lists are reported as lost, and the next poll continues", async () => {
  const { told, state } = await watching("b");
  const { answer } = shop.api;
  shop.api.answer = (request) =>
    request.url.includes("page=3") ? { status: 400 } : (answer?.(request) as { status: number });
  add("b", 2, 3, 4);
  await shop.pass();
  expect(await state()).toEqual({ status: "active", last_error: null });
  // One more page, then the refused one again.
  await shop.pass();
  await shop.pass();
  expect(await state()).toEqual({
    status: "broken",
    last_error: expect.stringContaining("were missed"),
  });
  expect((await told()).sort()).toEqual([3, 4]);
  add("b", 5);
  await shop.pass();
  shop.api.answer = answer;
  expect((await told()).sort()).toEqual([3, 4, 5]);
  expect(await state()).toEqual({ status: "active", last_error: null });
});
