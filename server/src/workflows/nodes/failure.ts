import type { FailOutcome } from "./node.ts";

/** A failure that retrying does not fix; the message is safe to show to the customer. */
export function createFailure(code: string, message: string): FailOutcome {
  return { kind: "fail", error: { code, message }, mayRetry: false };
}
