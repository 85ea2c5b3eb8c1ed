import { NODE_TYPES } from "../../workflows/nodes/list.ts";

/** A failure as records show it. */
export interface ErrorOutline {
  readonly code: string;
  readonly message: string;
}

/**
 * Failures whose messages are this server's own and contain nothing of a node's settings, or that the workflow's
 * author worded for its reader; besides those that node types have of their own (`errors`).
 */
const SHOWN_CODES = [
  "FILES_FULL",
  "FILE_NOT_FOUND",
  "FILE_TOO_LARGE",
  "INTERNAL_ERROR",
  "INTERRUPTED",
  "NODE_TIMEOUT",
  "NOT_RECONNECTED",
  "RESULTS_TOO_LARGE",
  "RESULT_TOO_DEEP",
  "RESULT_TOO_LARGE",
  "RESULT_TOO_MANY_VALUES",
  "STOPPED",
  "TIMED_OUT",
  "UNKNOWN_VERSION",
  "UNSTORABLE",
];

const NOT_SENT = "The request of this step failed.";

/** Replacements for messages that may quote settings, code, addresses or responses of third parties. */
const SENTENCES: Readonly<Record<string, string>> = {
  ABORTED: NOT_SENT,
  BLOCKED: NOT_SENT,
  CONNECT: NOT_SENT,
  DNS: NOT_SENT,
  EXPRESSION: "An expression of this step failed.",
  INVALID_SETTINGS: "The settings of this step are not valid.",
  INVALID_URL: NOT_SENT,
  REDIRECT: NOT_SENT,
  TIMEOUT: "The request of this step got no response in time.",
  TLS: NOT_SENT,
  TOO_LARGE: "What this step received is too large.",
};

const ERRORS: ReadonlyMap<string, string | true> = new Map([
  ...Object.entries(SENTENCES),
  ...SHOWN_CODES.map((code) => [code, true] as const),
  ...NODE_TYPES.flatMap(({ errors = {} }) => Object.entries(errors)),
]);

/**
 * A failure of the organization's workflow as linked accounts read it: complete, except for messages that are not
 * safe.
 */
export function redactErrorMessage<Failure extends ErrorOutline>(error: Failure): Failure {
  const message = ERRORS.get(error.code) ?? "This step failed.";
  return message === true ? error : { ...error, message };
}
