import { readdir } from "node:fs/promises";

const FOLDER = new URL("../../../../migrations/", import.meta.url);

/** Migrations from here on are expanding, unless they say otherwise; those before were written for a stop (D550). */
const FIRST_EXPANDING = "0172";
const LAST_FOR_A_STOP = "0170";

/** The exports of a file in `server/migrations`. */
export interface SqlMigration {
  /** Statements that run in order, in one transaction; those with `concurrently` each without one. */
  readonly up: readonly string[];
  /**
   * The number of the migration that a version must know to run beside this one: what this one removes, that version no
   * longer uses. Without it, versions of before run beside it.
   */
  readonly since?: string;
}

/** A migration as it is run and recorded. */
export interface Migration {
  /** Its file without the extension: a number of four digits and words. */
  readonly name: string;
  readonly up: readonly string[];
  /** The number of the migration that a version must know to run beside this one. */
  readonly compatibleSince: string;
  /** Whether versions that know nothing of `compatibleSince` have to stop. */
  readonly isContracting: boolean;
}

/** The number that orders migrations. */
export function getNumber(name: string): string {
  return name.slice(0, 4);
}

/** The files of all migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((file) => /^\d{4}-.*\.ts$/.test(file)).sort();
}

/** The number of the newest migration that this version knows. */
export async function findNewestNumber(): Promise<string> {
  return getNumber((await listMigrations()).at(-1) ?? "0000");
}

/** What `migrate` runs, oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const files = await listMigrations();
  return Promise.all(
    files.map(async (file) => {
      const migration: SqlMigration = await import(new URL(file, FOLDER).href);
      return toMigration(file.replace(/\.ts$/, ""), migration);
    }),
  );
}

export function toMigration(name: string, { up, since }: SqlMigration): Migration {
  const number = getNumber(name);
  if (number < FIRST_EXPANDING) return { name, up, compatibleSince: number, isContracting: true };
  return { name, up, compatibleSince: since ?? LAST_FOR_A_STOP, isContracting: since !== undefined };
}

const CONCURRENT = /^\s*(?:create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\b/i;

/** Whether a statement cannot run in a transaction. */
export function isConcurrent(statement: string): boolean {
  return CONCURRENT.test(statement);
}

/** The same statement for a database that nobody else uses: it may run in a transaction. */
export function toPlainStatement(statement: string): string {
  return isConcurrent(statement) ? statement.replace(/\bconcurrently\s+/i, "") : statement;
}
