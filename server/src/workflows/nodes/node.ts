import type { TSchema } from "typebox";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../platform/json.ts";
import type { Roots } from "../expressions.ts";
import type { Fields } from "../graph.ts";
import type { Reading } from "../render.ts";

/** Why a node failed; the message is safe to show to the customer. */
export interface NodeFailure {
  readonly code: string;
  readonly message: string;
  /** Status of the third party's answer, where there was one. */
  readonly status?: number;
}

/** What a node came to. It never acts on the run itself: the runs feature carries the outcome out. */
export type Outcome =
  | { readonly kind: "next"; readonly output: Json; readonly logs?: string[] }
  | {
      readonly kind: "fail";
      readonly error: NodeFailure;
      readonly mayRetry: boolean;
      readonly retryAfterMs?: number;
      readonly logs?: string[];
    }
  /** The account must connect `slug` again first; the step counts as not made. */
  | { readonly kind: "park"; readonly slug: string; readonly reason: string; readonly logs?: string[] };

/** One node about to be carried out. */
export interface NodeCall {
  readonly scope: AccountScope;
  /** The application of the workflow; null when it belongs to none. */
  readonly slug: string | null;
  readonly action: string;
  /** The node's settings with all expressions replaced, checked against the type's `settings` schema. */
  readonly data: Fields;
  readonly roots: Roots;
  /** The same for every attempt at this step, also after a crash. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** A kind of node: a value with its settings' schema, from which validation, form and documentation come. */
export interface NodeType {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** Schema of `data` once its expressions are replaced. */
  readonly settings: TSchema;
  /** Keys of `data` that are taken as they stand: code is not a template. */
  readonly verbatim?: readonly string[];
  /** Keys of `data` whose texts are read otherwise than by default. */
  readonly readings?: Readonly<Record<string, Reading>>;
  /** What of `data`, rendered or not and of any shape, stands in the run's record; absent: all of it. */
  readonly recorded?: (data: Fields) => Fields;
  run(deps: Deps, call: NodeCall): Promise<Outcome>;
}
