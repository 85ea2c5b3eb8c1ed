import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFilesApart } from "../../../platform/database/embedded/create-files-apart.ts";

/** A data folder that does not outlive this process. */
export interface ThrowAwayFolder {
  readonly path: string;
  /** Resolves once it has the files of a database; rejects as `createFilesApart`. */
  readonly ready: Promise<void>;
  remove(): void;
}

/** Creates the folder, and begins to create the files of its database in a process of its own. */
export function createThrowAwayFolder(): ThrowAwayFolder {
  const path = mkdtempSync(join(tmpdir(), "junctor-workflow-tests-"));
  const stop = () => process.exit(130);
  const remove = () => {
    process.off("exit", remove).off("SIGINT", stop).off("SIGTERM", stop);
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  // Without a listener, a signal ends the process before it can clear up.
  process.on("exit", remove).on("SIGINT", stop).on("SIGTERM", stop);
  const ready = createFilesApart(path);
  // Whoever awaits it later hears of a failure.
  ready.catch(() => undefined);
  return { path, ready, remove };
}
