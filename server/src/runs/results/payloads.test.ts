import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Json } from "../../platform/json/json.ts";
import { extractPayloads, getFullSize, LARGE, restorePayloads } from "./payloads.ts";

const BIG = "x".repeat(LARGE + 1);
const LIST = Array.from({ length: 20_000 }, (_, index) => ({ index, name: `item ${index}` }));

const bytes = (value: Json) => Buffer.byteLength(JSON.stringify(value));
const bodiesOf = ({ payloads }: ReturnType<typeof extractPayloads>) =>
  new Map(payloads.map(({ sha256, text }) => [sha256, JSON.parse(text)]));

describe("a large value", () => {
  test.each<[string, Json, string[][]]>([
    ["is left alone when it is not that large", { a: [1, 2, 3], b: "text" }, []],
    ["is taken out as a whole when it is a text", BIG, [["output"]]],
    ["or a list", LIST, [["output"]]],
    ["is taken out where it stands in an object", { status: 200, body: LIST }, [["output", "body"]]],
    [
      "as deep as one part is large by itself",
      { body: { items: LIST, next: null } },
      [["output", "body", "items"]],
    ],
    [
      "each of several by itself",
      { a: LIST, b: { c: BIG }, d: 1 },
      [
        ["output", "a"],
        ["output", "b", "c"],
      ],
    ],
    [
      "as a whole when only all its parts together are large",
      Object.fromEntries(LIST.map(({ index, name }) => [`key ${index}`, name])),
      [["output"]],
    ],
    [
      "as a whole when what is beside its large parts, at all depths together, is large",
      { a: { a: BIG, b: "y".repeat(LARGE / 2) }, b: "y".repeat(LARGE / 2) },
      [["output"]],
    ],
  ])("%s", (_how, value, places) => {
    const taken = extractPayloads(value, ["output"]);
    expect(taken.refs.map(({ at }) => at)).toEqual(places);
    expect(JSON.stringify(taken.value).length).toBeLessThanOrEqual(LARGE);
    expect(restorePayloads(taken.value, "output", taken.refs, bodiesOf(taken))).toEqual(value);
    expect(getFullSize(bytes(taken.value), "output", taken.refs)).toBe(bytes(value));
  });

  test("is identical wherever it occurs", () => {
    const given = extractPayloads({ status: 200, headers: {}, body: { items: LIST } }, ["output"]);
    const taken = extractPayloads({ url: "https://example.com", body: LIST }, ["input"]);
    expect(given.refs[0]?.sha256).toBe(taken.refs[0]?.sha256);
  });

  test("is serialized only a fixed number of times, at any depth", () => {
    const deep = (levels: number) =>
      Array.from({ length: levels }).reduce<Json>((inner) => ({ a: inner, b: 1 }), BIG);
    const writes = vi.spyOn(JSON, "stringify");
    const writtenFor = (value: Json) => {
      writes.mockClear();
      extractPayloads(value, ["output"]);
      return writes.mock.results.reduce((sum, { value: text }) => sum + String(text).length, 0);
    };
    const [flat, nested] = [writtenFor(deep(1)), writtenFor(deep(250))];
    writes.mockRestore();
    expect(nested).toBeLessThan(2 * flat);
  });

  test("is restored whole, with each column's own, in any shape", () => {
    const part = fc.oneof(
      { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> },
      { weight: 1, arbitrary: fc.constantFrom<Json[]>(BIG, LIST) },
    );
    const value = fc.dictionary(
      fc.string(),
      fc.oneof(part, fc.dictionary(fc.string(), part)),
    ) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(value, value, (input, output) => {
        const [one, other] = [extractPayloads(input, ["input"]), extractPayloads(output, ["output"])];
        const refs = [...one.refs, ...other.refs];
        const bodies = new Map([...bodiesOf(one), ...bodiesOf(other)]);
        expect(JSON.stringify(restorePayloads(one.value, "input", refs, bodies))).toBe(JSON.stringify(input));
        expect(JSON.stringify(restorePayloads(other.value, "output", refs, bodies))).toBe(
          JSON.stringify(output),
        );
        expect(getFullSize(bytes(one.value), "input", refs)).toBe(bytes(input));
      }),
      { numRuns: 25, seed: 20_260_102 },
    );
  });
});
