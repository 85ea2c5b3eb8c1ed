import { isDeepStrictEqual } from "node:util";
import type { Environment } from "../../auth/scope.ts";
import type { Db, Tx } from "../../platform/database/database.ts";
import { badField, badRequest, notFound } from "../../platform/errors.ts";
import { findVersion, findWorkflow, insertVersion, toVersionContent, updateWorkflowRow } from "../store.ts";
import type { StoredWorkflow, VersionContent, Viewer, WorkflowRow } from "../table.ts";
import { findCustomerLimitProblems } from "../validation/customer-limits.ts";
import { findProblems } from "../validation/definition-problems.ts";
import { findMissingApplication, findMissingSources } from "../validation/missing-here.ts";
import { type CheckDeps, requireNoProblems, type WorkflowProblem } from "../validation/problem.ts";
import { requireCheckedSecret } from "../validation/unchecked-secret.ts";
import { getDraftId } from "./change.ts";
import {
  type EditedWorkflow,
  type Editor,
  readDraft,
  readWorkflowRecord,
  updatePreparedWorkflow,
} from "./edit.ts";
import { publishIn, unpublishIn } from "./publications.ts";
import type { RevisionOrigin } from "./revisions.ts";

/** The request: to publish, to publish a certain version, or to unpublish. */
export interface Publication {
  readonly published: boolean;
  readonly version?: number;
}

/**
 * Publishes or unpublishes a workflow in the editor's environment and returns the workflow. In test the draft becomes
 * the next version; production publishes what test has published, or the draft if test has published nothing or the
 * draft's own id was given. 400 if it cannot run yet, 404 for an unknown version.
 */
export function publishWorkflow(
  deps: CheckDeps,
  editor: Editor,
  id: string,
  { published, version }: Publication,
): Promise<WorkflowRow> {
  if (version !== undefined && !published)
    throw badField("version", "version can be given only together with published: true.");
  const prepare = async (edited: EditedWorkflow) => {
    if (!published)
      return async (tx: Tx) => {
        const { id } = edited.stored;
        return readWorkflowRecord(tx, editor, await unpublish(tx, editor, edited.stored), id);
      };
    const chosen = version ?? getPromotedVersion(editor, edited);
    if (chosen === undefined) requirePublished(editor, edited);
    if (chosen !== undefined) return publishVersion(deps, editor, edited.stored, chosen);
    return publishDraft(deps, editor, edited);
  };
  const publisher = { ...editor, publishes: true };
  return updatePreparedWorkflow(deps.db, publisher, id, prepare, published ? findPublishable : findWorkflow);
}

/**
 * Makes the content of an earlier version the content of the draft. 404 for an unknown version, 400 for what the
 * editor may not build.
 */
export function restoreVersion(
  deps: CheckDeps,
  editor: Editor,
  id: string,
  version: number,
): Promise<WorkflowRow> {
  return updatePreparedWorkflow(deps.db, editor, id, async ({ stored }) => {
    const earlier = await findVersion(deps.db, stored.id, version);
    if (!earlier) throw notFound("Workflow version");
    requireNoProblems(await findCustomerLimitProblems(deps, editor, earlier));
    const { nodes, edges, settings, data_slots } = earlier;
    const content = { nodes, edges, settings, data_slots, ...getDraftId(stored, editor) };
    return async (tx) => readDraft(tx, editor, await updateWorkflowRow(tx, stored, content, editor));
  });
}

/** A production key can also name the organization's workflows of test: publishing brings them to production. */
export async function findPublishable(
  db: Db,
  viewer: Viewer,
  idOrAlias: string,
): Promise<WorkflowRow | undefined> {
  const found = await findWorkflow(db, viewer, idOrAlias);
  if (found || viewer.environment !== "production") return found;
  const { orgId } = viewer;
  return findWorkflow(db, { orgId, environment: "test" }, idOrAlias);
}

/** What production publishes unless another version is named: test's published version. */
export function getPromotedVersion(
  { environment }: Editor,
  { asked, stored }: EditedWorkflow,
): number | undefined {
  return environment === "production" && asked.draft_of === null ? stored.publishedIn.test : undefined;
}

/** Unpublished work in test must not reach production by accident. */
export function requirePublished({ environment }: Editor, { asked, stored }: EditedWorkflow): void {
  if (asked.draft_of !== null || stored.environments.includes(environment)) return;
  throw badRequest(
    "The workflow is not published in test: publish it there first, or give the version that production is to run.",
  );
}

async function publishDraft(deps: CheckDeps, editor: Editor, { asked, stored }: EditedWorkflow) {
  const { environment, now } = editor;
  const isPublished = stored.publishedIn[environment] !== undefined;
  const isSame = isDeepStrictEqual(toVersionContent(asked), toVersionContent(stored));
  if (isPublished && stored.draft_id === null && isSame) return async () => asked;
  await checkPublishable(deps, editor, stored, stored);
  return async (tx: Tx) => {
    await requireCheckedSecret(tx, editor, stored, stored);
    const version = await insertVersion(tx, stored, now);
    const changes = {
      version,
      draft_id: null,
      environments: withEnvironment(stored, environment),
      archived_in: listOtherArchives(stored, environment),
    };
    const updated = await updateWorkflowRow(tx, stored, changes, publishing(editor, version));
    return showPublished(tx, editor, updated, version);
  };
}

async function publishVersion(deps: CheckDeps, editor: Editor, stored: StoredWorkflow, version: number) {
  const { environment } = editor;
  const earlier = await findVersion(deps.db, stored.id, version);
  if (!earlier) throw notFound("Workflow version");
  if (stored.publishedIn[environment] === version)
    return (tx: Tx) => readWorkflowRecord(tx, editor, stored, stored.id);
  await checkPublishable(deps, editor, stored, earlier);
  return async (tx: Tx) => {
    await requireCheckedSecret(tx, editor, stored, earlier);
    const changes = {
      environments: withEnvironment(stored, environment),
      archived_in: listOtherArchives(stored, environment),
      ...draftBeside(editor, stored, earlier),
    };
    const updated = await updateWorkflowRow(tx, stored, changes, publishing(editor, version));
    return showPublished(tx, editor, updated, version);
  };
}

/** Unpublished work is kept as the draft; without any, the draft follows what is published. */
function draftBeside(editor: Editor, stored: StoredWorkflow, earlier: VersionContent) {
  const { draft_id, publishedIn } = stored;
  if (draft_id !== null || isDeepStrictEqual(toVersionContent(stored), earlier)) return {};
  const publishing = Object.keys(publishedIn);
  const hasNoWork = publishing.length === 1 && publishing[0] === editor.environment;
  return hasNoWork ? earlier : getDraftId({ ...stored, publishedIn: { [editor.environment]: 0 } }, editor);
}

async function showPublished(tx: Tx, editor: Editor, updated: StoredWorkflow, version: number) {
  await publishIn(tx, updated, editor.environment, version, editor.now);
  return readWorkflowRecord(tx, editor, updated, updated.id);
}

/** Who made the change, and that it publishes a version, or none any more. */
function publishing({ by, now, environment }: Editor, version: number | null): RevisionOrigin {
  return { by, now, publication: { environment, version } };
}

/**
 * Unpublishes a workflow in the editor's environment. The draft's work is kept: a workflow that is published nowhere is
 * its own draft.
 */
export async function unpublish(
  tx: Tx,
  editor: Editor,
  stored: StoredWorkflow,
  more: Partial<Pick<StoredWorkflow, "archived_in">> = {},
): Promise<StoredWorkflow> {
  const { environment } = editor;
  const { [environment]: version, ...others } = stored.publishedIn;
  if (version === undefined)
    return more.archived_in === undefined ? stored : updateWorkflowRow(tx, stored, more, editor);
  await unpublishIn(tx, stored, [environment]);
  const isNowhere = Object.keys(others).length === 0;
  const changes = isNowhere ? { ...more, draft_id: null } : more;
  return updateWorkflowRow(tx, stored, changes, publishing(editor, null));
}

/** Refuses (400) what cannot run in the editor's environment, with all problems. */
async function checkPublishable(...asked: Parameters<typeof findPublishProblems>): Promise<void> {
  requireNoProblems(await findPublishProblems(...asked));
}

/** Everything that prevents publishing a content in the editor's environment. */
export async function findPublishProblems(
  deps: CheckDeps,
  editor: Editor,
  { environments }: StoredWorkflow,
  content: VersionContent,
): Promise<WorkflowProblem[]> {
  const { inside, ofApplications } = await findProblems(deps, editor, content, "publish");
  const absent = [
    ...(await findMissingApplication(deps, editor, content)),
    ...ofApplications,
    ...(await findMissingSources(deps, editor, content)),
  ];
  const isElsewhere = environments.some((one) => one !== editor.environment);
  const where = (problem: WorkflowProblem) =>
    isElsewhere ? { ...problem, message: `In ${editor.environment}: ${problem.message}` } : problem;
  return [...inside, ...absent.map(where)];
}

function withEnvironment({ environments }: StoredWorkflow, environment: Environment): Environment[] {
  return environments.includes(environment) ? environments : [...environments, environment];
}

/** The environments in which a workflow is still archived once it is back in this one. */
export function listOtherArchives(
  { archived_in: archivedIn }: StoredWorkflow,
  environment: Environment,
): Environment[] {
  return archivedIn.filter((one) => one !== environment);
}
