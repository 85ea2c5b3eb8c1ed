import type { CallerRef } from "../../operators/caller.ts";
import type { Db, Tx } from "../../platform/database/database.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import { findStoredWorkflow, findWorkflow, lockStored } from "../store.ts";
import type { StoredWorkflow, Viewer, WorkflowContent, WorkflowRow } from "../table.ts";
import { findProblems } from "../validation/definition-problems.ts";
import { type CheckDeps, type NodeTypes, requireNoProblems, type Stage } from "../validation/problem.ts";
import { type RevisionGuard, requireCurrentRevision } from "./stale-revision.ts";

/** Who changes workflows, when, and with which node types. */
export interface Editor extends Viewer, RevisionGuard {
  readonly nodeTypes: NodeTypes;
  readonly now: Date;
  readonly by: CallerRef;
}

/** What is about to be changed. */
export interface EditedWorkflow {
  /** The record whose id or alias was given, as the editor's environment sees it. */
  readonly asked: WorkflowRow;
  readonly stored: StoredWorkflow;
}

type FindAsked = typeof findWorkflow;

/**
 * A workflow, locked. 404 if the editor may not see it, 403 if it may only read it, 409 if it has changed since
 * `baseRevision`.
 */
export async function lockWorkflow(
  tx: Tx,
  editor: Editor,
  idOrAlias: string,
  find: FindAsked = findWorkflow,
): Promise<EditedWorkflow> {
  const { asked } = await readEditedWorkflow(tx, editor, idOrAlias, find);
  await lockStored(tx, editor, asked.draft_of ?? asked.id);
  // Changes made while this waited are seen.
  return readEditedWorkflow(tx, editor, asked.id, find);
}

/**
 * Changes a workflow in two phases: `prepare` checks it outside any transaction, and its result is applied in one.
 * Starts again if somebody else has changed it meanwhile. 404, 403 and 409 as `lockWorkflow`.
 */
export async function updatePreparedWorkflow<Result>(
  db: Db,
  editor: Editor,
  idOrAlias: string,
  prepare: (edited: EditedWorkflow) => Promise<(tx: Tx) => Promise<Result>>,
  find: FindAsked = findWorkflow,
): Promise<Result> {
  for (;;) {
    const seen = await readEditedWorkflow(db, editor, idOrAlias, find);
    const carryOut = await prepare(seen);
    const done = await db.transaction().execute(async (tx) => {
      const { stored } = await lockWorkflow(tx, editor, seen.asked.id, find);
      return stored.revision === seen.stored.revision ? { result: await carryOut(tx) } : undefined;
    });
    if (done) return done.result;
  }
}

/** The record that shows the draft in the editor's environment: the workflow itself if that publishes nothing. */
export async function readDraft(tx: Tx, editor: Editor, stored: StoredWorkflow): Promise<WorkflowRow> {
  const isRecord = stored.draft_id !== null && stored.publishedIn[editor.environment] !== undefined;
  return readWorkflowRecord(tx, editor, stored, isRecord ? stored.draft_id : stored.id);
}

/** The record with this id in the editor's environment; as stored if it is no longer available there. */
export async function readWorkflowRecord(
  tx: Tx,
  editor: Editor,
  stored: StoredWorkflow,
  id: string | null,
): Promise<WorkflowRow> {
  const { draft_id: _draft, publishedIn: _versions, archived_in: archivedIn, ...row } = stored;
  const found = await findWorkflow(tx, editor, id ?? stored.id);
  const { environment, account } = editor;
  const archived = archivedIn.includes(environment);
  return (
    found ?? {
      ...row,
      environment,
      archived,
      draft_of: null,
      published: false,
      owner: account?.accountId ?? null,
    }
  );
}

/**
 * Refuses (400) a definition that cannot be saved, or published, with all its problems. Never inside a transaction.
 */
export async function validateDefinition(
  deps: CheckDeps,
  editor: Editor,
  content: Pick<WorkflowContent, "slug" | "nodes" | "edges" | "settings">,
  stage: Stage,
): Promise<void> {
  const { inside, ofApplications } = await findProblems(deps, editor, content, stage);
  requireNoProblems([...inside, ...ofApplications]);
}

/** A workflow as the editor sees it. 404, 403 and 409 as `lockWorkflow`. */
export async function readEditedWorkflow(
  db: Db,
  editor: Editor,
  idOrAlias: string,
  find: FindAsked,
): Promise<EditedWorkflow> {
  const asked = await find(db, editor, idOrAlias);
  const stored = asked && (await findStoredWorkflow(db, editor, asked.draft_of ?? asked.id));
  if (!stored) throw notFound("Workflow");
  if (editor.ownOnly && stored.account_id === null) {
    const isRead = asked.published && asked.draft_of === null && asked.environment === editor.environment;
    if (!isRead) throw notFound("Workflow");
    throw new ApiError(
      "forbidden",
      "FORBIDDEN",
      "This workflow belongs to the organization: a session token may read it, but not change it.",
    );
  }
  await requireCurrentRevision(db, editor, stored);
  return { asked, stored };
}
