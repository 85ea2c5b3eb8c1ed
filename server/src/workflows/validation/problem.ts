import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { ApiError, type ErrorDetail } from "../../platform/errors.ts";
import type { Definition } from "../definition/graph.ts";
import { describeEdge, describeNode, type EdgeInput, type NodeInput } from "../definition/graph.ts";
import type { NodeType } from "../nodes/node.ts";

/** What the checks of a definition look things up in. */
export type CheckDeps = Pick<Deps, "db" | "catalog" | "log" | "sandbox" | "inputChecksOf">;

/** A definition to check, with the application of actions that name none. */
export interface DefinitionCandidate extends Definition {
  readonly slug: string | null;
}

/** The maximum number of problems of a kind. */
export const MOST_PROBLEMS = 100;

/** One problem of a workflow, under its wire names. `message` is a sentence that names node (or edge) and field. */
export interface WorkflowProblem extends ErrorDetail {
  readonly node_id: string | null;
  readonly edge_id: string | null;
  /** Set if the definition is right, but the environment lacks what it names. */
  readonly lacks?: MissingItem;
}

/** What an environment can lack: an event or a workflow by its name, an application by its slug. */
export interface MissingItem {
  readonly kind: "event" | "application" | "workflow";
  readonly id: string;
}

/** `save` checks what is there, so that unfinished work can be stored; `publish` checks that it can run. */
export type Stage = "save" | "publish";

/** What a check must know of node types. */
export type NodeTypes = readonly Pick<
  NodeType,
  "type" | "settings" | "verbatim" | "branches" | "branchesFrom" | "link" | "problem" | "untimed"
>[];

/** A problem on the wire. */
export const ProblemReply = Type.Object({
  node_id: Type.Union([Type.String(), Type.Null()], { description: "The node with the problem." }),
  edge_id: Type.Union([Type.String(), Type.Null()], { description: "The edge with the problem." }),
  field: Type.String({ description: "Dotted path in the node, the edge or the workflow." }),
  message: Type.String({ description: "A sentence that includes all of the above." }),
});

/** A problem of the whole workflow; `text` names the field. */
export function createWorkflowProblem(field: string, text: string): WorkflowProblem {
  return { node_id: null, edge_id: null, field, message: text };
}

/** A problem of one node; `text` continues after its name. */
export function createNodeProblem(
  node: Pick<NodeInput, "id" | "name">,
  field: string,
  text: string,
  lacks?: MissingItem,
): WorkflowProblem {
  const problem = { node_id: node.id, edge_id: null, field, message: `Node ${describeNode(node)}: ${text}` };
  return lacks ? { ...problem, lacks } : problem;
}

/** A problem of one edge; `text` continues after its name. */
export function createEdgeProblem(edge: EdgeInput, field: string, text: string): WorkflowProblem {
  return { node_id: null, edge_id: edge.id ?? null, field, message: `Edge ${describeEdge(edge)}: ${text}` };
}

/** Refuses (400) content with problems: the first is the message, all are listed. */
export function requireNoProblems(problems: readonly WorkflowProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const details = problems.map(({ lacks: _lacks, ...problem }) => problem);
  throw new ApiError("bad_request", "VALIDATION_ERROR", first.message, details);
}
