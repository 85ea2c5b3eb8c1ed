import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../../errors.ts";
import { COPYING } from "./checkpoints.ts";

const CONTROL = "global/pg_control";
const WAL = "pg_wal";
// Of the running process, or of statements that it runs.
const LEFT_OUT = new Set(["postmaster.pid", "pgsql_tmp", COPYING]);
const TRIES = 3;

/**
 * Copies the files of an embedded database that may be in use, into a folder that does not exist yet; the process that uses
 * them takes no part. What is copied is what a crash at the end of the copying would leave: whoever opens it recovers
 * it, from the checkpoint before the copying, by the log that was written until its end (D554). Throws StartError if
 * a checkpoint happens during each of three tries.
 */
export async function copyDatabaseFiles(from: string, to: string): Promise<void> {
  const mark = join(from, COPYING);
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      await writeFile(mark, "");
      if (await tryToCopy(from, to)) return;
    }
  } finally {
    await rm(mark, { force: true });
  }
  throw new StartError(
    "The server was restarted, or wrote a checkpoint, each time the database was copied: try again.",
  );
}

/** Whether the copy can be recovered. */
async function tryToCopy(from: string, to: string): Promise<boolean> {
  const control = await readFile(join(from, CONTROL));
  await rm(to, { recursive: true, force: true });
  await copyFolder(from, to, (path) => path === CONTROL || path.startsWith(`${WAL}/`));
  await writeFile(join(to, CONTROL), control, { mode: 0o600 });
  // At the end: every page was written after the log of its changes.
  await copyFolder(join(from, WAL), join(to, WAL));
  // Recovery begins where this file says; a checkpoint since may have removed the log from there on.
  return control.equals(await readFile(join(from, CONTROL)));
}

/** Copies all files below a folder but those that `isLeftOut` names by their path in it; what vanishes meanwhile is skipped. */
export async function copyFolder(
  from: string,
  to: string,
  isLeftOut: (path: string) => boolean = () => false,
): Promise<void> {
  const copy = async (path: string) => {
    await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    for (const entry of (await readFolder(join(from, path))).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (LEFT_OUT.has(entry.name) || isLeftOut(inner)) continue;
      if (entry.isDirectory()) await copy(inner);
      else if (entry.isFile())
        await copyFile(join(from, inner), join(to, inner), constants.COPYFILE_FICLONE).catch(ignoreMissing);
    }
  };
  await copy("");
}

async function readFolder(path: string) {
  return existsSync(path)
    ? await readdir(path, { withFileTypes: true })
        .catch(ignoreMissing)
        .then((all) => all ?? [])
    : [];
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
