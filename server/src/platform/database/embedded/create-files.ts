// Creates the files of the embedded database in the data folder that is its argument: see create-files-apart.
import { StartError } from "../../errors.ts";
import type { Created } from "./create-files-apart.ts";
import { createDatabaseFiles } from "./database-files.ts";
import { lockFolder } from "./folder-lock.ts";

const [dir = ""] = process.argv.slice(2);
// Nobody waits for the files any more: the next start begins again.
process.on("disconnect", () => process.exit(1));
try {
  const unlock = await lockFolder(dir);
  await createDatabaseFiles(`${dir}/database`);
  unlock();
  say({});
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  say({ problem: error.message });
}

function say(created: Created): void {
  process.send?.(created, () => process.exit());
}
