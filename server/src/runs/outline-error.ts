/** A failure as records show it. */
export interface ErrorOutline {
  readonly code: string;
  readonly message: string;
}

/**
 * Failures whose messages are this server's own and contain nothing of a node's settings, or that the workflow's
 * author worded for its reader.
 */
const SHOWN_CODES = new Set([
  "DELAY_TOO_LONG",
  "FILES_FULL",
  "FILE_NOT_FOUND",
  "FILE_TOO_LARGE",
  "INTERNAL_ERROR",
  "INTERRUPTED",
  "NODE_TIMEOUT",
  "NOT_RECONNECTED",
  "NO_CODE",
  "RESULTS_TOO_LARGE",
  "RESULT_TOO_DEEP",
  "RESULT_TOO_LARGE",
  "RESULT_TOO_MANY_VALUES",
  "STOPPED",
  "TERMINATED",
  "TIMED_OUT",
  "TOO_COMPLEX",
  "TOO_MANY_ITEMS",
  "UNKNOWN_VERSION",
  "UNSTORABLE",
  "WAIT_TIMEOUT",
]);

const NOT_SENT = "The request of this step failed.";
const NO_DATASTORE = "The datastore of this step could not be used.";

/** Replacements for messages that may quote settings, code, addresses or responses of third parties. */
const SENTENCES: Readonly<Record<string, string>> = {
  ABORTED: NOT_SENT,
  AUTH: "The application refused the connection of this step. Connect it again if this keeps happening.",
  BLOCKED: NOT_SENT,
  CONNECT: NOT_SENT,
  DATASTORE: NO_DATASTORE,
  DNS: NOT_SENT,
  EXPRESSION: "An expression of this step failed.",
  HTTP_STATUS: "The request of this step returned an error.",
  INPUT: "The values of this step do not fit the application.",
  INVALID_SETTINGS: "The settings of this step are not valid.",
  INVALID_URL: NOT_SENT,
  NO_CONFIG: NO_DATASTORE,
  RATELIMIT: "The application accepts no more requests for now.",
  REDIRECT: NOT_SENT,
  REMOTE: "The application did not respond to this step as expected.",
  SUB_FLOW: "The workflow that this step called failed.",
  TIMEOUT: "The request of this step got no response in time.",
  TLS: NOT_SENT,
  TOO_LARGE: "What this step received is too large.",
};

/**
 * A failure of the organization's workflow as linked accounts read it: complete, except for messages that are not
 * safe.
 */
export function redactErrorMessage<Failure extends ErrorOutline>(error: Failure): Failure {
  const { code } = error;
  return SHOWN_CODES.has(code) ? error : { ...error, message: sentenceOf(code) };
}

function sentenceOf(code: string): string {
  if (code.startsWith("CODE_")) return "The code of this step failed.";
  return (Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined) ?? "This step failed.";
}
