import type { TSchema } from "typebox";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json.ts";
import type { Roots } from "../definition/expressions.ts";
import type { Fields, NodeInput, WorkflowNode } from "../definition/graph.ts";
import type { TextMode } from "../definition/render.ts";

/** Why a node failed; the message is safe to show to the customer. */
export interface NodeFailure {
  readonly code: string;
  readonly message: string;
  /** Status of the third party's answer, where there was one. */
  readonly status?: number;
}

/** What a node came to. It never acts on the run itself: the runs feature carries the outcome out. */
export type NodeOutcome = { readonly logs?: string[] } & (
  | NextOutcome
  | FailOutcome
  /** The account must connect `slug` again first; the step counts as not made. */
  | { readonly kind: "park"; readonly slug: string; readonly reason: string }
  /** Goes on at `until` by `wake`. */
  | { readonly kind: "sleep"; readonly until: Date }
  /** Goes on, by `wake`, when its link is answered, or at `until`. */
  | { readonly kind: "ask"; readonly until: Date }
  /** Starts a run of another workflow (id or alias) of the account, and goes on by `wake` when that has ended. */
  | { readonly kind: "call"; readonly workflow: string; readonly input: Json }
  /** Carries out the node's body once for each item, at most `concurrency` at a time; the output is the list of what each came to. */
  | { readonly kind: "each"; readonly items: readonly Json[]; readonly concurrency: number }
  /** Sets what a synchronous caller gets, once; the run goes on with `body` as output. */
  | {
      readonly kind: "respond";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Json;
    }
  /** Ends the whole run now, well or not. */
  | { readonly kind: "end"; readonly error: NodeFailure | null; readonly response: Json }
);

/** The node is done; edges from `handle` are taken, beside those from none. */
export interface NextOutcome {
  readonly kind: "next";
  readonly output: Json;
  readonly handle?: string;
  /** `Rejected` for an approval that was refused; `Success` otherwise. */
  readonly status?: "Rejected";
}

/** The node failed; it is tried again where `mayRetry` and its `maximum_attempts` allow. */
export interface FailOutcome {
  readonly kind: "fail";
  readonly error: NodeFailure;
  readonly mayRetry: boolean;
  readonly retryAfterMs?: number;
}

/** What a waiting node waited for. */
export type Wake =
  /** The time has come. */
  | { readonly kind: "time" }
  /** Somebody answered the node's link. */
  | { readonly kind: "answer"; readonly body: Json }
  /** The called workflow has ended. */
  | {
      readonly kind: "child";
      readonly runId: string;
      readonly error: NodeFailure | null;
      readonly response: Json;
    };

/** One node about to be carried out. */
export interface NodeCall {
  readonly scope: AccountScope;
  /** The application of the workflow; null when it belongs to none. */
  readonly slug: string | null;
  /** Which of the account's configs the run uses. */
  readonly configId: string;
  readonly action: string;
  readonly isBatch: boolean;
  /** The node's settings with all expressions replaced, checked against the type's `settings` schema. */
  readonly data: Fields;
  readonly roots: Roots;
  /** The same for every attempt at this step, also after a crash: 32 hex characters. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** Handed to each request that goes out: undefined while this process certainly holds the run, else what rejects where it does not. */
  confirmed(): Promise<void> | undefined;
  /** Handed to each request that goes out: a large answer waits for its turn to be read and stored. */
  moreRoom(bytes: number): Promise<void>;
  /** A test that must change nothing: what is to be written is only told. */
  readonly isDry: boolean;
  /** The last thing in each transaction that writes: it fails, and undoes it, where another process has taken the run over. */
  holdRun(tx: Tx): Promise<void>;
}

/** What docs/nodes.md says of a type of node beside its title, description and settings; texts are Markdown. */
export interface NodeGuide {
  /** A whole node; a test publishes it. */
  readonly example: NodeInput;
  /** What it comes to, as a sentence or two. */
  readonly output: string;
  /** When each of its branches is taken, by the name of the handle. */
  readonly branches?: Readonly<Record<string, string>>;
  /** Paragraphs after the settings. */
  readonly notes?: string;
}

/** A kind of node: a value with its settings' schema, from which validation, form and documentation come. */
export interface NodeType {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** Schema of `data` once its expressions are replaced. */
  readonly settings: TSchema;
  /** What is wrong with `data` beyond its schema, as a sentence that names the field; its texts may still hold expressions. */
  readonly problem?: (data: Fields) => string | undefined;
  /** Keys of `data` that are taken as they stand: code is not a template. */
  readonly verbatim?: readonly string[];
  /** Keys of `data` whose texts are read otherwise than by default. */
  readonly readings?: Readonly<Record<string, TextMode>>;
  /** What of `data`, rendered or not and of any shape, stands in the run's record; absent: all of it. */
  readonly recorded?: (data: Fields) => Fields;
  /** Names of the branches that its edges may leave from (`sourceHandle`), beside none and `error`; absent: no others. */
  readonly handles?: (node: Pick<WorkflowNode, "data">) => readonly string[];
  /** The list of `data` each item of which may add a branch to those of `handles`. */
  readonly handlesFrom?: string;
  /** What an output, as records show it, says that the node came to, for tests in which it is pinned; present where there are `handles`. */
  readonly fromOutput?: (output: { readonly [key: string]: Json }) => NextOutcome | undefined;
  /** What only a test that is allowed to carries out: it `calls` others, or `asks` somebody and waits. */
  readonly outside?: "calls" | "asks";
  /** Set where the outcome follows from `data` alone, without a clock, chance or anything outside: it can be computed again. */
  readonly isPure?: true;
  /** Whether the node has a link that somebody outside answers (`links` in expressions). */
  readonly hasLink?: boolean;
  /** Why `timeout_ms` cannot be set, as the end of a sentence; absent: it limits each attempt. */
  readonly untimed?: string;
  readonly guide?: NodeGuide;
  run(deps: Deps, call: NodeCall): Promise<NodeOutcome>;
  /** What the node comes to once it has waited; present where `run` may sleep, ask or call. */
  readonly wake?: (call: Pick<NodeCall, "data" | "isBatch">, wake: Wake) => NextOutcome | FailOutcome;
}
