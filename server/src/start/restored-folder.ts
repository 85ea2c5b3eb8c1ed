import { existsSync, rmSync, writeFileSync } from "node:fs";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";

const PATH = "restoring";

/** Notes in the data folder that a backup is being restored into it. */
export function markRestoring(dataDir: string, from: string): void {
  writeFileSync(`${dataDir}/${PATH}`, `${from}\n`, { mode: 0o600, flush: true });
}

/** The opposite, once all of it is there. */
export function markRestored(dataDir: string): void {
  rmSync(`${dataDir}/${PATH}`);
}

export function isRestoring(dataDir: string): boolean {
  return existsSync(`${dataDir}/${PATH}`);
}

/** Throws StartError if a restore into the data folder has not ended: what is missing would be made anew, and empty. */
export function requireRestored({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || !isRestoring(dataDir)) return;
  throw new StartError(
    `A backup is being restored into ${dataDir}, or that was interrupted: run \`junctor restore\` again.`,
  );
}
