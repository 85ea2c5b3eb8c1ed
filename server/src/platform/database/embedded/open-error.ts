import { StartError } from "../../errors.ts";

// Reasons for which a backup does not help, in the words of PostgreSQL, Node and SYSTEM_ERRORS.
const SURROUNDINGS =
  /no space left|file too large|quota exceeded|permission denied|not permitted|read-only file system|memory|too many open files|no file descriptors|i\/o error/i;
// PGlite throws numbers of WASI, as C's library in it says them.
const SYSTEM_ERRORS: ReadonlyMap<unknown, string> = new Map([
  [2, "Permission denied"],
  [19, "Quota exceeded"],
  [22, "File too large"],
  [29, "I/O error"],
  [33, "Too many open files"],
  [41, "Too many open files in system"],
  [48, "Out of memory"],
  [51, "No space left on device"],
  [63, "Operation not permitted"],
  [69, "Read-only file system"],
]);

/** Why the files in `dir` cannot be opened, and what to do, from what PostgreSQL said and what PGlite threw. */
export function toOpenError(dir: string, error: unknown, said: readonly string[] = []): StartError {
  const reason = findReason(said) ?? describeError(error);
  const advice = SURROUNDINGS.test(reason)
    ? "fix that and start again."
    : "its files are damaged or incomplete: restore the data folder from a backup (docs/backups.md).";
  return new StartError(`The embedded database in ${dir} cannot be opened (${reason}); ${advice}`);
}

/** Why no files can be created in `dir`, and what to do; there is nothing yet that a backup could restore. */
export function toCreateError(dir: string, error: unknown, said: readonly string[] = []): StartError {
  const reason = findReason(said) ?? describeError(error);
  const advice = SURROUNDINGS.test(reason) ? "fix that" : "check the folder's free space and limits";
  return new StartError(
    `The embedded database in ${dir} cannot be created (${reason}); ${advice} and start again.`,
  );
}

function describeError(error: unknown): string {
  if (error instanceof Error) return error.message;
  const number = error instanceof Object && "errno" in error ? error.errno : undefined;
  return SYSTEM_ERRORS.get(number) ?? (number === undefined ? "unknown error" : `system error ${number}`);
}

/** The cause that PostgreSQL gave before it exited, with the path of the file that it names. */
function findReason(said: readonly string[]): string | undefined {
  const texts = said.map((line) => line.replace(/^\d{4}-.* \[\d+\] /, "").trim());
  const words = (level: RegExp) =>
    texts
      .find((text) => level.test(text))
      ?.replace(level, "")
      .trim();
  const cause = words(/^(FATAL|PANIC): /) ?? words(/^postgres: /);
  const detail = words(/^DETAIL: /);
  return cause && [cause, detail].filter(Boolean).join(": ");
}
