import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

interface SourceFile {
  readonly text: string;
  /** Relative to the same folder; those of types included. */
  readonly imports: readonly string[];
}
type ImportGraph = ReadonlyMap<string, SourceFile>;

const root = fileURLToPath(new URL("../..", import.meta.url));
const IMPORT = /^(?:import|export)\s[^;]*?from\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)|^import "(\.[^"]+)"/gm;

function readSources(folder: string): ImportGraph {
  const names = globSync("**/*.{ts,tsx}", { cwd: join(root, folder) });
  const sources = names.filter((name) => !/\.test\.tsx?$/.test(name));
  return new Map(
    sources.map((name) => {
      const text = readFileSync(join(root, folder, name), "utf8");
      const imports = [...text.matchAll(IMPORT)].map(([, from, dynamic, bare]) =>
        join(dirname(name), from ?? dynamic ?? bare ?? ""),
      );
      return [name, { text, imports }];
    }),
  );
}

const server = readSources("server/src");
const files = [...server.keys()];
const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

/** The order of the rooms that a line of ARCHITECTURE.md gives after `lead`. */
function readOrder(lead: string): string[] {
  const line = architecture.split("\n").find((text) => text.startsWith(`${lead}\``)) ?? "";
  return /`([^`]+ < [^`]+)`$/.exec(line)?.[1]?.split(" < ") ?? [];
}

/** The place of a file's room in the order; "*" are the files outside of inner folders that have no place of their own. */
function rankIn(order: readonly string[], file: string): number {
  const [room = ""] = file.split("/");
  return order.indexOf(order.includes(room) || file.includes("/") ? room : "*");
}

describe.each([
  ["server/src", ""],
  ["server/src/apps", "Inside `apps/`: "],
  ["server/src/runs", "Inside `runs/`: "],
  ["web/src", "Inside `web/src/`: "],
])("in %s", (folder, lead) => {
  const graph = readSources(folder);
  const order = readOrder(lead);

  test("every folder and file is in the order of ARCHITECTURE.md", () => {
    const ranks = new Map([...graph.keys()].map((file) => [file, rankIn(order, file)]));
    expect([...ranks].filter(([, rank]) => rank === -1)).toEqual([]);
    expect(order.filter((_room, rank) => ![...ranks.values()].includes(rank))).toEqual([]);
  });

  test("imports point downwards, those of types included", () => {
    const pairs = [...graph].flatMap(([file, { imports }]) =>
      imports.filter((target) => graph.has(target)).map((target) => [file, target] as const),
    );
    expect(pairs.length).toBeGreaterThan(graph.size);
    const upward = pairs.filter(([file, target]) => rankIn(order, target) > rankIn(order, file));
    expect(upward).toEqual([]);
  });
});

const ORDER = readOrder("");
const rankOf = (file: string) => rankIn(ORDER, file);

test("imports of every form are read", () => {
  expect(server.get("main.ts")?.imports).toContain("start/run-server.ts");
  expect(server.get("start/run-server.ts")?.imports).toContain("api/app.ts");
  expect(server.get("start/build-deps.ts")?.imports).toContain("platform/database/postgres.ts");
});

test("what a feature keeps per process is used only by itself and by later folders", () => {
  const owners = new Map<string, string>();
  for (const [file, { text }] of server)
    for (const [, field = ""] of text.matchAll(
      /^ {2}interface Features \{\n(?: {4}\/\*\*.*\n)?\s+readonly (\w+):/gm,
    ))
      owners.set(field, file);
  expect(owners.get("plans")).toMatch(/^runs\//);
  const declarations = [...server.values()].filter(({ text }) => /^ {2}interface Features \{/m.test(text));
  expect(owners.size).toBe(declarations.length);
  const early = [...server].flatMap(([file, { text }]) =>
    [...owners].flatMap(([field, owner]) => {
      const use = new RegExp(
        `\\bDeps,[^>;]*"${field}"|\\bdeps\\.${field}\\b|\\b${field}\\b[^{}]*\\}: \\w*Deps\\b`,
      );
      return rankOf(file) < rankOf(owner) && use.test(text) ? [`${file} uses ${field} of ${owner}`] : [];
    }),
  );
  expect(early).toEqual([]);
});

function reachFrom(graph: ImportGraph, start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
    for (const target of graph.get(file)?.imports ?? [])
      if (graph.has(target) && !reached.has(target)) {
        reached.add(target);
        waiting.push(target);
      }
  return reached;
}

/** The groups of files of which each imports all others, directly or through them. */
function findRings(graph: ImportGraph): string[][] {
  const reach = new Map([...graph.keys()].map((file) => [file, reachFrom(graph, file)]));
  const rings = [...reach].map(([file, reached]) =>
    [...reached].filter((other) => reach.get(other)?.has(file)).sort(),
  );
  return [...new Map(rings.filter(({ length }) => length > 0).map((ring) => [ring[0], ring])).values()];
}

test.each(["server/src", "web/src"])(
  "no file of %s imports itself through others, not even a type",
  (folder) => {
    expect(findRings(readSources(folder))).toEqual([]);
  },
);

// What belongs to the process itself, not to a feature (D491).
const OF_THE_PROCESS = {
  "platform/id.ts": "ids made in one process sort by time, whoever makes them",
  "platform/json/schema-parts.ts": "the anchors of a schema, found once: they are the schema's own",
  "platform/measured-value.ts": "the size of a value, measured once: it is the value's own",
  "platform/secret-name.ts": "whether a name is one of a secret, judged once for each name",
  "platform/wait-for-turn.ts": "a process has one event loop, in which all take turns",
};
// Declared outside of functions: a variable, an empty collection, or one that remembers results.
const KEPT =
  /^(?:export )?(?:let \w+|const \w+\b(?!: Readonly)[^=\n]* = (?:new \w*(?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\}|(?:createDerivation|createNewestCache)\b))/m;

test("what a process keeps is in Features, but for what is the process's own", () => {
  const keeping = [...server].filter(([file, { text }]) => {
    // Helpers of tests, and what another thread keeps while it runs.
    if (/(^|\/)(test|fake)-/.test(file) || text.includes("parentPort === null")) return false;
    return KEPT.test(text.replace(/`[^`]*`/g, ""));
  });
  expect(keeping.map(([file]) => file).sort()).toEqual(Object.keys(OF_THE_PROCESS).sort());
});

test("only config.ts reads process.env", () => {
  const readers = files.filter((file) => /process\s*\.\s*env\b/.test(server.get(file)?.text ?? ""));
  expect(readers).toEqual(["config.ts"]);
});

test("a table is written only by the folder that declares it", () => {
  const owners = new Map<string, string>();
  for (const file of files.filter((name) => name.endsWith("/table.ts"))) {
    const declared = /interface Tables \{([^}]*)\}/.exec(server.get(file)?.text ?? "")?.[1] ?? "";
    for (const [, table = ""] of declared.matchAll(/^\s*(\w+):/gm))
      owners.set(table, file.split("/")[0] ?? "");
  }
  expect(owners.get("organizations")).toBe("auth");
  const writes = /(?:insertInto|updateTable|deleteFrom)\("(\w+)"|(?:insert into|update|delete from) (\w+)\b/g;
  const strangers = files.flatMap((file) =>
    [...(server.get(file)?.text ?? "").matchAll(writes)]
      .map(([, built, written]) => built ?? written ?? "")
      .filter((table) => owners.has(table) && owners.get(table) !== file.split("/")[0])
      .map((table) => `${file} writes ${table}`),
  );
  // Tests empty a database; the first start claims its turn in the installation's table, above all features.
  expect(strangers.sort()).toEqual([
    "commands/test/bench/empty-database.ts writes statistics_position",
    "start/first-start.ts writes installation",
  ]);
});
