import { expect, test } from "vitest";
import { resolvePointer } from "./json-pointer.ts";

const document = { a: [{ b: 1 }], "x/y": 2, "m~n": 3, "p q": 4, "%": 5 };

test("a reference resolves to a member, an element or the whole document", () => {
  expect(resolvePointer(document, "#")).toBe(document);
  expect(resolvePointer(document, "#/a/0/b")).toBe(1);
});

test("escaped characters in a name are unescaped", () => {
  expect(resolvePointer(document, "#/x~1y")).toBe(2);
  expect(resolvePointer(document, "#/m~0n")).toBe(3);
  expect(resolvePointer(document, "#/p%20q")).toBe(4);
  expect(resolvePointer(document, "#/%")).toBe(5);
});

test("a reference never resolves outside the document's own members", () => {
  for (const reference of [
    "#/b",
    "#/a/1",
    "#/constructor",
    "#anchor",
    "other.json#/a",
    "https://example.com",
  ])
    expect(resolvePointer(document, reference), reference).toBeUndefined();
});
