import { expect, test } from "vitest";
import { walkObjects } from "./walk-objects.ts";

test("every object and list is visited once, the outer ones first, however deep they are", () => {
  expect([...walkObjects({ a: [1, { b: {} }], c: null })]).toEqual([
    { a: [1, { b: {} }], c: null },
    [1, { b: {} }],
    { b: {} },
    {},
  ]);
  expect([...walkObjects("text")]).toEqual([]);
  let deep: unknown = {};
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect([...walkObjects(deep)]).toHaveLength(100_001);
});
