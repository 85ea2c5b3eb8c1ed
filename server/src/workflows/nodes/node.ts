import type { TSchema } from "typebox";
import type { RequestCause } from "../../apps/request-log/cause.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Language } from "../../pages/words/languages.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Roots } from "../definition/expressions.ts";
import type { Fields, NodeInput } from "../definition/graph.ts";
import type { TextMode } from "../definition/render.ts";
import type { ChosenConnections } from "../definition/stored-values.ts";

/** Why a node failed; the message is safe to show to the customer. */
export interface NodeFailure {
  readonly code: string;
  readonly message: string;
  /** Status of the third party's response, if there was one. */
  readonly status?: number;
}

/** The outcome of a node. A node never acts on the run itself: the runs feature applies the outcome. */
export type NodeOutcome = { readonly logs?: string[] } & (
  | NextOutcome
  | FailOutcome
  /** The account must first reconnect `slug`, or that connection to it; the step counts as not made. */
  | { readonly kind: "park"; readonly slug: string; readonly connectionId?: string; readonly reason: string }
  /** Resumes at `until` with `wake`. */
  | { readonly kind: "sleep"; readonly until: Date }
  /** Resumes, with `wake`, when its link is answered, or at `until`. */
  | { readonly kind: "ask"; readonly until: Date }
  /** Starts a run of another workflow (id or alias) of the account, and resumes with `wake` when that has ended. */
  | { readonly kind: "call"; readonly workflow: string; readonly input: Json }
  /** Runs the node's body once for each item, at most `concurrency` at a time; the output is the list of results. */
  | { readonly kind: "each"; readonly items: readonly Json[]; readonly concurrency: number }
  /** Sets what a synchronous caller gets, once; the run continues with `body` as output. */
  | {
      readonly kind: "respond";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Json;
    }
  /** Ends the whole run now, as completed or failed. */
  | { readonly kind: "end"; readonly error: NodeFailure | null; readonly response: Json }
);

/** The node is done; edges from `handle` are taken, besides those without a handle. */
export interface NextOutcome {
  readonly kind: "next";
  readonly output: Json;
  readonly handle?: string;
  /** `Rejected` for a rejected approval; `Success` otherwise. */
  readonly status?: "Rejected";
  /** Set by a type that is pure only at times: this outcome follows from `data` and `roots` alone (see `isPure`). */
  readonly isRepeatable?: boolean;
}

/** The node failed; it is retried if `mayRetry` and its `maximum_attempts` allow. */
export interface FailOutcome {
  readonly kind: "fail";
  readonly error: NodeFailure;
  readonly mayRetry: boolean;
  readonly retryAfterMs?: number;
}

/** How the wait of a node ended. */
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

/** One node about to run. */
export interface NodeCall {
  readonly scope: AccountScope;
  /** The application of the workflow; null if it belongs to none. */
  readonly slug: string | null;
  readonly workflowId: string;
  /** The account's config that the run uses. */
  readonly configId: string;
  /** The connections to use instead of the default ones. */
  readonly connections?: ChosenConnections;
  readonly action: string;
  /** The run, to which files of its results belong. */
  readonly runId: string;
  /** What requests of the node are logged with. */
  readonly cause: RequestCause;
  readonly isBatch: boolean;
  /** The node's settings with all expressions evaluated, checked against the type's `settings` schema. */
  readonly data: Fields;
  readonly roots: Roots;
  /** The same for every attempt at this step, even after a crash: 32 hex characters. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /**
   * Passed to each outgoing request: undefined if this process certainly holds the run; otherwise await it before any
   * outside effect. It rejects if the process does not hold the run.
   */
  untilSure(): Promise<void> | undefined;
  /** Passed to each outgoing request: a large response waits for its turn to be read and stored. */
  moreRoom(bytes: number): Promise<void>;
  /** A test that must change nothing: writes are only reported. */
  readonly isDry: boolean;
  /**
   * The last check in each writing transaction: it fails, and rolls back, if another process has taken the run over.
   */
  holdRun(tx: Tx): Promise<void>;
}

/** What a setting is called in forms, and what is said about it. */
interface SettingTexts {
  readonly name: string;
  readonly help?: string;
  /** Names of its choices. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** What people who build workflows read about a node type. */
export interface NodeWords {
  readonly title: string;
  /** What it does, in a few words. */
  readonly help: string;
  /** Other words by which people look for it. */
  readonly keywords?: readonly string[];
  /** By the path of the setting, without the positions of lists: `cases.handle`. */
  readonly settings?: Readonly<Record<string, SettingTexts>>;
}

/** The words of each language; a language without them has the English ones (D479). */
export type NodeTexts = { readonly en: NodeWords } & { readonly [Of in Language]?: NodeWords };

/** What docs/nodes.md says about a node type besides its title, description and settings; texts are Markdown. */
export interface NodeGuide {
  /** A whole node; a test publishes it. */
  readonly example: NodeInput;
  /** Its output, in a sentence or two. */
  readonly output: string;
  /** Paragraphs after the settings. */
  readonly notes?: string;
}

/**
 * A link with which somebody outside answers a node. `page`: a person decides on it, and the node's settings are those
 * of an approval; `hook`: a program posts to it.
 */
export type LinkKind = "page" | "hook";

/** Branches that settings decide: one for each item of a list, named by its `handle`, or `case_1`, … by position. */
interface ListedBranches {
  /** The list in `data`. */
  readonly list: string;
  /** How documentation names one of them, as Markdown. */
  readonly name: string;
  /** When it is taken, as Markdown. */
  readonly when: string;
}

/**
 * A node type: everything that is true of its nodes, from which validation, the API, the dashboard and documentation
 * are derived (D475).
 */
export interface NodeType {
  readonly type: string;
  readonly texts: NodeTexts;
  /** The name of one of the dashboard's icons; an unknown one is drawn as a circle. */
  readonly icon: string;
  /** Where lists of types show it. */
  readonly group: "requests" | "flow" | "waiting" | "data";
  /** What it does, as Markdown; the first sentence stands alone in lists. */
  readonly description: string;
  /** Schema of `data` after its expressions are evaluated. */
  readonly settings: TSchema;
  /**
   * What is wrong with `data` beyond its schema, as a sentence that names the field; texts may still contain
   * expressions.
   */
  readonly problem?: (data: Fields) => string | undefined;
  /** Keys of `data` that are taken literally, with their language: code is not a template. */
  readonly verbatim?: Readonly<Record<string, "javascript" | "text">>;
  /** Keys of `data` whose texts have special rules. */
  readonly readings?: Readonly<Record<string, TextMode>>;
  /** The part of `data`, rendered or not and of any shape, that the run's record shows; absent: all of it. */
  readonly recorded?: (data: Fields) => Fields;
  /**
   * Branches that its edges may leave from (`sourceHandle`), besides none and `error`, from left to right; with when
   * each is taken, as Markdown.
   */
  readonly branches?: Readonly<Record<string, string>>;
  /** Branches before these. */
  readonly branchesFrom?: ListedBranches;
  /**
   * The outcome that an output, as records show it, stands for, for tests that pin it; present if there are
   * `branches`.
   */
  readonly fromOutput?: (output: { readonly [key: string]: Json }) => NextOutcome | undefined;
  /** What only an authorized test may do: it `calls` others, or `asks` somebody and waits. */
  readonly outside?: "calls" | "asks";
  /**
   * Set if the outcome follows from `data` alone, without a clock, randomness or anything outside, so it can be
   * recomputed.
   */
  readonly isPure?: true;
  /** The kind of its link (`links` in expressions); absent: it has none. */
  readonly link?: LinkKind;
  /** Set if nothing runs after it. */
  readonly ends?: true;
  /** Set if it runs what follows its branch `item` several times, and then continues with `done`. */
  readonly repeats?: true;
  /** Set if it runs other workflows. */
  readonly callsWorkflows?: true;
  /** Fields of its nodes, next to `data`, that other nodes do not use. */
  readonly fields?: readonly ("triggers" | "action" | "is_batch")[];
  /** Its own error codes: what customers read instead of the message, or true if they may read the message itself. */
  readonly errors?: Readonly<Record<string, string | true>>;
  /** Why `timeout_ms` cannot be set, as the end of a sentence; absent: it limits each attempt. */
  readonly untimed?: string;
  readonly guide: NodeGuide;
  run(deps: Deps, call: NodeCall): Promise<NodeOutcome>;
  /** The outcome after waiting; present if `run` may sleep, ask or call. */
  readonly wake?: (call: Pick<NodeCall, "data" | "isBatch">, wake: Wake) => NextOutcome | FailOutcome;
}

/** The branch of an item of `branchesFrom`, which may be unfinished. */
export function getBranchName(item: unknown, index: number): string {
  const named = typeof item === "object" && item !== null && "handle" in item ? item.handle : undefined;
  return typeof named === "string" ? named : `case_${index + 1}`;
}

/** The branches of a node with these settings, from left to right, besides none and `error`. */
export function listBranches(
  { branches = {}, branchesFrom }: Pick<NodeType, "branches" | "branchesFrom">,
  data: Fields | null,
): readonly string[] {
  const items = branchesFrom && data?.[branchesFrom.list];
  const listed = Array.isArray(items) ? items.map(getBranchName) : [];
  return [...new Set([...listed, ...Object.keys(branches)])];
}

/** When each branch is taken, as Markdown, with a row for the branches of a list. */
export function describeBranches({
  branches,
  branchesFrom,
}: Pick<NodeType, "branches" | "branchesFrom">): Readonly<Record<string, string>> {
  return { ...(branchesFrom && { [branchesFrom.name]: branchesFrom.when }), ...branches };
}
