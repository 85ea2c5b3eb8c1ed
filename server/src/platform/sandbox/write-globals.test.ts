import { expect, test } from "vitest";
import type { Json } from "../json/json.ts";
import { measureValue } from "../measured-value.ts";
import { encodeGlobals, encodeSmallGlobals } from "./write-globals.ts";

const wide = measureValue(
  Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, { index, none: null }])),
).value;
const long = measureValue(Array.from({ length: 50_000 }, (_, index) => [index, `"${index}\u2028`])).value;

test("the output is the JSON of the globals", async () => {
  const globals: Record<string, Json> = {
    input: { empty: {}, none: [], text: "ä\u0001\ud800", number: 1.5, yes: true, nothing: null },
    node: { a: { body: wide }, b: { body: { long, twice: long } } },
    loop: { item: wide, index: 0, parent: { item: [[[[[[[[[[{ deep: long }]]]]]]]]]], parent: null } },
    __proto__: 1,
    [String('"quoted"')]: JSON.parse('{"__proto__":{"own":1}}'),
  };
  expect(await encodeGlobals(globals, Number.POSITIVE_INFINITY)).toBe(JSON.stringify(globals));
});

test("small globals are written at once, and what is large or may be is not", () => {
  const small = measureValue({ id: 1, lines: ["a", "b"] }).value;
  const globals = { input: small, params: { rate: 0.2, names: ["x"] }, loop: { parent: { item: small } } };
  expect(encodeSmallGlobals(globals)).toBe(JSON.stringify(globals));
  const text = "x".repeat(64 * 1024);
  expect(encodeSmallGlobals({ text })).toBe(JSON.stringify({ text }));
  for (const large of [`${text}x`, wide, long, { deep: [[{ long }]] }])
    expect(encodeSmallGlobals({ input: small, large })).toBeUndefined();
});

test("of values without a known size only a hundred are looked at", () => {
  const square = (size: number) => Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  expect(encodeSmallGlobals({ params: square(9) })).toBeDefined();
  expect(encodeSmallGlobals({ params: square(10) })).toBeUndefined();
});

test("other work gets its turn while a large value is written", async () => {
  let isWritten = false;
  let turns = 0;
  const count = () => {
    turns++;
    if (!isWritten) setImmediate(count);
  };
  setImmediate(count);
  const node = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `n${index}`,
      { body: measureValue({ ...(wide as object) }).value },
    ]),
  ) as Json;
  await encodeGlobals({ node }, Number.POSITIVE_INFINITY);
  isWritten = true;
  expect(turns).toBeGreaterThan(3);
});

test("writing stops beyond the limit", async () => {
  let asked = 0;
  const rest = Object.defineProperties({} as Record<string, Json>, {
    a: { enumerable: true, get: () => "x".repeat(100 * ++asked) },
    b: { enumerable: true, get: () => "x".repeat(100 * ++asked) },
  });
  expect(await encodeGlobals(rest, 50)).toBeUndefined();
  expect(asked).toBe(1);
});
