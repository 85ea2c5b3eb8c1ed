import type { JsonObject } from "../connector.ts";

/** A request that can verify a credential of an application of one's own. */
export interface ApplicationCheck {
  /** The id of the operation that it sends. */
  readonly id: string;
  /** With the parameters that it always has. */
  readonly path: string;
  readonly title: string;
  /** The `check` of a manifest. */
  readonly check: JsonObject;
}
