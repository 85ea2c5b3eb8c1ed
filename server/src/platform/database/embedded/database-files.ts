import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import type { Clock } from "../../clock.ts";
import { StartError } from "../../errors.ts";
import { collectGarbage } from "../../memory/collect-garbage.ts";
import { JSON_PARSERS } from "../json-parsers.ts";
import { toCreateError, toOpenError } from "./open-error.ts";
import { compilePgliteModule } from "./pglite-module.ts";
import { withSparseCopies } from "./sparse-snapshot.ts";
import { getSyncedStartParameters, SyncedFolder } from "./synced-folder.ts";
import { TimedFolder } from "./timed-folder.ts";

// Where a first start creates the files, and where they are once complete.
const UNFINISHED = "unfinished";
const FINISHED = "finished";
// PostgreSQL looks for it; it exists only once everything else does.
const LAST = "PG_VERSION";
// Files of an operator's folder or disk, which do not make it a database.
const HARMLESS = new Set([UNFINISHED, "lost+found", ".gitkeep", ".gitignore", ".keep", ".DS_Store"]);
// Further pages come from the system's cache: with 128 MB a start takes 150 MB more, and no query is faster.
const BUFFERS = "16MB";
// V8's own number.
const DEFAULT_AT_ONCE = 128;
// Where PostgreSQL sees the folder.
const MOUNTED_AT = "/pglite/data";

/**
 * Opens the PostgreSQL with its files in `dir`, creating them first if there are none. A first start that was killed
 * starts over. Throws StartError, and changes nothing, if files are damaged or missing. With `clock`, it tells the time
 * by that and syncs nothing: such a database is thrown away.
 */
export async function openDatabaseFiles(dir: string, clock?: Clock): Promise<PGlite> {
  await createDatabaseFiles(dir);
  const lite = await open(dir, { clock });
  await lite.exec(
    "set jit = off; set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off;",
  );
  return lite;
}

/** Creates the files of the PostgreSQL in `dir` unless they are there. Throws StartError as `openDatabaseFiles`. */
export async function createDatabaseFiles(dir: string): Promise<void> {
  try {
    if (!existsSync(`${dir}/${LAST}`)) await make(dir);
    rmSync(`${dir}/${UNFINISHED}`, { recursive: true, force: true });
  } catch (error) {
    throw error instanceof StartError ? error : toOpenError(dir, error);
  }
}

/**
 * Creates the files in a folder of their own and moves them into place, so that they are either complete or
 * recognizably not: a start that was killed begins again. Other remains are refused, because initializing the folder
 * would destroy what might still be rescued.
 */
async function make(dir: string): Promise<void> {
  if (!existsSync(dir)) mkdirSync(dir);
  const finished = `${dir}/${FINISHED}`;
  if (!existsSync(finished)) {
    refuseRemains(dir);
    const unfinished = `${dir}/${UNFINISHED}`;
    rmSync(unfinished, { recursive: true, force: true });
    await initialize(dir, unfinished);
    renameSync(unfinished, finished);
  }
  const names = readdirSync(finished).filter((name) => name !== LAST);
  for (const name of [...names, LAST]) renameSync(`${finished}/${name}`, `${dir}/${name}`);
  rmdirSync(finished);
}

async function initialize(dir: string, unfinished: string): Promise<void> {
  optimizeAtOnce(1);
  try {
    const toError: typeof toOpenError = (_dir, error, said) => toCreateError(dir, error, said);
    const lite = await withSparseCopies(() => open(unfinished, { toError }));
    await lite.close();
  } finally {
    optimizeAtOnce(DEFAULT_AT_ONCE);
    collectGarbage();
  }
}

/** How many functions V8 optimizes at the same time: all of them beside two PostgreSQLs take 100 MB more. */
function optimizeAtOnce(count: number): void {
  setFlagsFromString(`--wasm-num-compilation-tasks=${count}`);
}

/** Initializing would delete a database that has lost some of its files. */
function refuseRemains(dir: string): void {
  const found = readdirSync(dir).find((name) => !HARMLESS.has(name));
  if (found === undefined) return;
  throw new StartError(
    `The embedded database in ${dir} is incomplete (it holds ${found}, but no ${LAST}): restore the data folder from a backup (docs/backups.md), or move that folder away to start without its data.`,
  );
}

async function open(
  dir: string,
  { toError = toOpenError, clock }: { toError?: typeof toOpenError; clock?: Clock | undefined } = {},
): Promise<PGlite> {
  const said: string[] = [];
  let isOpening = true;
  const onStderr = (line: string) => {
    if (isOpening) said.push(line.replaceAll(MOUNTED_AT, dir));
    return true;
  };
  try {
    return await PGlite.create({
      fs: clock ? new TimedFolder(dir, clock) : new SyncedFolder(dir),
      pgliteWasmModule: await compilePgliteModule(),
      startParams: [
        ...(clock ? PGlite.defaultStartParams : getSyncedStartParameters()),
        "-c",
        `shared_buffers=${BUFFERS}`,
      ],
      initDbStartParams: ["--set", `shared_buffers=${BUFFERS}`],
      parsers: JSON_PARSERS,
      onStderr,
    });
  } catch (error) {
    throw toError(dir, error, said);
  } finally {
    isOpening = false;
  }
}
