import type { Logger } from "../../log.ts";
import { startRepeating } from "../../repeat.ts";
import type { Database } from "../database.ts";
import { findIncompatible, readRecords } from "./migration-records.ts";
import { getNumber, listMigrations } from "./migrations.ts";

const LOOK_MS = 2000;

/** Notices that a newer version of Junctor, beside which this one cannot run, has migrated the database. */
export interface SchemaWatch {
  /** What to tell people, once the schema is too new. */
  problem(): string | undefined;
  /** Calls `listener` once, when the schema is found to be too new. */
  onNewer(listener: () => void): void;
  close(): Promise<void>;
}

/** Looks every two seconds; nobody else migrates an embedded database. */
export async function startWatchingSchema(database: Database, log: Logger): Promise<SchemaWatch> {
  const listeners: (() => void)[] = [];
  let problem: string | undefined;
  const known = (await listMigrations()).map((file) => file.replace(/\.ts$/, ""));
  const newest = getNumber(known.at(-1) ?? "0000");
  const names = new Set(known);
  const look = async () => {
    if (problem !== undefined) return;
    const unknown = findIncompatible(await readRecords(database.db), names, newest);
    if (!unknown) return;
    problem = `A newer version of Junctor has migrated the database (${unknown.name}). This process does nothing more: stop it and start the new version.`;
    log.error({ migration: unknown.name }, "schema.newer");
    for (const listener of listeners) listener();
  };
  const looking =
    database.kind === "embedded"
      ? undefined
      : startRepeating({ name: "schema.watch", intervalMs: LOOK_MS, log }, look);
  return {
    problem: () => problem,
    onNewer: (listener) => listeners.push(listener),
    close: async () => looking?.stop(),
  };
}
