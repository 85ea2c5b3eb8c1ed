import type { TextKey } from "../../pages/words/catalogs.ts";
import type { Words } from "../../pages/words/words.ts";
import { HIDDEN } from "../../runs/passwords.ts";
import type { RunError } from "../../runs/table.ts";
import type { AccountView } from "../../runs/view/account-view.ts";
import { redactErrorMessage } from "../../runs/view/outline-error.ts";

type ReasonKey = Extract<TextKey, `reason.${string}`>;

const REASONS: Readonly<Record<string, ReasonKey>> = {
  AUTH: "reason.refused",
  CONNECTION_REMOVED: "reason.connectionRemoved",
  NOT_CONNECTED: "reason.notConnected",
  NOT_RECONNECTED: "reason.notReconnected",
  RATELIMIT: "reason.busy",
  USAGE_LIMIT: "reason.usageLimit",
  CONNECT: "reason.noResponse",
  DNS: "reason.noResponse",
  REMOTE: "reason.noResponse",
  TIMEOUT: "reason.noResponse",
  TLS: "reason.noResponse",
  INPUT: "reason.values",
  NO_CONFIG: "reason.settings",
  NODE_TIMEOUT: "reason.tooLong",
  TIMED_OUT: "reason.tooLong",
  WAIT_TIMEOUT: "reason.unanswered",
  RESULTS_TOO_LARGE: "reason.tooLarge",
  RESULT_TOO_LARGE: "reason.tooLarge",
  RESULT_TOO_MANY_VALUES: "reason.tooLarge",
  TOO_LARGE: "reason.tooLarge",
  TOO_MANY_ITEMS: "reason.tooLarge",
};

/** Why an execution failed, in the customer's language; in the author's words if they were written for it (D470). */
export function describeFailure({ t }: Words, error: RunError, view: AccountView): string {
  const { code, message } = view.error(error);
  if (code === "TERMINATED" && message !== HIDDEN) return message;
  return t((Object.hasOwn(REASONS, code) ? REASONS[code] : undefined) ?? "reason.other");
}

/** The message itself where the customer may read more than the outline, as of its own workflows. */
export function findFailureDetails(error: RunError, view: AccountView): string | undefined {
  const { code, message } = view.error(error);
  const isMore = message !== HIDDEN && message !== redactErrorMessage(error).message;
  return isMore && code !== "TERMINATED" ? message : undefined;
}
