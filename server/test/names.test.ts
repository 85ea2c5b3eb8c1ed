import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface SourceText {
  readonly file: string;
  readonly text: string;
}

const PACKAGES = ["server", "web", "sdk"];

// docs/glossary.md lists the verbs; beyond this number, some must be synonyms.
const MOST_FIRST_WORDS = 150;

function readSources(name: string): SourceText[] {
  const folder = fileURLToPath(new URL(`../../${name}/src`, import.meta.url));
  const files = globSync("**/*.{ts,tsx}", { cwd: folder });
  return files
    .filter((file) => !/\.(test|generated)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
}

/** The names that the group `name` of `pattern` matches, each with its files. */
function listNames(texts: readonly SourceText[], pattern: RegExp): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { file, text } of texts)
    for (const { groups } of text.matchAll(pattern)) {
      const name = groups?.name ?? "";
      found.set(name, [...(found.get(name) ?? []), file]);
    }
  return found;
}

function usedMoreThan(most: number, names: Map<string, string[]>): string[] {
  return [...names].flatMap(([name, files]) => (files.length > most ? [`${name}: ${files.join(", ")}`] : []));
}

const TYPE = "(?:declare )?(?:abstract )?(?:interface|type|class|enum) (?<name>\\w+)";

test.each(PACKAGES)("a type's name is declared in at most two files of %s", (name) => {
  expect(usedMoreThan(2, listNames(readSources(name), new RegExp(`^(?:export )?${TYPE}`, "gm")))).toEqual([]);
});

test.each(PACKAGES)("a type's name is exported by one file of %s", (name) => {
  expect(usedMoreThan(1, listNames(readSources(name), new RegExp(`^export ${TYPE}`, "gm")))).toEqual([]);
});

test.each(PACKAGES)("exported functions of %s begin with a limited set of verbs", (name) => {
  // Components are functions whose names are nouns.
  const pattern = /^export (?:async )?function\*? (?<name>[a-z]\w*)/gm;
  const names = [...listNames(readSources(name), pattern).keys()];
  const byWord = Map.groupBy(names, (name) => /^[a-z]+/.exec(name)?.[0] ?? name);
  const rare = [...byWord.values()].filter(({ length }) => length === 1).flat();
  expect(byWord.size <= MOST_FIRST_WORDS ? [] : rare, `${byWord.size} first words`).toEqual([]);
});
