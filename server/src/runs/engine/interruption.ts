import { getSqlState, isTransient } from "../../platform/database/database.ts";
import { isDataError } from "../../platform/database/group-commit.ts";
import { SandboxUnavailable } from "../../platform/sandbox/sandbox.ts";
import { CutOffError, HandedBackError } from "../../platform/work/line.ts";
import { isTakenOver } from "../../platform/work/work-table.ts";

/** A run took longer than its workflow allows. */
export class RunTimedOut extends Error {
  override readonly name = "RunTimedOut";
  constructor() {
    super("The execution took longer than its time limit.");
  }
}

/** What the run holds is needed by others: it goes on from what is stored, once there is room. */
export class NoRoom extends HandedBackError {
  override readonly name = "NoRoom";
  constructor() {
    super("The execution was put down for lack of memory.");
  }
}

const KNOWN = [CutOffError, RunTimedOut, HandedBackError, SandboxUnavailable];

/**
 * Whether what was thrown says that this process cannot go on with a run, and nothing about the run itself: it was
 * stopped or taken over, the process is stopping, or the database did not do its part. Only then is a run handed back to
 * be carried on; anything else ends the step, as it would happen again (D200).
 */
export function isInterruption(error: unknown): boolean {
  if (KNOWN.some((kind) => error instanceof kind)) return true;
  if (isTakenOver(error) || isTransient(error)) return true;
  // Whatever else the database said, unless it was about the data.
  return getSqlState(error) !== undefined && !isDataError(error);
}
