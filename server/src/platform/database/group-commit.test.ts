import { describe, expect, test } from "vitest";
import { createGroupCommit } from "./group-commit.ts";

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
const dataError = () => Object.assign(new Error("division by zero"), { code: "22012" });

/** A writer that notes its groups and answers each item with its double. */
function writer(fail: (items: readonly number[]) => Error | undefined = () => undefined) {
  const groups: number[][] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const flush = async (items: readonly number[]) => {
    groups.push([...items]);
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    await soon();
    atOnce--;
    const error = fail(items);
    if (error) throw error;
    return items.map((item) => 2 * item);
  };
  return { groups, flush, most: () => mostAtOnce };
}

describe("a group commit", () => {
  test("writes what comes in one turn together, and what comes meanwhile after it, one group at a time", async () => {
    const { groups, flush, most } = writer();
    const write = createGroupCommit(flush);
    const first = Promise.all([1, 2, 3].map(write));
    await new Promise((resolve) => setImmediate(resolve));
    const second = Promise.all([4, 5].map(write));
    expect([...(await first), ...(await second)]).toEqual([2, 4, 6, 8, 10]);
    expect(groups).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(most()).toBe(1);
  });

  test("goes on after it had nothing to do", async () => {
    const { groups, flush } = writer();
    const write = createGroupCommit(flush);
    await write(1);
    await soon();
    expect(await write(2)).toBe(4);
    expect(groups).toEqual([[1], [2]]);
  });

  test("makes groups no larger than it may, by number and by weight", async () => {
    const { groups, flush } = writer();
    await Promise.all([1, 2, 3, 4, 5].map(createGroupCommit(flush, { maxItems: 2 })));
    expect(groups.map((group) => group.length)).toEqual([2, 2, 1]);
    const heavy = writer();
    await Promise.all(
      [3, 3, 9, 1, 1].map(createGroupCommit(heavy.flush, { weigh: (item) => item, maxWeight: 6 })),
    );
    expect(heavy.groups).toEqual([[3, 3], [9], [1, 1]]);
  });

  test("lets no item wait for a large one that is being written", async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const flush = async (items: readonly number[]) => {
      if (items.some((item) => item >= 100)) await finished;
      return items;
    };
    const write = createGroupCommit(flush, { isLarge: (item: number) => item >= 100 });
    const large = Promise.all([100, 200].map(write));
    expect(await Promise.all([1, 2].map(write))).toEqual([1, 2]);
    finish();
    expect(await large).toEqual([100, 200]);
  });

  test("splits a group until the item fails alone whose data are at fault", async () => {
    const { groups, flush } = writer((items) => (items.includes(3) ? dataError() : undefined));
    const results = await Promise.allSettled([1, 2, 3, 4].map(createGroupCommit(flush)));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(groups).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]]);
  });

  test("fails all of a group by any other error, and goes on", async () => {
    const away = Object.assign(new Error("gone"), { code: "57P01" });
    let isAway = true;
    const { groups, flush } = writer(() => (isAway ? away : undefined));
    const write = createGroupCommit(flush);
    const results = await Promise.allSettled([1, 2].map(write));
    expect(results).toEqual([
      { status: "rejected", reason: away },
      { status: "rejected", reason: away },
    ]);
    expect(groups).toEqual([[1, 2]]);
    isAway = false;
    expect(await write(3)).toBe(6);
  });
});
