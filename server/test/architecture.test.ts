import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string) => readFileSync(join(root, name), "utf8");
const page = read("ARCHITECTURE.md");
const EXTENSIONS = ["", ".ts", ".tsx", ".js", ".mjs", ".json"];

/** What stands in backticks and has a slash between names, or after one. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w.-]+\/(?:[\w.-]+\/?)*)`/g)].map(([, path = ""]) => path);
}

function exists(path: string): boolean {
  const bases = [join(root, "server/src", path), join(root, path)];
  return bases.some((base) => EXTENSIONS.some((extension) => existsSync(`${base}${extension}`)));
}

test.for(["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"])("every path that %s names exists", (name) => {
  const paths = pathsIn(read(name));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !exists(path))).toEqual([]);
});

/** Every name that braces stand for, as a shell expands them. */
function expandBraces(name: string): string[] {
  const [, before = "", choices, after = ""] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(name) ?? [];
  if (choices === undefined) return [name];
  return choices.split(",").flatMap((choice) => expandBraces(before + choice + after));
}

// Vitest runs what it finds and says nothing about a name that is nowhere.
test.for([".ci/run", "vitest.config.ts", "package.json"])("every test that %s names exists", (name) => {
  const words = read(name).match(/[\w@*.{},/-]*(?:\.test\.ts|server\/(?:src|test)\/)[\w*.{},/-]*/g) ?? [];
  const named = words.flatMap(expandBraces);
  expect(named.length).toBeGreaterThan(1);
  const files = globSync("**/*.ts", { cwd: root, exclude: ["**/node_modules"] });
  const isNowhere = (part: string) =>
    part.includes("*") ? globSync(part, { cwd: root }).length === 0 : !files.some((f) => f.includes(part));
  expect(named.filter(isNowhere)).toEqual([]);
});

test("every folder of the server, the dashboard and the client library has its line in ARCHITECTURE.md", () => {
  const folders = ["server/src", "web/src", "sdk/src"].flatMap((base) => [
    ...new Set(
      globSync("**/*.{ts,tsx,js}", { cwd: join(root, base) })
        .filter((file) => file.includes("/"))
        .map((file) => `${base}/${file.slice(0, file.lastIndexOf("/"))}`),
    ),
  ]);
  // In the first column, or under its parent in the second.
  const named = new Set([...page.matchAll(/(?:^\| |\| |<br>)`([\w./-]+)\/` /gm)].map(([, folder]) => folder));
  const wanted = folders.map((folder) => folder.replace(/^server\/src\//, ""));
  expect(wanted.filter((folder) => !named.has(folder))).toEqual([]);
});

test("no folder contains more than 25 files, except tests, migrations and connectors", () => {
  const counts = new Map<string, number>();
  for (const file of globSync(
    "{server/src,server/test,web/src,web/test,sdk/src,bench,demo,scripts}/**/*.{ts,tsx,mjs}",
    {
      cwd: root,
    },
  )) {
    if (/\.(test|generated)\.tsx?$/.test(file)) continue;
    const folder = file.slice(0, file.lastIndexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(100);
  expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
});

test("no function that registers routes is longer than 40 lines", () => {
  const functions = globSync("server/src/**/*.ts", { cwd: root })
    .filter((file) => !/(\.test|\/(test|fake)-[\w-]+)\.ts$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/^(?:export )?(?:async )?function (\w+)[\s\S]*?^}$/gm)].map(([text, name]) => ({
        name: `${file}: ${name}`,
        lines: text.split("\n").length,
        registers: /\b(?:app|pages|routes|scope)\.(?:get|post|put|patch|delete|all|route)[(<]/.test(text),
      })),
    )
    .filter(({ registers }) => registers);
  expect(functions.length).toBeGreaterThan(20);
  expect(functions.filter(({ lines }) => lines > 40).map(({ name }) => name)).toEqual([]);
});
