import { createRequestRedaction } from "../../apps/request-log/logged-http.ts";
import type { Tx } from "../../platform/database/database.ts";
import { isDataError } from "../../platform/database/group-commit.ts";
import type { Json } from "../../platform/json/json.ts";
import { ShapeError } from "../../platform/json/json-shape.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { untilAborted } from "../../platform/time-limit.ts";
import { TakenOverError } from "../../platform/work/line.ts";
import { isTakenOver } from "../../platform/work/work-table.ts";
import { UsageLimitError } from "../../usage/plans/refusal.ts";
import type { Roots } from "../../workflows/definition/expressions.ts";
import type { Fields, WorkflowNode } from "../../workflows/definition/graph.ts";
import { render } from "../../workflows/definition/render.ts";
import { RenderError } from "../../workflows/definition/render-error.ts";
import { createFailure } from "../../workflows/nodes/failure.ts";
import { findNodeType } from "../../workflows/nodes/list.ts";
import type { FailOutcome, NodeOutcome, NodeType } from "../../workflows/nodes/node.ts";
import { findSettingsProblem, removeNulls } from "../../workflows/validation/validate.ts";
import { buildIdempotencyKey } from "../idempotency-key.ts";
import { LARGE } from "../results/payloads.ts";
import { getRunScope } from "../store.ts";
import { LARGEST_STEP } from "./commit/prepare-commit.ts";
import { lockRun } from "./commit-progress.ts";
import { isInterruption } from "./interruption.ts";
import type { Frame, NodeContext, Progress } from "./progress.ts";
import { buildRoots } from "./roots.ts";
import { canAct, findStandIn, runTestNode } from "./stand-ins/try-node.ts";

/** A node's outcome, its input, and additional lines for the log. */
export interface NodeResult {
  readonly outcome: NodeOutcome;
  readonly input: Json;
  readonly warnings: readonly string[];
  /** Whether running the node again would give the same outcome without anybody noticing. */
  readonly isRepeatable?: boolean;
}

/**
 * Runs a node once: evaluates its expressions, checks the settings, calls its type. Errors of the node, and our own
 * errors with its data, are outcomes; throws only what `isInterruption` accepts.
 */
export async function callNode(progress: Progress, place: NodeContext): Promise<NodeResult> {
  const { node } = place.planNode;
  const type = findNodeType(node.type);
  if (!type) return { ...failed("UNKNOWN_NODE", `There is no node type "${node.type}".`), input: null };
  const recorded = type.recorded ?? ((data: Fields) => data);
  const limit = timeLimit(progress.signal, node.timeout_ms);
  let warnings: readonly string[] = [];
  // The settings as written, if they cannot be rendered.
  const input = () => place.given ?? recorded(node.data ?? {});
  try {
    const { run } = progress;
    const given = run.test && (await findStandIn(progress, place));
    if (given) return { outcome: given, input: null, warnings };
    const roots = buildRoots(progress, place.frame);
    const deps = { ...progress.deps, sandbox: progress.deps.sandbox.forTenant(run.account_id) };
    const { data, ...told } = await renderSettings(progress, place, type, { roots, sandbox: deps.sandbox });
    warnings = told.warnings;
    place.given = recorded(data);
    const problem = findSettingsProblem(type.settings, data);
    if (problem)
      return { ...failed("INVALID_SETTINGS", `Node "${node.id}": ${problem}`, warnings), input: input() };
    const call = {
      scope: getRunScope(run),
      slug: run.slug,
      workflowId: run.workflow_id,
      configId: run.config_id,
      connections: run.settings.connections,
      action: node.action ?? "",
      runId: run.id,
      cause: {
        kind: "step" as const,
        executionId: run.id,
        stepPath: place.path,
        hide: (text: string) => progress.passwords.hide(text),
        redaction:
          progress.passwords.plan && createRequestRedaction(progress.passwords.plan, progress.passwords.show),
      },
      isBatch: node.is_batch,
      data,
      roots,
      idempotencyKey: buildIdempotencyKey({ id: run.id, keyRoot: run.settings.keyRoot }, place.path),
      signal: limit.signal,
      isDry: run.test !== null && !canAct(run.test, node.id),
      untilSure: () => progress.context.untilSure()?.then(() => progress.signal.throwIfAborted()),
      moreRoom: (bytes: number) => claimMemory(progress, place, bytes),
      holdRun: (tx: Tx) => lockRun(progress, tx),
    };
    // This process may have been paused since the step began; somebody else may own the step by now.
    const unsure = progress.context.untilSure();
    const begin = () => {
      progress.signal.throwIfAborted();
      return run.test ? runTestNode(progress, place, { type, deps, call }) : type.run(deps, call);
    };
    const outcome = await untilAborted(limit.signal, unsure ? unsure.then(begin) : begin());
    // Why it failed is that it was stopped.
    if (outcome.kind === "fail") limit.signal.throwIfAborted();
    const isPure = type.isPure || (outcome.kind === "next" && outcome.isRepeatable);
    const isRepeatable = isPure && told.isRepeatable && run.test === null && isSequential(place.frame);
    return { outcome: parkOrFail(progress, outcome), input: input(), warnings, isRepeatable };
  } catch (error) {
    if (error instanceof RenderError) return { ...failed("EXPRESSION", error.message), input: input() };
    if (limit.isOver()) return { outcome: timedOut(node), input: input(), warnings };
    if (isTakenOver(error)) throw new TakenOverError();
    if (progress.signal.aborted) throw progress.signal.reason;
    if (isInterruption(error)) throw error;
    return { outcome: toFailOutcome(progress, place, error), input: input(), warnings };
  } finally {
    limit.clear();
  }
}

/** Whether no other step can end while one of the frame is under way, so that what it sees is the same after a takeover. */
function isSequential({ region, parent }: Frame): boolean {
  return region.isSequential && (parent === undefined || isSequential(parent));
}

/** Waits for the step's turn to read, produce or store a large value, unless the step has asked before. */
export async function claimMemory(progress: Progress, place: NodeContext, bytes: number): Promise<void> {
  if (bytes <= LARGE) return;
  const { deps, run, signal } = progress;
  place.room ??= deps.runMemory.make(run.account_id, COPIES * bytes, signal);
  await place.room;
}

/** Ends the turn of an ended step. */
export function releaseMemory({ room }: NodeContext): void {
  // A turn that was given up while it waited holds nothing.
  room?.then(
    (release) => release(),
    () => {},
  );
}

// As parts, as JSON, and on the way to the database.
const COPIES = 3;

/** The settings of a node with all expressions evaluated, or what a replay gives instead. */
async function renderSettings(
  progress: Progress,
  place: NodeContext,
  { settings, verbatim = {}, readings }: NodeType,
  { roots, sandbox }: { readonly roots: Roots; readonly sandbox: Sandbox },
): Promise<{ data: Fields; warnings: readonly string[]; isRepeatable: boolean }> {
  const { run } = progress;
  const { node } = place.planNode;
  if (run.overrides?.path === place.path)
    return { data: run.overrides.data, warnings: [], isRepeatable: true };
  const entries = Object.entries(node.data ?? {});
  const kept = Object.fromEntries(entries.filter(([key]) => Object.hasOwn(verbatim, key)));
  const templates = Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(verbatim, key)));
  const { value, warnings, isRepeatable } = await render(templates, roots, {
    sandbox,
    expressionCache: progress.deps.expressionCache,
    readings,
    moreRoom: () => claimMemory(progress, place, LARGEST_STEP),
  });
  // An object renders to an object with the same keys.
  return { data: removeNulls(settings, { ...(value as Fields), ...kept }), warnings, isRepeatable };
}

interface TimeLimit {
  readonly signal: AbortSignal;
  isOver(): boolean;
  clear(): void;
}

/** Aborts with the run, or after the node's own time limit. */
function timeLimit(outer: AbortSignal, limitMs: number | undefined): TimeLimit {
  if (limitMs === undefined) return { signal: outer, isOver: () => false, clear: () => {} };
  const own = new AbortController();
  const timer = setTimeout(
    () => own.abort(new DOMException("The node's time limit has passed.", "TimeoutError")),
    limitMs,
  );
  return {
    signal: AbortSignal.any([outer, own.signal]),
    isOver: () => own.signal.aborted && !outer.aborted,
    clear: () => clearTimeout(timer),
  };
}

/** Somebody waits for a synchronous run, or for a test, so it fails at once. */
function parkOrFail({ run }: Progress, outcome: NodeOutcome): NodeOutcome {
  if (outcome.kind !== "park" || (run.execution_type === "ASYNC" && !run.test)) return outcome;
  return createFailure("AUTH", outcome.reason);
}

function timedOut({ timeout_ms: limitMs }: WorkflowNode): FailOutcome {
  const message = `The node took longer than its time limit of ${limitMs} ms.`;
  return { kind: "fail", error: { code: "NODE_TIMEOUT", message }, mayRetry: true };
}

function failed(code: string, message: string, warnings: readonly string[] = []): Omit<NodeResult, "input"> {
  return { outcome: createFailure(code, message), warnings };
}

/** Converts an exception to a failure: the node's own, caused by its data, or ours, which is logged. */
export function toFailOutcome({ deps, run }: Progress, { path }: NodeContext, error: unknown): FailOutcome {
  if (error instanceof ShapeError)
    return createFailure(`RESULT_${error.problem}`, `The input or output of the node ${error.message}.`);
  // An attempt that comes before the reset fails as well.
  if (error instanceof UsageLimitError) return createFailure("USAGE_LIMIT", error.message);
  if (isDataError(error))
    return createFailure("UNSTORABLE", "The input or output of the node cannot be stored.");
  deps.log.error({ err: error, runId: run.id, path }, "step.failed");
  return createFailure("INTERNAL_ERROR", "The node failed because of an error in the server; see its log.");
}
