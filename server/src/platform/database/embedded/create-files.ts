// Creates the files of the embedded database in the data folder that is its argument: see create-files-apart.
import { StartError } from "../../errors.ts";
import type { Created } from "./create-files-apart.ts";
import { createDatabaseFiles } from "./database-files.ts";
import { lockFolder } from "./folder-lock.ts";

const [dir = ""] = process.argv.slice(2);
try {
  const unlock = await lockFolder(dir);
  await createDatabaseFiles(`${dir}/database`);
  unlock();
  say({});
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  say({ problem: error.message });
}

/** Ends this process, also if the start was killed and nobody hears it: the files are of use to the next one. */
function say(created: Created): void {
  process.send?.(created, () => process.exit());
}
