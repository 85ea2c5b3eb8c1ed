import type { FailOutcome } from "./node.ts";

/** A failure that trying again does not mend; the message is safe to show to the customer. */
export function createFailure(code: string, message: string): FailOutcome {
  return { kind: "fail", error: { code, message }, mayRetry: false };
}
