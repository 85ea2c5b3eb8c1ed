import type { AccountScope } from "../../auth/scope.ts";
import type { RequestCauseKind } from "./table.ts";

/** What a request is sent for. */
export interface RequestCause {
  readonly kind: RequestCauseKind;
  /** The action, trigger, option list or tool. */
  readonly subject?: string;
  /** Of a step. */
  readonly executionId?: string;
  readonly stepPath?: string;
  /** Hides the passwords of an execution's settings in a text. */
  readonly hide?: (text: string) => string;
}

/** For whom a request is sent, and why. */
export interface LoggedOrigin {
  readonly scope: AccountScope;
  /** The application; undefined if a workflow calls an address. */
  readonly slug: string | undefined;
  /** Undefined if there is no connection, or not yet. */
  readonly connectionId: string | undefined;
  readonly cause: RequestCause;
}
