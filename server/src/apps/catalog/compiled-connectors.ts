import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Json } from "../../platform/json/json.ts";
import type { Grade } from "../connector.ts";
import { ManifestError } from "../providers/manifest/schema/manifest-error.ts";
import { hashSource, readManifestSource } from "../providers/manifest/schema/manifest-source.ts";
import { parseManifestFile, readManifestFile } from "../providers/manifest/schema/parse-manifest.ts";

/** The file with the shipped connectors in compiled form: reading YAML takes ten times as long. */
export const COMPILED_FILE = "compiled.jsonl";

/** The file with the grades of the shipped connectors by slug, as `npm run generate` finds them proven. */
export const GRADES_FILE = "grades.json";

/** What is known of the connectors in a folder before their sources are read. */
export interface CompiledConnectors {
  /** Manifests as data, by the hash of their source; each line is parsed on demand. */
  readonly manifests: ReadonlyMap<string, () => Json>;
  /** By slug; a grade is that of a compiled manifest, and not of a source that has changed since. */
  readonly grades: ReadonlyMap<string, Grade>;
}

const LINE = /^\{"sha256":"([0-9a-f]{64})","manifest":(.*)\}$/;

/**
 * The text of the compiled file of a folder of connectors, one per line, so that changes to two connectors merge. An
 * invalid manifest is left out: the loader then reads its source and reports the problem.
 */
export async function compileConnectors(directory: string): Promise<string> {
  const folders = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  return (await Promise.all(names.map((name) => compileLine(join(directory, name))))).join("");
}

async function compileLine(folder: string): Promise<string> {
  const source = await readManifestSource(folder);
  try {
    // URLs that use environment variables are checked again at every start.
    parseManifestFile(source, () => "https://example.com");
    return `{"sha256":"${hashSource(source)}","manifest":${JSON.stringify(readManifestFile(source))}}\n`;
  } catch (error) {
    if (error instanceof ManifestError) return "";
    throw error;
  }
}

/**
 * Reads the compiled files of a folder of connectors; empty if there are none. A line for a source that has changed
 * since is never used.
 */
export async function readCompiled(directory: string): Promise<CompiledConnectors> {
  const text = await readGenerated(join(directory, COMPILED_FILE));
  const grades: Record<string, Grade> = JSON.parse(
    (await readGenerated(join(directory, GRADES_FILE))) || "{}",
  );
  const manifests = new Map(
    text.split("\n").flatMap((line) => {
      const [, hash, manifest] = LINE.exec(line) ?? [];
      return hash === undefined || manifest === undefined ? [] : [[hash, (): Json => JSON.parse(manifest)]];
    }),
  );
  return { manifests, grades: new Map(Object.entries(grades)) };
}

/** The text of a file; empty if there is none. */
async function readGenerated(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
}
