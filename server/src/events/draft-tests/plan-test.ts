import type { Db } from "../../platform/database/database.ts";
import { badField, badRequest } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import { findLastRecordings, type RecordedIn } from "../../runs/engine/stand-ins/recorded-answer.ts";
import { type EarlierNode, listNodesBefore } from "../../runs/engine/stand-ins/tested-part.ts";
import { toPinnedOutcome } from "../../runs/engine/stand-ins/try-node.ts";
import type { RunTest } from "../../runs/table.ts";
import {
  applyEdgeDefaults,
  applyNodeDefaults,
  START,
  type WorkflowNode,
} from "../../workflows/definition/graph.ts";
import { compilePlan, type Plan, PlanError } from "../../workflows/definition/plan.ts";
import type { StoredWorkflow } from "../../workflows/table.ts";
import { findCustomerLimitProblems } from "../../workflows/validation/customer-limits.ts";
import { type CheckDeps, requireNoProblems } from "../../workflows/validation/problem.ts";
import { readChanges, type WorkflowBody } from "../../workflows/versions/body.ts";
import { type Editor, validateDefinition } from "../../workflows/versions/edit.ts";

/** How a request wants its test carried out. */
export interface TestBody {
  readonly until?: string;
  readonly node_id?: string;
  readonly pinned?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly call_third_parties?: boolean | readonly string[];
}

/** A workflow's content with parts of it replaced; 400 if it could not be saved or the editor may not build it. */
export async function buildTestContent(
  deps: CheckDeps,
  editor: Editor,
  stored: StoredWorkflow,
  { nodes, edges, settings }: Pick<WorkflowBody, "nodes" | "edges" | "settings">,
): Promise<StoredWorkflow> {
  if (!nodes && !edges && !settings) {
    requireNoProblems(await findCustomerLimitProblems(deps, editor, stored));
    return stored;
  }
  const changes = readChanges({ nodes, edges, settings });
  const content = {
    ...stored,
    ...(changes.settings && { settings: changes.settings }),
    ...(changes.nodes && { nodes: applyNodeDefaults(changes.nodes) }),
    ...(changes.edges && { edges: applyEdgeDefaults(changes.edges) }),
  };
  await validateDefinition(deps, editor, content, "save");
  return content;
}

/** The plan of a test of this content; 400 if the content cannot run or lacks a named node. */
export async function buildTestPlan(
  db: Db,
  content: StoredWorkflow,
  wish: TestBody,
  recordedIn: RecordedIn,
): Promise<Omit<RunTest, "isOwn">> {
  const { until, node_id: only, pinned: pins = {}, call_third_parties: calls = false } = wish;
  const plan = planOf(content);
  checkPins(content.nodes, pins);
  if (typeof calls !== "boolean") checkNames(content.nodes, "call_third_parties", calls);
  if (until !== undefined && only !== undefined)
    throw badField(
      "node_id",
      "node_id: a test runs up to a node (until) or one node alone (node_id), not both.",
    );
  const { source } = recordedIn;
  const base = { calls, pins, source };
  if (until !== undefined) {
    requireReached(plan, "until", until);
    return { ...base, part: { until } };
  }
  if (only === undefined) return base;
  const [start] = plan.entries;
  if (only === start)
    throw badField(
      "node_id",
      "node_id: the start node only passes on the input, so there is nothing to test.",
    );
  const earlier = requireReached(plan, "node_id", only);
  const others = earlier.filter(({ id }) => id !== start && !Object.hasOwn(pins, id));
  return { ...base, part: { only }, standing: await findLastRecordings(db, recordedIn, others) };
}

function planOf(content: StoredWorkflow): Plan {
  try {
    const plan = compilePlan(content);
    if (plan.entries.length > 0) return plan;
  } catch (error) {
    if (error instanceof PlanError) throw badRequest(error.message);
    throw error;
  }
  throw badRequest("The draft has no start node, so it cannot run.");
}

function requireReached(plan: Plan, field: string, nodeId: string): EarlierNode[] {
  const earlier = listNodesBefore(plan, nodeId);
  if (earlier) return earlier;
  throw badField(
    field,
    `${field}: the draft has no node "${nodeId}" that can be reached from the start node.`,
  );
}

function checkPins(nodes: readonly WorkflowNode[], pins: NonNullable<TestBody["pinned"]>): void {
  checkNames(nodes, "pinned", Object.keys(pins));
  for (const node of nodes) {
    const pin = Object.hasOwn(pins, node.id) ? pins[node.id] : undefined;
    if (!pin) continue;
    const field = `pinned.${node.id}`;
    if (node.type === START)
      throw badField(
        field,
        `${field}: the output of the start node is the input of the test: set input instead.`,
      );
    const outcome = toPinnedOutcome(node, pin);
    if (typeof outcome === "string") throw badField(field, `${field} ${outcome}`);
  }
}

function checkNames(nodes: readonly WorkflowNode[], field: string, names: readonly string[]): void {
  const known = new Set(nodes.map(({ id }) => id));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw badField(field, `${field}: the draft has no node "${unknown}".`);
}
