import { resolve } from "node:path";
import type { Config } from "../../config.ts";
import { StartError } from "../../platform/errors.ts";
import { createTarget, describeRequestFailure, type Target } from "../target.ts";
import { createApplicationFinder } from "./applications.ts";
import { type ImportArguments, readImportArguments } from "./arguments.ts";
import { importLines, type LineResult, validateLines } from "./import-rows.ts";
import { openJournal } from "./journal.ts";
import { readImportFile } from "./read-file.ts";

const PROGRESS_EVERY = 1000;
// The report has all of them.
const MOST_SHOWN = 20;

/**
 * `junctor import FILE`: linked accounts and their connections from a file (docs/import-customers.md). Throws StartError if lines
 * were refused or the import stopped: the same command continues it.
 */
export async function runImportCommand(config: Config, argv: readonly string[]): Promise<void> {
  const given = readImportArguments(argv);
  const target = createTarget(config.client);
  try {
    await (given.isDryRun ? check(config, given, target) : importFile(config, given, target));
  } catch (error) {
    const sentence = describeRequestFailure(target, error);
    if (sentence === undefined) throw error;
    throw new StartError(
      given.isDryRun ? sentence : `${sentence}\nThe import has stopped; the same command continues it.`,
    );
  }
}

async function check(config: Config, given: ImportArguments, target: Target): Promise<void> {
  const findApplication = createApplicationFinder(target);
  const lines = readImportFile(resolve(config.client.folder, given.file), given, findApplication);
  const count = createCount();
  for await (const result of validateLines(lines, {
    findApplication,
    addsFurther: given.format === "nango",
  })) {
    count.add(result);
    if (result.problem !== undefined) console.log(describeProblem(given.file, result));
  }
  const where = `${target.environment} of ${target.url}`;
  console.log(`Would store in ${where}: ${count.describe()}. Nothing was stored.`);
  if (count.refused > 0) throw new StartError(`${describeCount(count.refused, "line")} would be refused.`);
}

async function importFile(config: Config, given: ImportArguments, target: Target): Promise<void> {
  const findApplication = createApplicationFinder(target);
  const lines = readImportFile(resolve(config.client.folder, given.file), given, findApplication);
  const journal = openJournal(resolve(config.client.folder, given.report));
  const count = createCount();
  try {
    await importLines(
      lines,
      { target, findApplication, journal, addsFurther: given.format === "nango" },
      (result) => {
        count.add(result);
        if (result.problem !== undefined && count.refused <= MOST_SHOWN)
          console.log(describeProblem(given.file, result));
        if (count.lines % PROGRESS_EVERY === 0) console.log(`${count.lines} lines…`);
      },
    );
  } finally {
    journal.close();
  }
  console.log(`Stored in ${target.environment} of ${target.url}: ${count.describe()}.`);
  if (count.skipped > 0) console.log(`${describeCount(count.skipped, "line")} had been imported before.`);
  if (count.refused > 0)
    throw new StartError(
      `${describeCount(count.refused, "line")} refused: ${given.report} says why. Run the command again to try them again.`,
    );
}

function describeProblem(file: string, { line, row, problem }: LineResult): string {
  return `${file}:${line}: ${row ? `${row.linked_account_id}: ` : ""}${problem}`;
}

/** Counts the results of lines. */
function createCount() {
  const connections = new Map<string, number>();
  const counted = { lines: 0, accountsOnly: 0, skipped: 0, refused: 0 };
  return {
    get lines() {
      return counted.lines;
    },
    get skipped() {
      return counted.skipped;
    },
    get refused() {
      return counted.refused;
    },
    add: ({ outcome, row }: LineResult) => {
      counted.lines++;
      if (outcome !== "imported") counted[outcome]++;
      else if (row?.application === undefined) counted.accountsOnly++;
      else connections.set(row.application, (connections.get(row.application) ?? 0) + 1);
    },
    describe: () => {
      const all = [...connections.values()].reduce((sum, one) => sum + one, 0);
      const each = [...connections].map(([slug, number]) => `${slug} ${number}`).join(", ");
      return `${describeCount(all, "connection")}${each && ` (${each})`} and ${describeCount(counted.accountsOnly, "account")} without one`;
    },
  };
}

function describeCount(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
