import { beforeEach, expect, test, vi } from "vitest";

const load = () => import("./words.ts");
let words: Awaited<ReturnType<typeof load>>;
beforeEach(async () => {
  vi.resetModules();
  words = await load();
});

const defineGroup = () =>
  words.defineWords("GROUP", {
    text: "Text",
    name: "Edit {name}",
    steps: { one: "{count} step of {name}", other: "{count} steps of {name}" },
    expression: "Insert {{ {expression} }}, not {{ config.… }}",
    nested: { deep: "Deep" },
    list: [["A", "Add"]],
  });

test("words are English if no language is chosen", () => {
  const { text, name, steps, expression, nested, list } = defineGroup();
  expect([text, nested.deep, list[0][1]]).toEqual(["Text", "Deep", "Add"]);
  expect(name({ name: "{name}" })).toBe("Edit {name}");
  expect([1, 2000].map((count) => steps({ count, name: 3000 }))).toEqual([
    "1 step of 3000",
    "2,000 steps of 3000",
  ]);
  expect(expression({ expression: "input" })).toBe("Insert {{ input }}, not {{ config.… }}");
});

test("words are in the language that was chosen before, with its numbers and its plural forms", () => {
  words.chooseWords("de", {
    GROUP: {
      text: "Wort",
      name: "{name} bearbeiten",
      steps: { one: "{count} Schritt von {name}", other: "{count} Schritte von {name}" },
      nested: { deep: "Tief" },
      list: { 0: { 1: "Hinzufügen" } },
    },
  });
  const { text, name, steps, nested, list } = defineGroup();
  expect([text, nested.deep, list[0][1]]).toEqual(["Wort", "Tief", "Hinzufügen"]);
  expect(name({ name: "A" })).toBe("A bearbeiten");
  expect([1, 2000].map((count) => steps({ count, name: "A" }))).toEqual([
    "1 Schritt von A",
    "2.000 Schritte von A",
  ]);
});

test("a text that the language lacks is English, with English numbers", () => {
  words.chooseWords("de", { GROUP: { name: "{name} bearbeiten" } });
  const { text, steps, nested, list } = defineGroup();
  expect([text, nested.deep, list[0][1]]).toEqual(["Text", "Deep", "Add"]);
  expect(steps({ count: 2000, name: "A" })).toBe("2,000 steps of A");
});

test("a language is refused once words were read", () => {
  defineGroup();
  expect(() => words.chooseWords("de", {})).toThrow("GROUP");
});
