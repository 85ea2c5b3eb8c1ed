import { describe, expect, test } from "vitest";
import { parseJson } from "../../../../platform/json/parse-json.ts";
import { type Item, createPolledShop as shop } from "./fake-poll.ts";
import { comparePositions } from "./position.ts";

const at = (id: number): Item => ({ id, at: `2026-03-01T12:00:${String(id).padStart(2, "0")}Z` });

describe("a poll by position", () => {
  const byTime = { position: "{{ item.at }}" };

  test("begins with what is there, then tells of each item once, oldest first", async () => {
    const poll = shop(byTime);
    expect(await poll(() => [at(2), at(1)])).toEqual({ ids: [], asked: ["/items"] });
    const second = await poll(() => [at(4), at(3), at(2), at(1)]);
    expect(second).toEqual({ ids: [3, 4], asked: ["/items?since=2026-03-01T12%3A00%3A02Z"] });
    expect((await poll(() => [at(4), at(3)])).ids).toEqual([]);
  });

  test("tells of a second item at the newest position, and not again of the first", async () => {
    const poll = shop(byTime);
    await poll(() => [at(1)]);
    const twin = { id: 7, at: at(1).at };
    expect((await poll(() => [at(1), twin])).ids).toEqual([7]);
    expect((await poll(() => [twin, at(1)])).ids).toEqual([]);
    expect((await poll(() => [twin, at(1), at(2)])).ids).toEqual([2]);
  });

  test("of an empty list tells of the first item that comes", async () => {
    const poll = shop(byTime);
    expect((await poll(() => [])).ids).toEqual([]);
    expect((await poll(() => [at(1)])).ids).toEqual([1]);
  });

  test("may begin at a moment of its own, and goes on from there", async () => {
    const poll = shop({ ...byTime, start: "{{ now.iso }}" });
    const since = encodeURIComponent("2026-03-01T12:00:00.000Z");
    expect((await poll(() => [])).asked).toEqual([`/items?since=${since}`]);
    expect(await poll(() => [at(5)])).toEqual({ ids: [5], asked: [`/items?since=${since}`] });
  });

  test("compares numbers as numbers, of any length", async () => {
    const poll = shop(byTime);
    const big = (n: number) => `10000000000000000${n}`;
    await poll(() => [{ id: 1, at: big(9) }]);
    const later = [
      { id: 2, at: `${big(9)}0` },
      { id: 3, at: big(8) },
      { id: 4, at: "9" },
    ];
    expect((await poll(() => later)).ids).toEqual([2]);
    expect(comparePositions(9, "10")).toBeLessThan(0);
    expect(comparePositions("1.5", "1.25")).toBeGreaterThan(0);
    expect(comparePositions("b", "a")).toBeGreaterThan(0);
    expect(comparePositions("1e3", "5")).toBeLessThan(0);
  });

  test("says that the positions are nowhere, instead of telling of everything", async () => {
    await expect(shop({ position: "{{ item.when }}" })(() => [at(1)])).rejects.toThrow(
      "no item with its position",
    );
    await expect(shop({ key: "{{ item.id }}-{{ item.none }}" })(() => [at(1)])).rejects.toThrow(
      "without its key",
    );
  });
});

describe("a poll by keys alone", () => {
  test("remembers every item of the last answer, however many, and a thousand before", async () => {
    const poll = shop({});
    const many = Array.from({ length: 3000 }, (_, i) => ({ id: i }));
    await poll(() => many);
    expect((await poll(() => many)).ids).toEqual([]);
    expect((await poll(() => [...many, { id: 3000 }])).ids).toEqual([3000]);
    await poll(() => [{ id: 1 }]);
    expect((await poll(() => [{ id: 0 }, { id: 998 }])).ids).toEqual([]);
  });

  test("tells of what is new oldest first, wherever the list begins", async () => {
    const newestFirst = shop({});
    await newestFirst(() => [{ id: 1 }]);
    expect((await newestFirst(() => [{ id: 3 }, { id: 2 }, { id: 1 }])).ids).toEqual([2, 3]);
    const oldestFirst = shop({});
    await oldestFirst(() => [{ id: 1 }]);
    expect((await oldestFirst(() => [{ id: 1 }, { id: 2 }, { id: 3 }])).ids).toEqual([2, 3]);
  });

  test("tells of an item that comes on two pages once, and may number the items", async () => {
    const poll = shop({ key: "{{ index }}", position: "{{ index }}" });
    await poll(() => [{ id: 5 }, { id: 6 }]);
    expect((await poll(() => [{ id: 5 }, { id: 6 }, { id: 7 }])).ids).toEqual([7]);
    const twice = shop({});
    await twice(() => []);
    expect((await twice(() => [{ id: 1 }, { id: 1 }])).ids).toEqual([1]);
  });
});

describe("pages of a poll", () => {
  const paged = {
    items: undefined,
    paging: { items: "body", page: { to: "query.page" } },
    position: "{{ item.at }}",
  };
  const byPosition = { position: "{{ item.at }}" };
  const byKey = { position: undefined };
  const descending = (newest: number) => (url: URL) => {
    const first = newest - (Number(url.searchParams.get("page")) - 1) * 2;
    return [first, first - 1].filter((id) => id > 0).map((id) => ({ id, at: id }));
  };

  test("are read up to what is known", async () => {
    const poll = shop(paged);
    expect((await poll(descending(100))).asked.length).toBe(10);
    const { ids, asked } = await poll(descending(105));
    expect(ids).toEqual([101, 102, 103, 104, 105]);
    expect(asked.length).toBe(4);
  });

  test("are read further than ten where the list begins with the newest, as the rest would be lost", async () => {
    const poll = shop(paged);
    await poll(descending(100));
    const { ids } = await poll(descending(150));
    expect(ids).toEqual(Array.from({ length: 50 }, (_, i) => 101 + i));
  });

  test("of a list that begins with the cursor are read ten at a time, and nothing is lost", async () => {
    const poll = shop({ ...paged, start: "0" });
    const ascending = (newest: number) => (url: URL) => {
      const first = Number(url.searchParams.get("since")) + (Number(url.searchParams.get("page")) - 1) * 2;
      return [first, first + 1].filter((id) => id > 0 && id <= newest).map((id) => ({ id, at: id }));
    };
    await poll(ascending(3));
    const ids: number[] = [];
    for (let i = 0; i < 4; i++) ids.push(...(await poll(ascending(50))).ids);
    expect(ids).toEqual(Array.from({ length: 47 }, (_, i) => i + 4));
  });

  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

  test("beyond a hundred are read by the next polls, up to what was known before", async () => {
    for (const position of [byPosition, byKey]) {
      const poll = shop({ ...paged, ...position });
      await poll(descending(100));
      expect(await poll(descending(550))).toMatchObject({ ids: range(351, 550), more: true });
      const told = new Set(range(351, 550));
      // Items that arrive between polls shift the pages.
      for (let i = 0; i < 3; i++) for (const id of (await poll(descending(553))).ids) told.add(id);
      expect([...told].sort((a, b) => a - b)).toEqual(range(101, 553));
      expect(await poll(descending(553))).toMatchObject({
        ids: [],
        asked: [expect.stringContaining("page=1")],
      });
    }
  });

  test("that do not fit into one reading are read by the next polls", async () => {
    const poll = shop(paged);
    const text = "x".repeat(3 * 1024 * 1024);
    const large = (newest: number) => (url: URL) =>
      descending(newest)(url).map((item) => ({ ...item, text }));
    await poll(descending(2));
    expect(await poll(large(8))).toMatchObject({ ids: [7, 8], more: true });
    expect(await poll(large(8))).toMatchObject({ ids: [5, 6], more: true });
    expect(await poll(large(8))).toMatchObject({ ids: [3, 4], more: true });
    expect((await poll(large(8))).more).toBeUndefined();
  });

  test("that the provider does not know any more are looked for from the first one on", async () => {
    const poll = shop(paged);
    await poll(descending(2));
    await poll(descending(300));
    const forgetful = (url: URL) =>
      url.searchParams.get("page") === "101" ? undefined : descending(150)(url);
    const again = await poll(forgetful);
    expect(again.asked.slice(0, 2)).toEqual(["/items?since=2&page=101", "/items?since=2&page=1"]);
    expect(again.ids).toEqual(range(3, 150));
    expect(again.lost).toBeUndefined();
  });

  test("that the provider never shows are said to be lost, and polls go on with what is new", async () => {
    const poll = shop(paged);
    const shallow = (newest: number) => (url: URL) =>
      Number(url.searchParams.get("page")) > 20 ? undefined : descending(newest)(url);
    await poll(shallow(2));
    expect(await poll(shallow(100))).toMatchObject({ ids: range(61, 100), more: true });
    // The list is read again, although only the newest item is known by its key here. The refused page is retried once,
    // after the usual pause.
    expect(await poll(shallow(100))).toMatchObject({ ids: range(61, 99), more: false });
    // As long as the first page is refused as well, nothing is given up.
    await expect(poll(() => undefined)).rejects.toMatchObject({ code: "input" });
    const { ids, lost, more } = await poll(shallow(100));
    expect(ids).toEqual([]);
    expect(lost).toBe(
      "Shop does not list items far enough back: some items since the last poll were missed.",
    );
    expect(more).toBeUndefined();
    expect(await poll(shallow(101))).toMatchObject({ ids: [101] });
  });

  test("that are all the same are no pages", async () => {
    const poll = shop(paged);
    await poll(() => []);
    const { ids, asked, more } = await poll(() => [at(2), at(1)]);
    expect(ids).toEqual([1, 2]);
    expect(asked).toHaveLength(2);
    expect(more).toBeUndefined();
  });
});

test("items whose ids are one double are told of one by one, and the cursor is the newest of them", async () => {
  const poll = shop({ position: "{{ item.id }}" });
  const items = (...ids: string[]): Item[] => parseJson(`[${ids.map((id) => `{"id":${id}}`).join()}]`);
  await poll(() => items("9007199254740992"));
  const next = await poll(() => items("9007199254740994", "9007199254740993", "9007199254740992"));
  expect(next.ids.map(String)).toEqual(["9007199254740993", "9007199254740994"]);
  expect(next.asked).toEqual(["/items?since=9007199254740992"]);
  await poll(() => items("9007199254740995"));
  const last = await poll(() => items("9007199254740996", "9007199254740995"));
  expect(last.asked).toEqual(["/items?since=9007199254740995"]);
  expect(last.ids.map(String)).toEqual(["9007199254740996"]);
});

test.each([
  ["9007199254740993", "9007199254740992"],
  ["0.1234567890123456789", "0.1234567890123456788"],
  ["12345678901234567890.2", "12345678901234567890.1"],
])("the position %s is after %s", (later, earlier) => {
  expect(comparePositions(parseJson(later), parseJson(earlier))).toBeGreaterThan(0);
  expect(comparePositions(earlier, parseJson(later))).toBeLessThan(0);
});
