import { expect, test } from "vitest";
import { applyWords } from "./apply.ts";

const english = () => ({
  GROUP: {
    one: "One",
    two: "Two",
    count: (count: number) => `${count} steps`,
    nested: { deep: "Deep", other: "Other" },
    list: ["a", "b", "c"] as readonly string[],
  },
  LIST: [["A", "Add"]] as readonly (readonly [string, string])[],
});

test("texts, functions and nested members are translated, and missing ones stay", () => {
  const words = english();
  applyWords(words, {
    GROUP: { one: "Eins", count: (count) => `${count} Schritte`, nested: { deep: "Tief" } },
  });
  const { count, ...texts } = words.GROUP;
  expect(count(2)).toBe("2 Schritte");
  expect(texts).toEqual({
    one: "Eins",
    two: "Two",
    list: ["a", "b", "c"],
    nested: { deep: "Tief", other: "Other" },
  });
  expect(words.LIST).toEqual([["A", "Add"]]);
});

test("lists are replaced as a whole", () => {
  const words = english();
  applyWords(words, { GROUP: { list: ["x"] }, LIST: [["H", "Hinzufügen"]] });
  expect(words.GROUP.list).toEqual(["x"]);
  expect(words.LIST).toEqual([["H", "Hinzufügen"]]);
});

test("modules that contain a group or a list see the translation", () => {
  const words = english();
  const { GROUP, LIST } = words;
  const { nested } = GROUP;
  applyWords(words, { GROUP: { nested: { deep: "Tief" } }, LIST: [] });
  expect([words.GROUP, words.LIST]).toEqual([GROUP, LIST]);
  expect(nested.deep).toBe("Tief");
  expect(LIST).toEqual([]);
});
