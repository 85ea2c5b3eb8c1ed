import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const DECISIONS = "docs/decisions.md";
const SOURCES = [
  "{server/{src,test,migrations},sdk/src,web/{src,test},connectors,demo,bench,conformance,examples,scripts}/**/*.{ts,tsx,mjs,js,sh}",
  "docs/**/*.md",
  "*.md",
];

const read = (file: string) => readFileSync(join(root, file), "utf8");
const decided = [...read(DECISIONS).matchAll(/^\*\*(D\d+)\. /gm)].map(([, number = ""]) => number);

// The catalog has names of applications, and the other one is this file.
const OTHERS = [DECISIONS, "docs/catalog.md", "server/test/decisions.test.ts"];
const files = globSync(SOURCES, { cwd: root, exclude: ["**/node_modules/**"] }).filter(
  (file) => !OTHERS.includes(file),
);
const cited = new Map<string, string>();
for (const file of files) for (const [number] of read(file).matchAll(/\bD\d+\b/g)) cited.set(number, file);

test("every decision has a unique number", () => {
  expect(decided.length).toBeGreaterThan(0);
  expect(decided.filter((number, index) => decided.indexOf(number) !== index)).toEqual([]);
});

test("every cited decision is in docs/decisions.md", () => {
  const among = [...read(DECISIONS).matchAll(/\bD\d+\b/g)].map(([number]) => [number, DECISIONS] as const);
  const unknown = [...cited, ...among].filter(([number]) => !decided.includes(number));
  expect(unknown.map(([number, file]) => `${file}: ${number}`)).toEqual([]);
});

test("every decision is cited at the code where it applies", () => {
  expect(decided.filter((number) => !cited.has(number))).toEqual([]);
});
