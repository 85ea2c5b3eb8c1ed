import { stopAtTooLong } from "../../platform/json/schema-size.ts";
import { findApplications } from "../definition/applications.ts";
import type { Definition } from "../definition/graph.ts";
import { findOwnEvents } from "../definition/own-events.ts";
import { findCallProblems } from "../definition/references.ts";
import type { WorkflowViewer } from "../store.ts";
import { collectApplications, findApplicationProblems } from "./application-problems.ts";
import { findCustomerLimitProblems } from "./customer-limits.ts";
import { findExpressionProblems } from "./expression-problems.ts";
import { findGraphProblems, findIdProblems } from "./graph-problems.ts";
import { findNodeProblems } from "./node-problems.ts";
import {
  type CheckDeps,
  createWorkflowProblem,
  type DefinitionCandidate,
  MOST_PROBLEMS,
  type NodeTypes,
  type Stage,
  type WorkflowProblem,
} from "./problem.ts";
import { createReferenceCheck } from "./reference-problem.ts";
import { findSettingsProblems } from "./settings-problems.ts";

const MAX_NODES = 200;
const MAX_EDGES = 1000;

/** The problems of a definition: by itself, and together with the existing applications and workflows. */
export interface DefinitionProblems {
  readonly inside: readonly WorkflowProblem[];
  readonly ofApplications: readonly WorkflowProblem[];
}

/**
 * Finds all problems of a definition, at most 100 of each kind. Looks up applications and calls the sandbox, so never
 * inside a transaction.
 */
export async function findProblems(
  deps: CheckDeps,
  { nodeTypes, ...scope }: WorkflowViewer & { readonly nodeTypes: NodeTypes },
  candidate: DefinitionCandidate,
  stage: Stage,
): Promise<DefinitionProblems> {
  const { nodes, edges } = candidate;
  const inside = [...sizeProblems(candidate), ...findIdProblems({ nodes, edges })];
  if (inside.length > 0) return { inside: inside.slice(0, MOST_PROBLEMS), ofApplications: [] };
  inside.push(
    ...findSettingsProblems(candidate.settings),
    ...nodes.flatMap((node) => findNodeProblems(node, nodeTypes, stage)),
    ...findGraphProblems({ nodes, edges }, nodeTypes, stage),
  );
  const sandbox = deps.sandbox.forTenant(scope.account?.id ?? scope.orgId);
  const [ofLimits, ofExpressions, applications, ownEvents, ofCalls] = await Promise.all([
    findCustomerLimitProblems(deps, scope, candidate),
    findExpressionProblems(nodes, nodeTypes, createReferenceCheck(candidate, nodeTypes, stage), sandbox),
    findApplications(deps, scope, collectApplications(candidate)),
    findOwnEvents(deps.db, scope, nodes),
    // The called workflow may be created after this one is written.
    stage === "publish" ? findCallProblems(deps.db, scope, nodes) : [],
  ]);
  inside.push(...ofLimits, ...ofExpressions);
  const ofApplications = [
    ...(await findApplicationProblems(candidate, {
      inputChecksOf: deps.inputChecksOf,
      applications,
      ownEvents,
      stage,
      checkSlowly: stopAtTooLong(sandbox.checkValue),
    })),
    ...ofCalls,
  ];
  return { inside: inside.slice(0, MOST_PROBLEMS), ofApplications: ofApplications.slice(0, MOST_PROBLEMS) };
}

function sizeProblems({ nodes, edges }: Definition): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  if (nodes.length > MAX_NODES)
    problems.push(createWorkflowProblem("nodes", `nodes: a workflow has at most ${MAX_NODES} nodes.`));
  if (edges.length > MAX_EDGES)
    problems.push(createWorkflowProblem("edges", `edges: a workflow has at most ${MAX_EDGES} edges.`));
  return problems;
}
