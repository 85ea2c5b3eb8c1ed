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
  /** Of an execution; other requests obey the policy of their environment. */
  readonly redaction?: RequestRedaction | undefined;
}

/** How redaction rules apply to what is logged of a request. */
export interface RequestRedaction {
  /** False: nothing is kept of what was sent and received but sizes. */
  readonly keepsBodies: boolean;
  /** Whether a rule depends on where a value stands. */
  readonly hasPlaces: boolean;
  redact(text: string): string;
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
