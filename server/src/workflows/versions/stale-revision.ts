import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../../auth/scope.ts";
import { Caller } from "../../operators/caller.ts";
import type { Db } from "../../platform/database/database.ts";
import { ApiError, badField } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { Record, Timestamp } from "../../platform/http/route.ts";
import { describeNode } from "../definition/graph.ts";
import type { RevisionChanges, StoredWorkflow } from "../table.ts";
import { isEdit, mergeChanges, PART_CHANGES } from "./revision-changes.ts";
import { listRevisionsSince, type RecordedRevision } from "./revisions.ts";

// The message names so many changes of each caller.
const MOST_NAMED = 5;

/** In a request that changes a workflow: the revision that the change is based on (D364). */
export const BaseRevision = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    description:
      "The `__v` that the change is based on: 409 if the workflow has changed since. Without it the last write wins.",
  }),
);

const Change = Type.Enum(PART_CHANGES);
const WorkflowChange = Record("WorkflowChange", {
  revision: Type.Integer({ description: "The `__v` after the change." }),
  at: Timestamp,
  by: Type.Union([Caller, Type.Null()], {
    description: "Null for a session token if the organization made the change.",
  }),
  nodes: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      change: Change,
      fields: Type.Array(Type.String(), { description: "Fields of a changed node that differ." }),
    }),
  ),
  edges: Type.Array(
    Type.Object({ id: Type.String(), source: Type.String(), target: Type.String(), change: Change }),
  ),
  fields: Type.Array(Type.String(), { description: "Fields of the workflow itself." }),
  publications: Type.Array(
    Type.Object({
      environment: Type.Enum(ENVIRONMENTS),
      version: Type.Union([Type.Integer(), Type.Null()], { description: "Null if it was unpublished." }),
    }),
  ),
});

/** The `errors` of a 409 for a change based on an older revision. */
export const StaleRevision = Record("StaleRevision", {
  field: Type.Literal("base_revision"),
  message: Type.String(),
  revision: Type.Integer({ description: "The current revision." }),
  changes: Type.Array(WorkflowChange, {
    description: "Changes since then, oldest first; consecutive edits by one caller are one change.",
  }),
  complete: Type.Boolean({ description: "False if older changes are no longer known." }),
});

/** The 409 of routes that take `base_revision`. */
export const StaleReply = Type.Object(
  { ...ErrorReply.properties, errors: Type.Optional(Type.Array(StaleRevision)) },
  { description: "The workflow has changed since `base_revision`; nothing was changed." },
);

/** What somebody's change is based on. */
export interface RevisionGuard {
  /** A session token: it may change only its own account's workflows. */
  readonly ownOnly: boolean;
  /** The revision that the change is based on: it is refused if the workflow has changed since. */
  readonly baseRevision?: number | undefined;
  /** Whether publications by others since then count as such a change. */
  readonly publishes?: boolean;
}

/**
 * Refuses (409) a change based on a revision since which somebody has edited the workflow or, when publishing, has
 * published it; mere increments of the revision refuse nothing.
 */
export async function requireCurrentRevision(
  db: Db,
  { baseRevision: base, publishes = false, ownOnly }: RevisionGuard,
  stored: StoredWorkflow,
): Promise<void> {
  const { id, revision } = stored;
  if (base === undefined || base === revision) return;
  if (base > revision)
    throw badField(
      "base_revision",
      `base_revision is ${base}, but the workflow is at revision ${revision}: send the __v that you read.`,
    );
  const rows = await listRevisionsSince(db, id, base);
  const complete = rows.length === revision - base;
  const changes = byCaller(rows).filter(({ changes: one }) => isEdit(one) || isPublication(one));
  if (complete && !changes.some(({ changes: one }) => isEdit(one) || (publishes && isPublication(one))))
    return;
  const presented = changes.map((one) => presentRevision(one, ownOnly));
  const message = sentence(base, revision, presented);
  const detail = { field: "base_revision", message, revision, changes: presented, complete };
  throw new ApiError("conflict", "STALE_REVISION", message, [detail]);
}

function isPublication({ publications }: RevisionChanges): boolean {
  return publications.length > 0;
}

/** Successive changes by one caller become one: an editor that saves automatically makes many. */
function byCaller(rows: readonly RecordedRevision[]): RecordedRevision[] {
  const runs: RecordedRevision[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    const before = last?.[0]?.by;
    if (last && before?.kind === row.by.kind && before.id === row.by.id) last.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) => {
    const last = run.at(-1);
    return last ? [{ ...last, changes: mergeChanges(run.map(({ changes }) => changes)) }] : [];
  });
}

/** Customers are not told who at the organization it was. */
function presentRevision(
  { revision, at, by, changes }: RecordedRevision,
  isCustomer: boolean,
): Static<typeof WorkflowChange> {
  const { nodes, edges, fields, publications } = changes;
  return {
    revision,
    at: at.toISOString(),
    by: isCustomer && by.kind !== "linked_account" ? null : by,
    nodes: nodes.map((node) => ({ ...node, fields: [...node.fields] })),
    edges: [...edges],
    fields: [...fields],
    publications: [...publications],
  };
}

function sentence(base: number, revision: number, changes: readonly Static<typeof WorkflowChange>[]): string {
  const since = changes.slice(-3).map((change) => ` ${callerName(change.by)} ${whatChanged(change)}.`);
  return `The workflow has changed since revision ${base}; it is now at revision ${revision}.${since.join("")} Nothing was saved: read it again.`;
}

function callerName(by: Caller | null): string {
  if (by === null) return "The organization";
  if (by.kind === "operator") return by.name ?? "A former operator";
  if (by.kind === "linked_account") return `Linked account ${by.id}`;
  const name = by.name ?? by.id;
  return by.kind === "agent" ? `Agent ${name}` : `API key ${name}`;
}

function whatChanged({ nodes, edges, fields, publications }: Static<typeof WorkflowChange>): string {
  const lines = [
    ...nodes.map(({ change, ...node }) => `${change} node ${describeNode(node)}`),
    ...edges.map(({ change, source, target }) => `${change} the edge from "${source}" to "${target}"`),
    ...fields.map((field) => `changed ${field}`),
    ...publications.map(({ environment, version }) =>
      version === null
        ? `unpublished it in ${environment}`
        : `published version ${version} in ${environment}`,
    ),
  ];
  const more = lines.length - MOST_NAMED;
  return [...lines.slice(0, MOST_NAMED), ...(more > 0 ? [`made ${more} more changes`] : [])].join(", ");
}
