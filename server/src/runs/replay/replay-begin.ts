import { badField, badRequest } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Fields, WorkflowNode } from "../../workflows/definition/graph.ts";
import { findNodeType } from "../../workflows/nodes/list.ts";
import type { NodeType } from "../../workflows/nodes/node.ts";
import { findUnknownSettings } from "../../workflows/validation/unknown-names.ts";
import { findSettingsProblem, hasExpression } from "../../workflows/validation/validate.ts";
import { findMissingItemProblem, findNode, findOuterLoop, type PlacedNode } from "../node-at.ts";
import { HIDDEN } from "../passwords.ts";
import type { VersionPlan } from "../plan-cache.ts";
import type { RunRow } from "../store.ts";

interface ReplayInput {
  readonly fromNode?: string;
  readonly input?: Json;
  readonly nodeInput?: Fields;
}

/**
 * The node where a replay on this version starts; undefined for the start node. 400 if there is none, and for options
 * that do not go together with it.
 */
export function findReplayStart(
  { plan, startId }: VersionPlan,
  version: number,
  source: Pick<RunRow, "error">,
  { fromNode, input, nodeInput }: ReplayInput,
): PlacedNode | undefined {
  if (fromNode === undefined || fromNode === startId) {
    if (nodeInput !== undefined)
      throw badField("node_input", "node_input needs a from_node other than the start node.");
    return undefined;
  }
  if (input !== undefined)
    throw badField(
      "input",
      "input replaces what started the execution: leave from_node out, or name the start node.",
    );
  const named = fromNode === "failed" ? failedNode(source, { plan }) : fromNode;
  const placed = findNode(plan, named);
  if (!placed) {
    const problem =
      findMissingItemProblem(plan, named) ?? `version ${version} has no node "${named}" that can be reached.`;
    throw badField("from_node", `from_node: ${problem}`);
  }
  if (nodeInput !== undefined) checkInput(placed, nodeInput);
  return placed;
}

/** The step that failed, also inside loops; the whole loop if this version has no such step. */
function failedNode({ error }: Pick<RunRow, "error">, { plan }: Pick<VersionPlan, "plan">): string {
  if (error?.nodeId === undefined)
    throw badRequest('from_node: "failed" is for executions in which a node has failed.');
  if (error.path !== undefined && findNode(plan, error.path)) return error.path;
  return findOuterLoop(plan, error.nodeId) ?? error.nodeId;
}

function checkInput({ planNode }: PlacedNode, nodeInput: Fields): void {
  const type = findNodeType(planNode.node.type);
  const problem =
    type &&
    (hiddenProblem(nodeInput) ??
      findSettingsProblem(type.settings, nodeInput) ??
      findUnknownSettings(type.settings, nodeInput)[0]?.message ??
      templateProblem(planNode.node, type, nodeInput) ??
      type.problem?.(nodeInput));
  if (problem) throw badField("node_input", `node_input: ${problem}`);
}

/** What the record of an execution hides cannot be sent back. */
function hiddenProblem(nodeInput: Fields): string | undefined {
  return JSON.stringify(nodeInput).includes(HIDDEN)
    ? `it contains a credential that is masked as "${HIDDEN}": send its value, or leave it out.`
    : undefined;
}

/**
 * Replacement settings are not rendered, so their texts may contain braces; but one of the node's own templates would
 * be sent as written. Such a record comes from a node whose expressions failed.
 */
function templateProblem(
  { data }: WorkflowNode,
  { verbatim = {} }: NodeType,
  nodeInput: Fields,
): string | undefined {
  const rendered = (key: string) => !Object.hasOwn(verbatim, key);
  const templates = new Set(textsIn(data, rendered).flatMap(({ text }) => (hasExpression(text) ? text : [])));
  const left = textsIn(nodeInput, rendered).find(({ text }) => templates.has(text));
  return (
    left &&
    `${left.field} is still the node's expression "${left.text}", and expressions are not evaluated here: send the value.`
  );
}

function textsIn(data: Fields | null, isMeant: (key: string) => boolean): { field: string; text: string }[] {
  const texts: { field: string; text: string }[] = [];
  const visit = (field: string, value: Json) => {
    if (typeof value === "string") texts.push({ field, text: value });
    else if (typeof value === "object" && value !== null)
      for (const [key, item] of Object.entries(value)) visit(`${field}.${key}`, item);
  };
  for (const [key, value] of Object.entries(data ?? {})) if (isMeant(key)) visit(`data.${key}`, value);
  return texts;
}
