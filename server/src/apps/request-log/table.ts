import type { Environment } from "../../auth/scope.ts";

/** What a request to a third party was sent for. */
export const REQUEST_CAUSES = [
  "step",
  "action",
  "tool",
  "raw",
  "poll",
  "subscription",
  "options",
  "check",
  "token",
  "tool_list",
] as const;
export type RequestCauseKind = (typeof REQUEST_CAUSES)[number];

/**
 * What is sent for a customer, and so counts as their usage; what Junctor sends by itself, such as polls and renewals of
 * tokens, does not.
 */
export const USAGE_CAUSES: readonly RequestCauseKind[] = ["step", "action", "tool", "raw"];

/** A body without secrets: cut if it is long, and without its text if that is not kept. */
export interface LoggedBody {
  /** The size of the whole body. */
  readonly bytes: number;
  readonly type?: string;
  readonly text?: string;
  readonly isCut?: boolean;
}

/** One side of an exchange, without secrets. */
export interface LoggedMessage {
  /** The address that responded, if redirects were followed. */
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: LoggedBody;
}

export interface ProviderRequestTable {
  /** In the order in which the requests began. */
  id: string;
  org_id: string;
  environment: Environment;
  account_id: string;
  /** Null: a workflow called an address. */
  slug: string | null;
  /** The connection may be gone; null: there was none, or none yet. */
  connection_id: string | null;
  cause: RequestCauseKind;
  /** The action, trigger, option list or tool. */
  subject: string | null;
  run_id: string | null;
  step_path: string | null;
  /** Null, like `url` and the messages, if other code sent the request. */
  method: string | null;
  url: string | null;
  status: number | null;
  /** The first digit of the status; 0: no response. */
  status_class: number;
  error: string | null;
  duration_ms: number;
  request: LoggedMessage | null;
  response: LoggedMessage | null;
  created_at: Date;
}

declare module "../../platform/database/database.ts" {
  interface Tables {
    provider_requests: ProviderRequestTable;
  }
}
