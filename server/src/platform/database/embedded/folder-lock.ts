import { rmdirSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../../errors.ts";
import { createDataFolder } from "./data-folder.ts";

// A stopping process releases it within that time.
const PATIENCE_MS = 5000;
const ATTEMPT_EVERY_MS = 200;
// Versions up to 0.1 held the folder with a directory of the same name, which they touched every second.
const OLD_LOCK_STALE_MS = 5000;
const SQLITE_BUSY = 5;

interface Lock {
  close(): void;
}

/**
 * Locks the data folder for this process: two processes on one embedded database lose rows silently. The lock is the
 * operating system's (D230; `fcntl`; `LockFileEx` on Windows), taken by SQLite on the file `lock`: a suspended
 * process keeps it, a killed one loses it at once, and it works across containers that share the folder. Closing any
 * other handle of that file in this process would release it, so only SQLite may open it. Throws StartError if
 * another process holds the folder, or if its file system has no locks.
 */
export async function lockFolder(dir: string, patienceMs = PATIENCE_MS): Promise<() => void> {
  createDataFolder(dir);
  for (const endMs = performance.now() + patienceMs; ; await sleep(ATTEMPT_EVERY_MS)) {
    const lock = await tryLock(dir);
    // Keep this function for as long as the lock: SQLite releases the file when its handle is garbage-collected.
    if (lock) return () => lock.close();
    if (performance.now() > endMs)
      throw new StartError(
        `Another Junctor process uses the data folder ${dir}: stop it, or set JUNCTOR_DATA_DIR or DATABASE_URL.`,
      );
  }
}

/** The lock, or undefined while another process has it. */
async function tryLock(dir: string): Promise<Lock | undefined> {
  const path = `${dir}/lock`;
  if (isHeldByOldVersion(path)) return undefined;
  const { DatabaseSync } = await loadSqlite();
  let file: InstanceType<typeof DatabaseSync> | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec("begin exclusive");
    return file;
  } catch (error) {
    file?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return undefined;
    const reason = error instanceof Error ? error.message : "unknown error";
    throw new StartError(
      `The data folder ${dir} cannot be locked (${reason}): it must be writable, on a local disk, and its file "lock" Junctor's own. Set JUNCTOR_DATA_DIR or DATABASE_URL.`,
    );
  }
}

/** Whether an older version is running here; a lock that it left behind when killed is removed. */
function isHeldByOldVersion(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  if (Date.now() - found.mtimeMs < OLD_LOCK_STALE_MS) return true;
  rmdirSync(path);
  return false;
}

/** Node's own SQLite, without the warning that earlier versions of Node 24 print on loading it. */
async function loadSqlite(): Promise<typeof import("node:sqlite")> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await import("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}
