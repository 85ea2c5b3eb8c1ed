import fc from "fast-check";
import { expect, test } from "vitest";
import { DEEPEST, ShapeError } from "./json/json-shape.ts";
import { measureMemory, measureSize, measureValue, toStorableValue } from "./measured-value.ts";

test("a value keeps its shape, and is returned as is if nothing has to be replaced", () => {
  const clean = { a: ["Zoë 🙂", 1, null, { b: true }], until: new Date(0) };
  expect(toStorableValue(clean)).toBe(clean);
  const value = { ok: clean, "k\0": ["x\0", { y: "\ud800" }] };
  const stored = toStorableValue(value);
  expect(stored).toEqual({ ok: clean, "k\ufffd": ["x\ufffd", { y: "\ufffd" }] });
  expect(stored.ok).toBe(clean);
});

test("numbers that JSON lacks are null", () => {
  const value = {
    much: JSON.parse("1e400"),
    little: JSON.parse("-1e400"),
    digits: JSON.parse("9".repeat(400)),
    n: 1,
  };
  expect(toStorableValue(value)).toEqual({ much: null, little: null, digits: null, n: 1 });
});

test("a member called __proto__ stays one", () => {
  const value = toStorableValue(JSON.parse('{"__proto__":{"a":"\\u0000"},"b":1}'));
  expect(JSON.stringify(value)).toBe('{"__proto__":{"a":"\ufffd"},"b":1}');
});

test("a value that is nested too deeply is rejected, however deep it is", () => {
  const nested = (levels: number) => {
    let deep: unknown = "text";
    for (let level = 0; level < levels; level++) deep = [deep];
    return deep;
  };
  const deepest = nested(DEEPEST);
  expect(toStorableValue(deepest)).toBe(deepest);
  for (const levels of [DEEPEST + 1, 100_000])
    expect(() => toStorableValue(nested(levels))).toThrow(ShapeError);
});

test("sizes are those of the JSON, or slightly larger", () => {
  expect(measureSize(null)).toBe(8);
  expect(measureSize("x".repeat(1000))).toBe(1008);
  expect(measureSize([1, { ab: "cd" }])).toBe(8 + 8 + 8 + 6 + 10);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: "binary" }), (value, text) => {
      const whole = toStorableValue({ value, text, again: [value, value] });
      const written = JSON.stringify(whole).length;
      expect(measureSize(whole)).toBeGreaterThanOrEqual(written);
    }),
    { seed: 20_260_107 },
  );
});

test("many small values take more memory than their JSON", () => {
  const members = Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [`k${index}`, index]));
  expect(measureMemory(members)).toBeGreaterThan(3 * JSON.stringify(members).length);
  expect(measureMemory(Array(50_000).fill({}))).toBeGreaterThan(15 * 150_000);
  // Remembered as it was counted.
  expect(measureMemory([members, members])).toBeGreaterThan(2 * measureMemory(members));
  const orders = Array.from({ length: 5000 }, (_, id) => ({
    id,
    name: `order of customer ${id}`,
    total: 1.5,
  }));
  expect(measureMemory(orders)).toBeLessThan(3 * JSON.stringify(orders).length);
});

test("a shared value counts at each of its places, and is measured once", () => {
  const part = Array.from({ length: 20_000 }, (_, index) => ({ index }));
  const once = measureSize(part);
  const whole = Object.fromEntries(Array.from({ length: 540 }, (_, index) => [`copy ${index}`, part]));
  expect(measureSize(whole)).toBeGreaterThan(540 * once);
  expect(() => measureValue(whole, 10 * once)).toThrow("is larger than");
});

test("repeated nesting cannot exceed the allowed depth", () => {
  let value: unknown = Array.from({ length: 20_000 }, (_, index) => index);
  for (let level = 1; level < DEEPEST; level++) {
    value = [value];
    measureValue(value);
  }
  expect(() => measureValue([value])).toThrow(ShapeError);
});
