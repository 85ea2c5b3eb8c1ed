import { sql } from "kysely";
import type { Caller, CallerRef } from "../../operators/caller.ts";
import { type Db, json, type Tx } from "../../platform/database/database.ts";
import type { RevisionChanges, RevisionPublication, StoredWorkflow } from "../table.ts";
import { isEdit } from "./revision-changes.ts";

/** For each workflow; an editor with an older revision is told that not everything is known. */
export const MOST_REVISIONS = 100;

/** Who changes a workflow, when, and what that publishes. */
export interface RevisionOrigin {
  readonly by: CallerRef;
  readonly now: Date;
  readonly publication?: RevisionPublication;
}

/** One change of a workflow, as it was recorded. */
export interface RecordedRevision {
  readonly revision: number;
  readonly at: Date;
  readonly by: Caller;
  readonly changes: RevisionChanges;
}

/** Records how a workflow that was just changed got its revision. */
export async function insertRevision(
  tx: Tx,
  { id: workflow_id, revision }: StoredWorkflow,
  changes: RevisionChanges,
  { by, now }: RevisionOrigin,
): Promise<void> {
  const values = { workflow_id, revision, at: now, by_kind: by.kind, by_id: by.id };
  const recorded = { changes: json(changes), is_edit: isEdit(changes) };
  await tx
    .insertInto("workflow_revisions")
    .values({ ...values, by_name: nameOf(by), ...recorded })
    .execute();
  const old = tx.deleteFrom("workflow_revisions").where("workflow_id", "=", workflow_id);
  await old.where("revision", "<=", revision - MOST_REVISIONS).execute();
}

/** For an agent the client's name, or its key's; for operators and keys their own; null if there is none. */
function nameOf({ kind, id, name }: CallerRef) {
  if (kind === "linked_account") return null;
  const table = sql.table(kind === "operator" ? "operators" : "api_keys");
  return sql<string | null>`coalesce(${name ?? null}::text, (select name from ${table} where id = ${id}))`;
}

/**
 * The recorded changes of a workflow since a revision, in order; operators without a name are identified by email
 * address.
 */
export async function listRevisionsSince(
  db: Db,
  workflowId: string,
  revision: number,
): Promise<RecordedRevision[]> {
  const rows = await db
    .selectFrom("workflow_revisions as r")
    .leftJoin("operators as o", (join) => join.onRef("o.id", "=", "r.by_id").on("r.by_kind", "=", "operator"))
    .select(["r.revision", "r.at", "r.by_kind", "r.by_id", "r.by_name", "o.email", "r.changes"])
    .where("r.workflow_id", "=", workflowId)
    .where("r.revision", ">", revision)
    .orderBy("r.revision")
    .execute();
  return rows.map(({ by_kind: kind, by_id: id, by_name: name, email, ...row }) => ({
    revision: row.revision,
    at: row.at,
    changes: row.changes,
    by: { kind, id, name: name ?? email },
  }));
}
