import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import Compile from "typebox/compile";
import { parse } from "yaml";
import { findShapeProblems } from "../providers/manifest/schema/shape-problems.ts";
import { CategorySchema, type DirectoryEntry } from "./entry-schema.ts";

/** The drawing and the color of an icon; undefined if there is no icon of this name. */
export type IconReader = (slug: string) => DirectoryEntry["mark"];

/**
 * The text of the compiled directory, an entry per line by slug, so that changes to two entries merge. Throws an error
 * that lists every problem with its file and application.
 */
export function compileDirectory(folder: string, readIcon: IconReader): string {
  const entries: DirectoryEntry[] = [];
  const problems: string[] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(".yaml")) continue;
    const data: unknown = parse(readFileSync(join(folder, file), "utf8"));
    const shape = findShapeProblems(validator.Errors(data));
    problems.push(...shape.map(({ path, message }) => `${file}: ${path.join(".")} ${message}.`));
    if (shape.length > 0) continue;
    const { as_of, applications } = validator.Parse(data);
    const category = basename(file, ".yaml");
    for (const [slug, facts] of Object.entries(applications)) {
      const mark = facts.icon === undefined ? undefined : readIcon(facts.icon);
      if (facts.icon !== undefined && mark === undefined)
        problems.push(`${file}: ${slug}: there is no icon ${facts.icon}.`);
      if (entries.some((one) => one.slug === slug)) problems.push(`${file}: ${slug} is there twice.`);
      entries.push({ slug, category, as_of, ...facts, ...(mark !== undefined && { mark }) });
    }
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const lines = entries
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
    .map((entry) => `${JSON.stringify(entry)}\n`);
  return lines.join("");
}

const validator = Compile(CategorySchema);
