import { lock } from "proper-lockfile";
import { makeDataFolder } from "./data-folder.ts";
import { StartError } from "./database.ts";

const STALE_MS = 5000;
const REFRESH_MS = 1000;
// A little longer than it takes for the lock of a killed process to go stale.
const ATTEMPTS = 24;
const ATTEMPT_EVERY_MS = 250;

/**
 * Takes the data folder for this process alone: two processes on one embedded database lose rows silently.
 * Waits for the lock of a killed process to go stale; throws StartError when another process lives.
 * `onLost` runs when the lock was taken away (this process was suspended for long): stop writing at once.
 */
export async function lockFolder(dir: string, onLost: (error: Error) => void): Promise<() => Promise<void>> {
  makeDataFolder(dir);
  try {
    return await lock(dir, {
      lockfilePath: `${dir}/lock`,
      stale: STALE_MS,
      update: REFRESH_MS,
      retries: { retries: ATTEMPTS, factor: 1, minTimeout: ATTEMPT_EVERY_MS, maxTimeout: ATTEMPT_EVERY_MS },
      onCompromised: onLost,
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ELOCKED") {
      throw new StartError(
        `Another Junctor process uses the data folder ${dir}: stop it, or set JUNCTOR_DATA_DIR or DATABASE_URL.`,
      );
    }
    throw new StartError(
      `The data folder ${dir} cannot be used (${error instanceof Error ? error.message : "unknown error"}).`,
    );
  }
}
