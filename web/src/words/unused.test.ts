import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const WORDS = import.meta.glob<Readonly<Record<string, unknown>>>(
  ["./**/*.ts", "!./**/*.test.ts", "!./customer/**"],
  {
    eager: true,
  },
);

/** The paths of all texts below a member of a module of words. */
function listPaths(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, member]) => listPaths(member, `${path}.${key}`));
}

/** How a file uses the names that it imports from words, or defines there: with their members, as far as these are written out. */
function listUses([file, source]: readonly [file: string, source: string]): string[] {
  const isWords = /^\.\/|\/words\//.test(file);
  const imports = [...source.matchAll(/^import [^;]*?\{([^}]*)\} from "([^"]*)";$/gm)];
  const ofWords = imports.filter(([, , from = ""]) => isWords || from.includes("/words/"));
  const names = new Map(
    ofWords.flatMap(([, list = ""]) =>
      [...list.matchAll(/(\w+)(?: as (\w+))?/g)].map(([, name = "", alias = name]) => [alias, name] as const),
    ),
  );
  const own = isWords ? source.matchAll(/^export (?:const|function) (\w+)/gm) : [];
  for (const [, name = ""] of own) names.set(name, name);
  const code = source
    .replace(/^import [^;]*;$/gm, "")
    .replace(/^export (const|function) \w+|\btypeof \w+/gm, "");
  return [...code.matchAll(/(?<!["\w])(?<!(?<!\.\.)\.)(\w+)((?:\s*\??\.\s*\w+)*)/g)].flatMap(
    ([, name = "", members]) =>
      names.has(name) ? [`${names.get(name)}${members}`.replace(/[\s?]/g, "")] : [],
  );
}

test("every word is used", () => {
  const uses = new Set(Object.entries(SOURCES).flatMap(listUses));
  const texts = Object.values(WORDS).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => listPaths(value, name)),
  );
  expect(texts.length).toBeGreaterThan(1000);
  const isUsed = (text: string) =>
    [...uses].some((use) => use === text || text.startsWith(`${use}.`) || use.startsWith(`${text}.`));
  expect(texts.filter((text) => !isUsed(text))).toEqual([]);
});
