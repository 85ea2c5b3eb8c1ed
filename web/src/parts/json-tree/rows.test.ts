import { expect, test } from "vitest";
import { parseExactJson } from "../../api/exact-json.ts";
import { AT_FIRST, type Folding, findIn, getRows, hasMoreThan } from "./rows.ts";

const ORDER = {
  id: 417,
  customer: { name: "Ada", "e/mail": "ada@example.com" },
  lines: [{ sku: "A-1" }, { sku: "B-2" }],
  note: null,
};

const linesOf = (folding: Folding = AT_FIRST, text?: string) =>
  getRows(ORDER, {
    expression: "input",
    folding,
    found: text === undefined ? undefined : findIn(ORDER, text),
  }).map(({ path }) => path);

test("the outermost level and requested ones are unfolded", () => {
  expect(linesOf()).toEqual(["", "/id", "/customer", "/lines", "/note"]);
  expect(linesOf({ all: undefined, except: new Set(["/customer"]) })).toEqual([
    "",
    "/id",
    "/customer",
    "/customer/name",
    "/customer/e~1mail",
    "/lines",
    "/note",
  ]);
  expect(linesOf({ all: true, except: new Set() })).toHaveLength(11);
  expect(linesOf({ all: true, except: new Set(["/lines"]) })).toHaveLength(7);
  expect(linesOf({ all: false, except: new Set() })).toEqual([""]);
});

test("each row has its level, position and expression", () => {
  const rows = getRows(ORDER, { expression: "node.order", folding: { all: true, except: new Set() } });
  const rowAt = (path: string) => rows.find((row) => row.path === path);
  expect(rowAt("")).toMatchObject({ level: 1, place: 1, of: 1, size: 4, expression: "node.order" });
  expect(rowAt("/lines")).toMatchObject({ level: 2, place: 3, of: 4, size: 2, isOpen: true });
  expect(rowAt("/lines/1/sku")).toMatchObject({ level: 4, expression: "node.order.lines[1].sku" });
  expect(rowAt("/customer/e~1mail")?.expression).toBe('node.order.customer["e/mail"]');
  expect(rowAt("/note")).toMatchObject({ size: undefined, isOpen: false, value: null });
});

test("a search shows its matches, in names and values, and the path to them", () => {
  expect(linesOf(AT_FIRST, "ADA")).toEqual(["", "/customer", "/customer/name", "/customer/e~1mail"]);
  expect(linesOf(AT_FIRST, "b-2")).toEqual(["", "/lines", "/lines/1", "/lines/1/sku"]);
  expect(findIn(ORDER, "sku").matches.size).toBe(2);
  expect([...findIn(ORDER, "417").matches]).toEqual(["/id"]);
  // Indexes are no names.
  expect(findIn(ORDER, "0").matches.size).toBe(0);
  expect(linesOf(AT_FIRST, "nowhere")).toEqual([]);
});

test("a match's content is shown when it is unfolded", () => {
  expect(linesOf(AT_FIRST, "lines")).toEqual(["", "/lines"]);
  expect(linesOf({ all: undefined, except: new Set(["/lines", "/lines/0"]) }, "lines")).toEqual([
    "",
    "/lines",
    "/lines/0",
    "/lines/0/sku",
    "/lines/1",
  ]);
});

test("values nested deeper than the call stack are unfolded and searched", () => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 12_000; level++) deep = [deep];
  expect(getRows(deep, { folding: { all: true, except: new Set() } })).toHaveLength(12_001);
  expect(findIn(deep, "bottom").above.size).toBe(12_000);
  expect(hasMoreThan(deep, 100)).toBe(true);
});

test("small values are distinguished from others", () => {
  expect(hasMoreThan(ORDER, 10)).toBe(false);
  expect(hasMoreThan(ORDER, 9)).toBe(true);
  expect(hasMoreThan("text", 0)).toBe(false);
});

test("each member of an expression's roots is a root, with the requested levels unfolded", () => {
  const rows = getRows({ input: { a: { b: 1 } } }, { expression: "", folding: AT_FIRST, openLevels: 2 });
  expect(rows.map(({ expression }) => expression)).toEqual(["", "input", "input.a"]);
});

test("a number with more digits than JavaScript holds is one line with all of them, and found by them", () => {
  const value = parseExactJson('{"id":9007199254740993,"rate":0.5}');
  const rows = getRows(value, { folding: AT_FIRST });
  expect(rows.map(({ name, size, value: one }) => [name, size, String(one)]).slice(1)).toEqual([
    ["id", undefined, "9007199254740993"],
    ["rate", undefined, "0.5"],
  ]);
  expect([...findIn(value, "40993").matches]).toEqual(["/id"]);
  expect(JSON.stringify(value)).toBe('{"id":9007199254740993,"rate":0.5}');
  expect(hasMoreThan(value, 2)).toBe(false);
});
