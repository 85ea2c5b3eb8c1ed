import { expect, test } from "vitest";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  // Only the last bit says whether it is recorded.
  [`00-${TRACE}-${SPAN}-03`, true],
  [`00-${TRACE}-${SPAN}-02`, false],
  // A later version may append what we cannot know.
  [`01-${TRACE}-${SPAN}-01-more`, true],
  [`  00-${TRACE}-${SPAN}-01 `, true],
])("%j is read", (text, isSampled) => {
  expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
});

test.each([
  undefined,
  null,
  7,
  ["a"],
  "",
  "00",
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01,00-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-0g`,
  `01-${TRACE}-${SPAN}-01-${"a".repeat(200)}`,
])("%j is none", (text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});

test("what is written can be read", () => {
  const span = { traceId: TRACE, spanId: SPAN, isSampled: true };
  expect(parseTraceparent(formatTraceparent(span))).toEqual(span);
  expect(formatTraceparent({ ...span, isSampled: false })).toBe(`00-${TRACE}-${SPAN}-00`);
});
