import { describe, expect, test } from "vitest";
import { createPolledShop, type Item } from "./fake-poll.ts";
import { getEarlierPosition } from "./position.ts";

const START = Date.parse("2026-03-01T12:00:00Z");
const iso = (second: number) => new Date(START + second * 1000).toISOString();
const made = (second: number, id = second): Item => ({ id, at: iso(second) });
const overlapping = (overlap: object, poll: object = {}) =>
  createPolledShop({ position: "{{ item.at }}", overlap, ...poll });

/** A search whose index shows only some of the items: those from `since` on, in either order. */
function searchOf(items: readonly Item[], order: "oldest" | "newest" = "oldest") {
  return (url: URL): Item[] => {
    const since = url.searchParams.get("since") ?? "";
    const page = Number(url.searchParams.get("page") ?? 1);
    const found = items.filter(({ at = "" }) => String(at) >= since);
    found.sort((a, b) => (String(a.at) < String(b.at) ? -1 : 1));
    if (order === "newest") found.reverse();
    return found.slice((page - 1) * 2, page * 2);
  };
}

const paged = { items: undefined, paging: { items: "body", page: { to: "query.page" } } };

describe.each(["oldest", "newest"] as const)("a list that begins with the %s", (order) => {
  test("tells once of an item that appears below the newest one, within the overlap", async () => {
    const poll = overlapping({ seconds: 60 }, { ...paged, start: "{{ now.iso }}" });
    const items = [made(0)];
    await poll(searchOf(items, order));
    items.push(made(100), made(101));
    expect((await poll(searchOf(items, order))).ids).toEqual([100, 101]);
    items.push(made(50), made(70), made(110));
    expect((await poll(searchOf(items, order))).ids).toEqual([50, 70, 110]);
    // 60 seconds before 110.
    items.push(made(49));
    expect((await poll(searchOf(items, order))).ids).toEqual([]);
    items.push(made(51));
    expect((await poll(searchOf(items, order))).ids).toEqual([51]);
    expect((await poll(searchOf(items, order))).ids).toEqual([]);
  });

  test("reads on behind pages of known items", async () => {
    const poll = overlapping({ seconds: 60 }, { ...paged, start: "{{ now.iso }}" });
    const items = [made(0)];
    await poll(searchOf(items, order));
    for (let second = 1; second <= 50; second++) items.push(made(second));
    const told = new Set<number>();
    for (let i = 0; i < 5; i++) for (const id of (await poll(searchOf(items, order))).ids) told.add(id);
    expect(told.size).toBe(50);
    items.push(made(20, 1020), made(51));
    expect((await poll(searchOf(items, order))).ids).toEqual([1020, 51]);
  });

  test("does not tell of what was there before the first poll", async () => {
    const poll = overlapping({ seconds: 60 }, { ...paged, start: "{{ now.iso }}" });
    const items = [made(-30), made(-10)];
    await poll(searchOf(items, order));
    items.push(made(-20, 7), made(5));
    expect((await poll(searchOf(items, order))).ids).toEqual([5]);
  });
});

test("without an overlap, a late item is not looked for", async () => {
  const poll = createPolledShop({ position: "{{ item.at }}", start: "{{ now.iso }}" });
  await poll(() => []);
  expect((await poll(() => [made(100)])).ids).toEqual([100]);
  expect((await poll(() => [made(50), made(100)])).ids).toEqual([]);
});

test("an overlap by number looks below the highest one, and a list without positions as deep as it says", async () => {
  const byNumber = overlapping({ number: 10 }, { position: "{{ item.id }}" });
  await byNumber(() => [{ id: 100 }]);
  expect(await byNumber(() => [{ id: 120 }, { id: 100 }])).toMatchObject({ ids: [120] });
  const late = await byNumber(() => [{ id: 120 }, { id: 110 }, { id: 109 }, { id: 100 }]);
  expect(late).toEqual({ ids: [110], asked: ["/items?since=110"] });

  const byDepth = createPolledShop({ ...paged, overlap: { number: 5 } });
  const pages = (ids: number[]) => (url: URL) => {
    const page = Number(url.searchParams.get("page"));
    return ids.slice((page - 1) * 2, page * 2).map((id) => ({ id }));
  };
  await byDepth(pages([8, 7, 6, 5, 4, 3, 2, 1]));
  const deep = await byDepth(pages([8, 7, 6, 5, 99, 4, 3, 2, 1]));
  expect(deep.ids).toEqual([99]);
  // One page more, because the third one has news.
  expect(deep.asked).toHaveLength(4);
  expect((await byDepth(pages([8, 7, 6, 5, 99, 4, 3, 2, 1]))).ids).toEqual([]);
});

test("what is remembered is bounded, and nothing is told of twice", async () => {
  const poll = overlapping({ seconds: 86_400 });
  await poll(() => [made(0)]);
  const many = Array.from({ length: 3000 }, (_, i) => made(i + 1));
  expect((await poll(() => many)).ids).toHaveLength(3000);
  const { ids, asked } = await poll(() => many);
  expect(ids).toEqual([]);
  // A thousand seconds before the newest one.
  expect(asked).toEqual([`/items?since=${encodeURIComponent(iso(2001))}`]);
  expect((await poll(() => [...many, made(2500, 9001), made(1500, 9002)])).ids).toEqual([9001]);
  const twins = Array.from({ length: 1500 }, (_, i) => made(4000, 10_000 + i));
  expect((await poll(() => twins)).ids).toHaveLength(1500);
  expect((await poll(() => twins)).ids).toEqual([]);
});

test.each([
  ["2026-03-01T00:00:30.000Z", "2026-02-28T23:59:30.000Z"],
  ["2026-03-01T00:00:30Z", "2026-02-28T23:59:30Z"],
  ["2026-03-01T00:00:30.123456+0000", "2026-02-28T23:59:30.123456+0000"],
  ["2026-03-01 00:00:30 -05:00", "2026-02-28 23:59:30 -05:00"],
  ["2026-03-01T00:00Z", "2026-02-28T23:59Z"],
  ["2026-03-01", "2026-02-28"],
  [1_800_000_000, 1_799_999_940],
  ["1800000000.000200", "1799999940.000200"],
  [1_800_000_000_000, 1_799_999_940_000],
  [30, 0],
  ["yesterday", undefined],
  ["2026-13-45", undefined],
])("a minute before %s is %s", (position, before) => {
  expect(getEarlierPosition(position, { seconds: 60 })).toBe(before);
});

test("numbers of any length are moved back exactly, and a position that cannot be is an error", async () => {
  expect(getEarlierPosition("90071992547409931", { number: 2 })).toBe("90071992547409929");
  expect(getEarlierPosition(5, { number: 9 })).toBe(0);
  const poll = overlapping({ seconds: 60 }, { position: "{{ item.text }}" });
  await expect(poll(() => [{ id: 1, text: "b" }])).rejects.toThrow("cannot be moved back: b");
});

test("the state of a poll from before its connector had an overlap is continued", async () => {
  const poll = overlapping({ seconds: 60 });
  poll.resume({ position: iso(100), keys: ["100"] });
  const { ids, asked } = await poll(() => [made(100), made(70), made(120)]);
  expect(asked).toEqual([`/items?since=${encodeURIComponent(iso(100))}`]);
  expect(ids).toEqual([120]);
  expect((await poll(() => [made(100), made(110), made(120), made(90)])).ids).toEqual([110]);
});
