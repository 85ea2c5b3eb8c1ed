import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));
// ARCHITECTURE.md: a folder may import itself and the folders before it; the files in src/ itself come last, in this
// order.
const ORDER = [
  "platform",
  "auth",
  "operators",
  "audit-log",
  "changes",
  "webhooks",
  "files",
  "apps",
  "accounts",
  "datastores",
  "workflows",
  "configs",
  "runs",
  "config-api",
  "schedules",
  "events",
  "triggers",
  "portal",
  "mcp",
  "search",
  "statistics",
  "guides",
  "dashboard",
  "api",
  "start",
  "commands",
];
// Names of types and settings that every feature uses; these files build nothing.
const EVERYWHERE = new Set(["deps.ts", "config.ts"]);

const files = globSync("**/*.ts", { cwd: source }).filter((file) => !file.endsWith(".test.ts"));
const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), "utf8")]));

function importsOf(file: string, { types }: { types: boolean }): string[] {
  const found = (texts.get(file) ?? "").matchAll(
    /^(?:import|export)\s+(type\s)?[^;]*?from\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)|^import "(\.[^"]+)"/gm,
  );
  return [...found]
    .filter(([, typeOnly]) => types || !typeOnly)
    .map(([, , from, dynamic, bare]) =>
      relative(source, join(source, dirname(file), from ?? dynamic ?? bare ?? "")),
    );
}
function rank(file: string): number {
  const [folder = ""] = file.split("/");
  return file.includes("/") ? ORDER.indexOf(folder) : ORDER.length;
}

test("every folder of the server is in the order", () => {
  expect(files.filter((file) => rank(file) === -1)).toEqual([]);
});

test("imports point downwards", () => {
  const upward = files.flatMap((file) =>
    importsOf(file, { types: true })
      .filter((target) => !target.startsWith("..") && !EVERYWHERE.has(target) && rank(target) > rank(file))
      .map((target) => `${file} -> ${target}`),
  );
  expect(importsOf("main.ts", { types: true })).toContain("start/run-server.ts");
  expect(importsOf("start/run-server.ts", { types: true })).toContain("api/app.ts");
  expect(importsOf("start/build-deps.ts", { types: true })).toContain("platform/database/postgres.ts");
  expect(upward).toEqual([]);
});

test("there are no cycles among modules at run time", () => {
  const done = new Set<string>();
  const cycleFrom = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const target of importsOf(file, { types: false })) {
      const cycle = cycleFrom(target, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  expect(files.map((file) => cycleFrom(file, [])).filter(Boolean)).toEqual([]);
});

test("only config.ts reads process.env", () => {
  const readers = files.filter((file) => /process\s*\.\s*env\b/.test(texts.get(file) ?? ""));
  expect(readers).toEqual(["config.ts"]);
});

test("a table is written only by the folder that declares it", () => {
  const owners = new Map<string, string>();
  for (const file of files.filter((name) => name.endsWith("/table.ts"))) {
    const declared = /interface Tables \{([^}]*)\}/.exec(texts.get(file) ?? "")?.[1] ?? "";
    for (const [, table = ""] of declared.matchAll(/^\s*(\w+):/gm))
      owners.set(table, file.split("/")[0] ?? "");
  }
  expect(owners.get("organizations")).toBe("auth");
  const writes = /(?:insertInto|updateTable|deleteFrom)\("(\w+)"|(?:insert into|update|delete from) (\w+)\b/g;
  const strangers = files.flatMap((file) =>
    [...(texts.get(file) ?? "").matchAll(writes)]
      .map(([, built, written]) => built ?? written ?? "")
      .filter((table) => owners.has(table) && owners.get(table) !== file.split("/")[0])
      .map((table) => `${file} writes ${table}`),
  );
  // The first start claims its turn in the installation's table, above all features.
  expect(strangers).toEqual(["start/first-start.ts writes installation"]);
});
