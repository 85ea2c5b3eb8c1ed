import type { Deps } from "../../../deps.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import type { Fields, WorkflowNode } from "../../../workflows/definition/graph.ts";
import { createFailure } from "../../../workflows/nodes/failure.ts";
import { findNodeType } from "../../../workflows/nodes/list.ts";
import {
  type FailOutcome,
  listBranches,
  type NextOutcome,
  type NodeCall,
  type NodeOutcome,
  type NodeType,
} from "../../../workflows/nodes/node.ts";
import type { RunTest } from "../../table.ts";
import type { NodeContext, Progress } from "../progress.ts";
import { findAnswerInRun, findRecordedAnswer, type RecordedAnswer } from "./recorded-answer.ts";

/**
 * The outcome of a node that is pinned, or that stands in around a node that is tested alone; undefined for
 * any other.
 */
export async function findStandIn(
  progress: Progress,
  place: NodeContext,
): Promise<NextOutcome | FailOutcome | undefined> {
  const { test } = progress.run;
  const { node } = place.planNode;
  const pin = test?.pins[node.id];
  if (pin) {
    place.standIn = { kind: "pinned" };
    const outcome = toPinnedOutcome(node, pin);
    return typeof outcome === "string" ? createFailure("PINNED", `The pinned output ${outcome}`) : outcome;
  }
  const runId = test?.standing?.[node.id];
  if (runId === undefined) return undefined;
  return recordedOr(place, await findAnswerInRun(progress, place, runId), () =>
    createFailure(
      "NOT_RECORDED",
      `Execution ${runId}, which had the output of "${node.id}", no longer exists: pin an output.`,
    ),
  );
}

/** The outcome that a pinned output stands for; if it has none, the end of a sentence that says why. */
export function toPinnedOutcome(
  node: WorkflowNode,
  output: { readonly [key: string]: Json },
): NextOutcome | FailOutcome | string {
  const { error } = output;
  if (error !== undefined && !("body" in output)) {
    if (!isObject(error) || typeof error.code !== "string" || typeof error.message !== "string")
      return 'must have a code and a message in "error".';
    return createFailure(error.code, error.message);
  }
  const type = findNodeType(node.type);
  const branches = type ? listBranches(type, node.data) : [];
  if (branches.length === 0) return { kind: "next", output };
  const outcome = type?.fromOutput?.(output);
  if (outcome?.handle !== undefined && branches.includes(outcome.handle)) return outcome;
  return `must be an output of the node type "${node.type}", as records show it, because it decides which branch is taken.`;
}

/** One node about to run. */
interface Trial {
  readonly type: NodeType;
  readonly deps: Deps;
  readonly call: NodeCall;
}

/**
 * Runs a node of a test (D332). It acts outside the execution only if the test allows it; otherwise its last
 * recorded output stands in. Only nodes that the test names wait.
 */
export async function runTestNode(
  progress: Progress,
  place: NodeContext,
  { type, deps, call }: Trial,
): Promise<NodeOutcome> {
  const { test } = progress.run;
  if (!test) return type.run(deps, call);
  const { node } = place.planNode;
  const isNamed = Array.isArray(test.calls) && test.calls.includes(node.id);
  const mayCall = canAct(test, node.id);
  if (type.outside === "calls" && !mayCall) return recorded(progress, place, NOT_CALLED);
  if (type.outside === "asks" && !isNamed) return recorded(progress, place, NOT_ASKED);
  const blocked = mayCall ? undefined : createBlockedOutbound(deps.outbound);
  const outcome = await type.run(blocked ? { ...deps, outbound: blocked.outbound } : deps, call);
  if (blocked?.wasTried()) return { ...(await recorded(progress, place, NOT_CALLED)), logs: outcome.logs };
  if (outcome.kind === "sleep" && !isNamed) return notWaited(type, call, outcome.until);
  // A node that is tested alone inside a loop runs with the first item.
  if (outcome.kind === "each" && test.part && "only" in test.part)
    return { ...outcome, items: outcome.items.slice(0, test.part.only === node.id ? undefined : 1) };
  return outcome;
}

/** Whether a test lets a node act outside the execution. */
export function canAct({ calls }: RunTest, nodeId: string): boolean {
  return typeof calls === "boolean" ? calls : calls.includes(nodeId);
}

const NOT_CALLED = "This test may not call third parties";
const NOT_ASKED = "A test does not wait for an answer";

async function recorded(
  progress: Progress,
  place: NodeContext,
  why: string,
): Promise<NextOutcome | FailOutcome> {
  const { id } = place.planNode.node;
  return recordedOr(place, await findRecordedAnswer(progress, place), () =>
    createFailure(
      "NOT_RECORDED",
      `${why}, and no execution of this workflow for this customer has a recorded output of "${id}": allow the node to act (call_third_parties), or pin an output.`,
    ),
  );
}

function recordedOr(
  place: NodeContext,
  answer: RecordedAnswer | undefined,
  otherwise: () => FailOutcome,
): NextOutcome | FailOutcome {
  if (!answer) return otherwise();
  place.standIn = { kind: "recorded", execution_id: answer.runId };
  return answer.outcome;
}

/** An outbound client that lets nothing out and remembers whether something tried. */
function createBlockedOutbound(outbound: Outbound): { readonly outbound: Outbound; wasTried(): boolean } {
  let tried = false;
  const refuse = () => {
    tried = true;
    return new OutboundError("blocked", "This test may not call third parties.");
  };
  return {
    outbound: {
      request: async () => {
        throw refuse();
      },
      fetch: async () => {
        throw new TypeError("fetch failed", { cause: refuse() });
      },
      refusal: (url) => outbound.refusal(url),
      browserUrl: (url) => outbound.browserUrl(url),
      close: async () => {},
    },
    wasTried: () => tried,
  };
}

function notWaited(
  type: NodeType,
  { data, isBatch }: { data: Fields; isBatch: boolean },
  until: Date,
): NodeOutcome {
  const outcome = type.wake?.({ data, isBatch }, { kind: "time" });
  if (!outcome) throw new Error(`A node of the type "${type.type}" sleeps and never wakes.`);
  return { ...outcome, logs: [`The test did not wait: this would have resumed at ${until.toISOString()}.`] };
}
