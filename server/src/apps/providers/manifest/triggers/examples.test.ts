import { expect, test } from "vitest";
import { type Item, createPolledShop as shop } from "./fake-poll.ts";

const at = (id: number): Item => ({ id, at: `2026-03-01T12:00:${String(id).padStart(2, "0")}Z` });
const ids = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, i) => from + i);

test("examples are the ten newest items by position, whatever the order of the list", async () => {
  const newest = ids(3, 12).reverse();
  const byTime = shop({ position: "{{ item.at }}" });
  expect((await byTime.examples(() => ids(1, 12).map(at))).ids).toEqual(newest);
  expect((await byTime.examples(() => ids(1, 12).reverse().map(at))).ids).toEqual(newest);
});

test("without positions they are the first ten as the provider lists them", async () => {
  expect((await shop({}).examples(() => ids(1, 12).map(at))).ids).toEqual(ids(1, 10));
});

test("a list that begins at the first poll is read from 30 days ago", async () => {
  const byTime = shop({ position: "{{ item.at }}", start: "{{ now.iso }}" });
  const since = encodeURIComponent("2026-01-30T12:00:00.000Z");
  expect(await byTime.examples(() => [at(1)])).toEqual({ ids: [1], asked: [`/items?since=${since}`] });
});

test("empty pages are passed over, and a page with items ends the reading", async () => {
  const paged = shop({
    request: { method: "GET", path: "/items" },
    items: "body.items",
    paging: { cursor: { from: "body.next", to: "query.page" } },
  });
  const pages = [{ items: [], next: "1" }, { items: [at(4)], next: "2" }, { items: [at(3)] }];
  const answer = (url: URL) => pages[Number(url.searchParams.get("page"))] as unknown as Item[];
  expect(await paged.examples(answer)).toEqual({ ids: [4], asked: ["/items", "/items?page=1"] });
});

test("reading examples tells later polls nothing", async () => {
  const poll = shop({ position: "{{ item.at }}" });
  await poll(() => [at(1)]);
  await poll.examples(() => [at(2), at(1)]);
  expect((await poll(() => [at(2), at(1)])).ids).toEqual([2]);
});
