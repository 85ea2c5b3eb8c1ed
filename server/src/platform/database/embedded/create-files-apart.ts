import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { StartError } from "../../errors.ts";

const PROGRAM = fileURLToPath(new URL("create-files.ts", import.meta.url));
// Code that runs once is not worth the memory that optimizing it takes.
export const CREATE_FLAGS = ["--liftoff-only", "--max-semi-space-size=1", "--no-warnings"];

/** What the child says before it ends. */
export interface Created {
  /** Why there are no files. */
  readonly problem?: string;
}

/**
 * Creates the files of the embedded database in the data folder `dir`, unless they are there, in a process of its own:
 * PostgreSQL's `initdb` takes 400 MiB, which neither stay in this process nor come on top of a loaded server (D482).
 * Throws StartError as `openEmbedded`.
 */
export async function createFilesApart(dir: string): Promise<void> {
  if (existsSync(`${dir}/database/PG_VERSION`)) return;
  const { created, end } = await runProgram(dir).catch((error: Error) => {
    throw cannotCreate(
      dir,
      `its process could not be started (${error.message}); check the limits of memory and processes, and start again`,
    );
  });
  if (created?.problem !== undefined) throw new StartError(created.problem);
  if (created) return;
  const why = end === "SIGKILL" ? ": the system may have had too little memory for it" : "";
  throw cannotCreate(dir, `its process ended with ${end}${why}`);
}

/** What the child says, and its exit code or signal. Rejects if it cannot be started. */
async function runProgram(dir: string): Promise<{ created?: Created; end: number | string }> {
  const child = fork(PROGRAM, [dir], {
    execArgv: CREATE_FLAGS,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let created: Created | undefined;
  child.on("message", (said) => {
    created = said as Created;
  });
  const [code, signal] = await once(child, "close");
  return { created, end: code ?? signal };
}

function cannotCreate(dir: string, reason: string): StartError {
  return new StartError(
    `The embedded database in ${dir} could not be created: ${reason} (docs/self-hosting.md).`,
  );
}
