import { getSqlState, isTransient } from "../../platform/database/database.ts";
import { isDataError } from "../../platform/database/group-commit.ts";
import { SandboxUnavailableError } from "../../platform/sandbox/sandbox.ts";
import { CutOffError, ReleasedError } from "../../platform/work/line.ts";
import { isTakenOver } from "../../platform/work/work-table.ts";

/** A run exceeded its workflow's time limit. */
export class RunTimeoutError extends Error {
  override readonly name = "RunTimeoutError";
  constructor() {
    super("The execution took longer than its time limit.");
  }
}

/** Others need the memory that the run holds: it resumes from what is stored once there is room. */
export class OutOfMemoryError extends ReleasedError {
  override readonly name = "OutOfMemoryError";
  constructor() {
    super("The execution was released for lack of memory.");
  }
}

const KNOWN = [CutOffError, RunTimeoutError, ReleasedError, SandboxUnavailableError];

/**
 * Whether an error says that this process cannot continue a run, and nothing about the run itself: it was
 * stopped or taken over, the process is stopping, or the database failed. Only then is a run released to
 * be resumed; any other error ends the step, because it would happen again, perhaps after the same third-party call.
 */
export function isInterruption(error: unknown): boolean {
  if (KNOWN.some((kind) => error instanceof kind)) return true;
  if (isTakenOver(error) || isTransient(error)) return true;
  // Any other database error, unless it was about the data.
  return getSqlState(error) !== undefined && !isDataError(error);
}
