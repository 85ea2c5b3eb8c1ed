import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";

const PATH = "moved-to";

/** Notes in the data folder where its installation went, so that none is started twice. */
export function markMoved(dataDir: string, to: string): void {
  writeFileSync(`${dataDir}/${PATH}`, `${to}\n`, { mode: 0o600, flush: true });
}

/** Throws StartError if the installation of the data folder was moved: two would run its schedules. */
export function requireNotMoved({ databaseUrl, dataDir }: Config): void {
  const path = `${dataDir}/${PATH}`;
  if (databaseUrl !== undefined || !existsSync(path)) return;
  const to = readFileSync(path, "utf8").trim();
  throw new StartError(
    `The installation in ${dataDir} was moved to ${to}: set DATABASE_URL. To use the folder nevertheless, delete ${path}.`,
  );
}
