import { expect, test } from "vitest";
import type { Deps } from "../../deps.ts";
import type { Fields } from "../definition/graph.ts";
import { findSettingsProblem } from "../validation/validate.ts";
import { loopNode } from "./loop.ts";
import { listBranches } from "./node.ts";
import { createNodeCall } from "./test-node-call.ts";

const run = (data: Fields, isBatch = false) => loopNode.run({} as Deps, createNodeCall(data, { isBatch }));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test("runs once for each item, sequentially by default", async () => {
  expect(await run({ items: ["a", { b: 1 }, null] })).toEqual({
    kind: "each",
    items: ["a", { b: 1 }, null],
    concurrency: 1,
  });
  expect(await run({ items: [], concurrency: 50 })).toEqual({ kind: "each", items: [], concurrency: 50 });
});

test("in batches it runs once for each list of items, the last one being the rest", async () => {
  expect(await run({ items: numbers(5), batch_size: 2 }, true)).toMatchObject({
    items: [[0, 1], [2, 3], [4]],
  });
  expect(await run({ items: numbers(4), batch_size: 2 }, true)).toMatchObject({
    items: [
      [0, 1],
      [2, 3],
    ],
  });
  expect(await run({ items: numbers(150) }, true)).toMatchObject({
    items: [numbers(100), expect.any(Array)],
  });
  expect(await run({ items: [] }, true)).toMatchObject({ items: [] });
  expect(await run({ items: [1, 2], batch_size: 2 })).toMatchObject({ items: [1, 2] });
});

test("runs at most 10,000 times; more fails with a message", async () => {
  expect(await run({ items: numbers(10_000) })).toMatchObject({ kind: "each" });
  expect(await run({ items: numbers(10_001) })).toEqual({
    kind: "fail",
    error: {
      code: "TOO_MANY_ITEMS",
      message:
        "The loop would run 10001 iterations, and the limit is 10000: give it fewer items, or batches (is_batch, batch_size).",
    },
    mayRetry: false,
  });
  expect(await run({ items: numbers(10_001), batch_size: 2 }, true)).toMatchObject({ kind: "each" });
});

test.each<[Fields, string]>([
  [{}, "data.items is required."],
  [{ items: "a,b" }, "data.items must be a list."],
  [{ items: {} }, "data.items must be a list."],
  [{ items: [], concurrency: 0 }, "data.concurrency must be at least 1."],
  [{ items: [], concurrency: 51 }, "data.concurrency must be at most 50."],
  [{ items: [], batch_size: 1001 }, "data.batch_size must be at most 1000."],
])("the settings %j are rejected", (data, problem) => {
  expect(findSettingsProblem(loopNode.settings, data)).toBe(problem);
});

test("its branches are item and done", () => {
  expect(listBranches(loopNode, null)).toEqual(["item", "done"]);
});
