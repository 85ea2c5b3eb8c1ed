import type { Db, Tx } from "../platform/database/database.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { type CheckDeps, findProblems } from "./definition-problems.ts";
import { type NodeTypes, refuseProblems, type Stage } from "./problem.ts";
import { findPair, lockPair, type Pair } from "./store.ts";
import type { Content, Viewer, WorkflowRow } from "./table.ts";

/** Who changes workflows, when, and with which kinds of nodes. */
export interface Editor extends Viewer {
  /** A session token: it may change its own account's workflows only. */
  readonly ownOnly: boolean;
  readonly nodeTypes: NodeTypes;
  readonly now: Date;
}

/** A workflow and its draft, locked. 404 when the editor does not see it, 403 when it may only read it. */
export async function lockForChange(tx: Tx, editor: Editor, id: string): Promise<Pair> {
  return changeable(editor, await lockPair(tx, editor, id));
}

/**
 * Changes a workflow by what others must be asked about: `prepare` looks at it and its draft outside of any
 * transaction, and what it answers with is carried out in one. Begins anew where somebody else has changed them
 * meanwhile. 404 and 403 as `lockForChange`.
 */
export async function editWorkflow<Result>(
  db: Db,
  editor: Editor,
  id: string,
  prepare: (pair: Pair) => Promise<(tx: Tx) => Promise<Result>>,
): Promise<Result> {
  for (;;) {
    const seen = changeable(editor, await findPair(db, editor, id));
    const carryOut = await prepare(seen);
    const done = await db.transaction().execute(async (tx) => {
      const locked = await lockForChange(tx, editor, id);
      const same = isSame(seen.main, locked.main) && isSame(seen.draft, locked.draft);
      return same ? { result: await carryOut(tx) } : undefined;
    });
    if (done) return done.result;
  }
}

/** Refuses (400) a definition that cannot be saved, or published, with everything that is wrong with it. Never within a transaction. */
export async function checkDefinition(
  deps: CheckDeps,
  editor: Editor,
  content: Pick<Content, "slug" | "nodes" | "edges" | "settings">,
  stage: Stage,
): Promise<void> {
  const { inside, ofApplications } = await findProblems(deps, editor, content, stage);
  refuseProblems([...inside, ...ofApplications]);
}

function isSame(before: WorkflowRow | undefined, now: WorkflowRow | undefined): boolean {
  return before?.id === now?.id && before?.revision === now?.revision;
}

function changeable(editor: Editor, pair: Pair | undefined): Pair {
  if (!pair) throw notFound("Workflow");
  if (editor.ownOnly && pair.main.account_id === null) {
    throw new ApiError(
      "forbidden",
      "FORBIDDEN",
      "This workflow belongs to the organization: a session token may read it, but not change it.",
    );
  }
  return pair;
}
