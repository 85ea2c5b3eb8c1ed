import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));
const files = globSync("**/*.ts", { cwd: source }).filter((file) => !/\.(test|generated)\.ts$/.test(file));
const texts = files.map((file) => ({ file, text: readFileSync(join(source, file), "utf8") }));

// docs/glossary.md holds the verbs; beyond that many, the same thing is called by several.
const MOST_FIRST_WORDS = 150;

/** The files in which each name stands that `pattern` finds: its group `name`. */
function namesOf(pattern: RegExp): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { file, text } of texts)
    for (const { groups } of text.matchAll(pattern)) {
      const name = groups?.name ?? "";
      found.set(name, [...(found.get(name) ?? []), file]);
    }
  return found;
}

function usedMoreThan(most: number, names: Map<string, string[]>): string[] {
  return [...names].flatMap(([name, where]) => (where.length > most ? [`${name}: ${where.join(", ")}`] : []));
}

const TYPE = "(?:declare )?(?:abstract )?(?:interface|type|class|enum) (?<name>\\w+)";

test("a type's name is declared in at most two files", () => {
  expect(usedMoreThan(2, namesOf(new RegExp(`^(?:export )?${TYPE}`, "gm")))).toEqual([]);
});

test("a type's name is exported by one file", () => {
  expect(usedMoreThan(1, namesOf(new RegExp(`^export ${TYPE}`, "gm")))).toEqual([]);
});

test("exported functions begin with few different words", () => {
  const names = [...namesOf(/^export (?:async )?function\*? (?<name>\w+)/gm).keys()];
  const byWord = Map.groupBy(names, (name) => /^[a-z]+/.exec(name)?.[0] ?? name);
  const rare = [...byWord.values()].filter(({ length }) => length === 1).flat();
  expect(byWord.size <= MOST_FIRST_WORDS ? [] : rare, `${byWord.size} first words`).toEqual([]);
});
