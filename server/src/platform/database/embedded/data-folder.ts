import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "../../errors.ts";

/** Creates the data folder with access for its owner only; throws StartError if that is not possible. */
export function createDataFolder(dir: string): void {
  try {
    for (const folder of missingFolders(dir)) mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Two processes may start at the same moment.
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    if (code !== "EEXIST")
      throw new StartError(`The data folder ${dir} cannot be created (${code}): set JUNCTOR_DATA_DIR.`);
  }
  if (!statSync(dir).isDirectory())
    throw new StartError(`The data folder ${dir} is a file: set JUNCTOR_DATA_DIR.`);
}

/** Outermost first. One by one, because Node's own recursive form never returns for a folder under /proc. */
function missingFolders(dir: string): string[] {
  return existsSync(dir) ? [] : [...missingFolders(dirname(dir)), dir];
}
