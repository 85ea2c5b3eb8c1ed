import { expect, test } from "vitest";
import { parseRange } from "./byte-range.ts";

test("one range of bytes is a part, within the file", () => {
  expect(parseRange("bytes=0-0", 10)).toEqual({ from: 0, to: 1 });
  expect(parseRange("bytes=3-5", 10)).toEqual({ from: 3, to: 6 });
  expect(parseRange("Bytes = 3 - 5 ", 10)).toEqual({ from: 3, to: 6 });
  expect(parseRange("bytes=9-", 10)).toEqual({ from: 9, to: 10 });
  expect(parseRange("bytes=3-99", 10)).toEqual({ from: 3, to: 10 });
  expect(parseRange("bytes=-4", 10)).toEqual({ from: 6, to: 10 });
  expect(parseRange("bytes=-99", 10)).toEqual({ from: 0, to: 10 });
});

test("a range without bytes cannot be satisfied", () => {
  for (const [header, size] of [
    ["bytes=10-", 10],
    ["bytes=10-12", 10],
    ["bytes=-0", 10],
    ["bytes=0-", 0],
    ["bytes=-1", 0],
  ] as const)
    expect(parseRange(header, size), header).toBe("unsatisfiable");
});

test("anything else means the whole file", () => {
  for (const header of [
    undefined,
    "",
    "bytes",
    "bytes=-",
    "bytes=5-3",
    "bytes=0-1,3-4",
    "items=0-1",
    "bytes=a-b",
  ])
    expect(parseRange(header, 10), header).toBeUndefined();
});
