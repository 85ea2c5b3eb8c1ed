import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { createSeededRandom } from "../../../test/seeded-random.ts";
import { compareNumbers, ExactNumber, parseNumber } from "./exact-number.ts";
import { parseJson, parseJsonOfAnyRange } from "./parse-json.ts";
import { withDoubles } from "./with-doubles.ts";

const written = (text: string) => JSON.stringify(parseJson(text));

test.each([
  "9007199254740993",
  "-9007199254740993",
  "12345678901234567890.123",
  "0.1234567890123456789",
  "12345678.901234567891",
  "1000000000000000000000",
  "12345678901234567890e400",
])("%s keeps all of its digits, wherever it is", (number) => {
  for (const text of [number, `[${number}]`, `{"a":${number},"b":[0,${number}]}`, `{"a":[${number},{}]}`])
    expect(written(text)).toBe(text);
  expect(String(parseJson(number))).toBe(number);
  expect(written(`{ "a" :\t${number}\n}`)).toBe(`{"a":${number}}`);
});

test.each([
  ["0", 0],
  ["-0", -0],
  ["1.10", 1.1],
  ["1e2", 100],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992],
  ["1e308", 1e308],
  ["0.30000000000000004", 0.1 + 0.2],
  ["1000000000000000000", 1e18],
  ["1.7976931348623157e308", Number.MAX_VALUE],
  ["5e-324", Number.MIN_VALUE],
])("%s is a plain number, as JavaScript holds it", (text, number) => {
  expect(parseJson(text)).toBe(number);
});

test.each([
  ["1e400", "1.0000000000000000e400"],
  ["-1.5E+309", "-1.500000000000000e+309"],
  ["1e-400", "1.0000000000000000e-400"],
  ["123456789012e-330", "123456789012.00000e-330"],
])("%s, out of range in a response, is kept as %s, which every reading keeps", (number, kept) => {
  expect(JSON.stringify(parseJsonOfAnyRange(`{"a":[${number}]}`))).toBe(`{"a":[${kept}]}`);
  expect(written(`{"a":[${kept}]}`)).toBe(`{"a":[${kept}]}`);
});

test("digits in texts and names are no numbers", () => {
  const text = JSON.stringify({
    "9007199254740993": "9007199254740993",
    a: 'say ": 9007199254740993, "',
    b: "9e400",
  });
  expect(written(text)).toBe(text);
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test("a number of more than 1,000 characters or an exponent of more than 999 becomes a double", () => {
  const digits = "1234567890".repeat(101);
  expect(parseJsonOfAnyRange(`[1e1000,0.${digits}]`)).toEqual([
    Number.POSITIVE_INFINITY,
    Number(`0.${digits}`),
  ]);
  expect(parseJson(digits)).toBe(Number.POSITIVE_INFINITY);
});

test("text that is not JSON is refused as by JSON.parse", () => {
  for (const text of ["", "{", "[9007199254740993", "01234567890123456789", "9007199254740993."])
    expect(() => parseJson(text)).toThrow(SyntaxError);
});

test("random numbers are written as the same numbers", () => {
  const seed = Number(process.env.SEED ?? 20_261_128);
  console.log(`seed ${seed}`);
  const random = createSeededRandom(seed);
  for (let round = 0; round < 300; round++) {
    const numbers = Array.from({ length: 1 + random() * 20 }, () => randomNumber(random));
    const text = JSON.stringify({ lead: " ".repeat(random() * 40) }).replace(
      "}",
      `,"all":[${numbers.join()}]}`,
    );
    const { all } = parseJsonOfAnyRange(text) as { all: (number | ExactNumber)[] };
    const back = JSON.stringify(all).slice(1, -1).split(",");
    expect(back.map(toScaled), text).toEqual(numbers.map(toScaled));
    // Whatever a double holds stays one, so that nothing ordinary costs more.
    for (const [index, one] of all.entries())
      expect(one instanceof ExactNumber, numbers[index]).toBe(!isHeld(numbers[index] ?? ""));
  }
});

function randomNumber(random: () => number): string {
  const digits = (most: number) =>
    Array.from({ length: 1 + random() * most }, () => Math.floor(random() * 10)).join("");
  const sign = random() < 0.3 ? "-" : "";
  const whole = digits(24).replace(/^0+(?=\d)/, "");
  const fraction = random() < 0.4 ? `.${digits(20)}` : "";
  const exponent = random() < 0.2 ? `e${random() < 0.5 ? "-" : "+"}${Math.floor(random() * 330)}` : "";
  return sign + whole + fraction + exponent;
}

/** A number as a whole number of 10^-1000, which needs no rounding. */
function toScaled(text: string): bigint {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const value = BigInt(whole + fraction) * 10n ** BigInt(1000 + Number(exponent) - fraction.length);
  return sign === "-" ? -value : value;
}

/** Whether a double writes the number as the same number, and without an exponent that it did not have. */
function isHeld(text: string): boolean {
  const written = String(Number(text));
  if (written.includes("Infinity") || (written.includes("e") && !text.includes("e") && text.length > 15))
    return false;
  return toScaled(written) === toScaled(text);
}

test("an ExactNumber computes as the nearest double and is compared in depth by its digits", () => {
  const [id, same, other] = parseJson("[9007199254740993,9007199254740993,9007199254740995]");
  expect([id + 1, id > 5, Number(id), `${id}`]).toEqual([
    9007199254740992 + 1,
    true,
    9007199254740992,
    "9007199254740993",
  ]);
  expect([isDeepStrictEqual(id, same), isDeepStrictEqual({ id }, { id: other })]).toEqual([true, false]);
  expect(Object.keys(id)).toEqual([]);
});

test.each([
  ["9007199254740993", "9007199254740992", 1],
  ["-9007199254740993", "-9007199254740992", -1],
  ["9007199254740993", "9007199254740993.0", 0],
  ["0.1234567890123456789", "0.1234567890123456788", 1],
  ["0.12345678901234567", "0.123456789012345678", -1],
  ["1e400", "1e401", -1],
  ["1e-400", "0", 1],
  ["10", "9", 1],
  ["1e1", "10", 0],
  ["+5", "5.", 0],
])("%s and %s are compared by all their digits", (one, other, sign) => {
  expect(Math.sign(compareNumbers(one, other))).toBe(sign);
  expect(Math.sign(compareNumbers(other, one)) + sign).toBe(0);
});

test("a number that somebody typed keeps its digits; what is no number is undefined", () => {
  expect(String(parseNumber(" 9007199254740993 "))).toBe("9007199254740993");
  expect([
    parseNumber("1.50"),
    parseNumber("0x10"),
    parseNumber("007"),
    parseNumber("00009007199254740993"),
  ]).toEqual([1.5, 16, 7, 9007199254740992]);
  for (const text of ["", " ", "five", "1e400", "Infinity"]) expect(parseNumber(text)).toBeUndefined();
});

test("withDoubles copies only what holds an ExactNumber", () => {
  const plain = { a: [1, { b: "x" }] };
  expect(withDoubles(plain)).toBe(plain);
  const exact = parseJson('{"a":[9007199254740993,{"__proto__":1}],"b":{"c":1}}');
  const rounded = withDoubles(exact);
  expect(JSON.stringify(rounded)).toBe('{"a":[9007199254740992,{"__proto__":1}],"b":{"c":1}}');
  expect(rounded.b).toBe(exact.b);
});
