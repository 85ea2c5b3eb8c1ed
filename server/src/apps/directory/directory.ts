import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createConstant } from "../../platform/memory/computed-once.ts";
import { buildWordIndex, searchWordIndexes, type WordText } from "../../platform/words/word-index.ts";
import type { Grade } from "../connector.ts";
import type { DirectoryEntry } from "./entry-schema.ts";
import { getGrade } from "./grade.ts";

/** The applications that can be added without a document or a definition. */
export const DIRECTORY_FOLDER = fileURLToPath(new URL("../../../../directory", import.meta.url));

/** The file with the directory in compiled form: reading YAML takes ten times as long. */
export const COMPILED_DIRECTORY = "compiled.jsonl";

/** Which entries of the directory are wanted. */
export interface DirectoryQuery {
  readonly search?: string;
  readonly category?: string;
  readonly grade?: Grade;
}

/** The facts of applications that are not shipped as connectors. */
export interface Directory {
  get(slug: string): DirectoryEntry | undefined;
  /** Those that `search` finds, best first (see `searchWordIndexes`); without a word to search for all, by name. */
  find(query: DirectoryQuery): readonly DirectoryEntry[];
  /** The names of all categories, in alphabetical order. */
  readonly categories: readonly string[];
}

/** The directory of this process, read when it is first used. */
export type SharedDirectory = () => Promise<Directory>;

declare module "../../deps.ts" {
  interface Features {
    readonly directory: SharedDirectory;
  }
}

/** Makes the directory of a process; nothing is read yet. */
export function createSharedDirectory(): SharedDirectory {
  let loading: Promise<Directory> | undefined;
  return () => {
    loading ??= readDirectory(DIRECTORY_FOLDER);
    return loading;
  };
}

/** Reads the compiled directory of a folder. */
export async function readDirectory(folder: string): Promise<Directory> {
  return createDirectory(parseEntries(await readFile(join(folder, COMPILED_DIRECTORY), "utf8")));
}

/** The entries of a compiled directory. */
export function parseEntries(compiled: string): DirectoryEntry[] {
  const lines = compiled.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** A directory of these entries. */
export function createDirectory(entries: readonly DirectoryEntry[]): Directory {
  const bySlug = new Map(entries.map((entry) => [entry.slug, entry]));
  const sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name, "en"));
  const readIndex = createConstant(() => buildWordIndex(sorted.map(toWordText)));
  const search = (words: string): DirectoryEntry[] => {
    const all = { offset: 0, limit: sorted.length };
    return searchWordIndexes([readIndex()], words, all).matches.flatMap(({ text }) => sorted[text] ?? []);
  };
  return {
    get: (slug) => bySlug.get(slug),
    find: ({ search: words = "", category, grade }) =>
      (words.trim() === "" ? sorted : search(words)).filter(
        (entry) =>
          (category === undefined || entry.category === category) &&
          (grade === undefined || getGrade(entry) === grade),
      ),
    categories: [...new Set(entries.map((entry) => entry.category))].sort(),
  };
}

function toWordText({ name, slug, about, category, tags = [] }: DirectoryEntry): WordText {
  return { name, otherNames: [slug, category, ...tags].join(" "), description: about };
}
