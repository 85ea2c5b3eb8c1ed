import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { findAccountScope, getAccountScope, getPrincipal, getScope, isSession } from "../auth/guard.ts";
import { readOrganization } from "../auth/organizations/organizations.ts";
import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { toCallerRef } from "../operators/caller.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { buildEnvelope, type Page } from "../platform/page.ts";
import { toWorkflowOutline } from "./account-view.ts";
import { readAssociatedApplications } from "./definition/applications.ts";
import { NODE_TYPES } from "./nodes/list.ts";
import { presentWorkflow, type Workflow, type WorkflowList } from "./schema.ts";
import { findWorkflow } from "./store.ts";
import type { Viewer, WorkflowRow } from "./table.ts";
import { requireBuildPermission } from "./validation/customer-limits.ts";
import type { Editor } from "./versions/edit.ts";

/** Who asks: the organization, one account, or the organization on behalf of one. */
export function getViewer(request: FastifyRequest): Viewer {
  return { ...(findAccountScope(request) ?? getScope(request)), ownFirst: isSession(request) };
}

/** Who asks for a change, when, and based on which revision, if the request says so. */
export function getEditor(
  { clock }: Pick<Deps, "clock">,
  request: FastifyRequest,
  baseRevision?: number,
): Editor {
  const by = toCallerRef(getPrincipal(request));
  const editor = { ...getViewer(request), ownOnly: isSession(request), nodeTypes: NODE_TYPES, by };
  return { ...editor, now: clock.now(), baseRevision };
}

/** A customer that changes its own workflows in the portal. */
export function createCustomerEditor({ clock }: Pick<Deps, "clock">, scope: AccountScope): Editor {
  const by = { kind: "linked_account", id: scope.account.accountId } as const;
  return { ...scope, ownFirst: true, ownOnly: true, nodeTypes: NODE_TYPES, by, now: clock.now() };
}

/**
 * The same for routes that write a definition; 403 for a customer if the organization does not let customers build
 * workflows.
 */
export async function readWorkflowBuilder(
  deps: Pick<Deps, "db" | "clock">,
  request: FastifyRequest,
  baseRevision?: number,
): Promise<Editor> {
  const editor = getEditor(deps, request, baseRevision);
  await requireBuildPermission(deps.db, editor);
  return editor;
}

/** Whether an account asks for a workflow of the organization: it sees only what its environment publishes. */
export function isLimitedToPublished(request: FastifyRequest, { account_id: owner }: WorkflowRow): boolean {
  return isSession(request) && owner === null;
}

/**
 * The workflow or draft with this id; 404 if the caller may not see it: an account sees no drafts of the
 * organization's.
 */
export async function readRequestedWorkflow(
  deps: Deps,
  request: FastifyRequest,
  id: string,
): Promise<WorkflowRow> {
  const row = await findWorkflow(deps.db, getViewer(request), id);
  if (!row) throw notFound("Workflow");
  const isDraft = row.draft_of !== null || !row.published;
  if (isDraft && isLimitedToPublished(request, row)) throw notFound("Workflow");
  return row;
}

/**
 * `error` or, if it is a 404 because the organization's workflow is not published, one that says so to a caller with an
 * API key.
 */
export async function toUnpublishedError(
  { db }: Pick<Deps, "db">,
  request: FastifyRequest,
  idOrAlias: string,
  error: unknown,
): Promise<unknown> {
  if (isSession(request) || !(error instanceof ApiError) || error.status !== 404) return error;
  const row = await findWorkflow(db, getScope(request), idOrAlias);
  if (!row || row.published || row.draft_of !== null) return error;
  return new ApiError(
    "not_found",
    "RESOURCE_NOT_FOUND",
    `Workflow ${idOrAlias} is not published in ${row.environment}: publish it with PUT /api/v2/public/workflow/${row.id}/publish.`,
  );
}

/** The same for what shows how the nodes work; 403 if the caller may not read that. */
export async function readWholeWorkflow(
  deps: Deps,
  request: FastifyRequest,
  id: string,
): Promise<WorkflowRow> {
  const row = await readRequestedWorkflow(deps, request, id);
  if (!(await isLimitedToOutline(deps, request, row))) return row;
  throw new ApiError(
    "forbidden",
    "FORBIDDEN",
    "This workflow belongs to the organization: a session token cannot read how it works.",
  );
}

/** Whether the caller reads only the outline of a workflow: a session token of the organization's. */
export async function isLimitedToOutline(
  { db }: Deps,
  request: FastifyRequest,
  row: WorkflowRow,
): Promise<boolean> {
  if (!isLimitedToPublished(request, row)) return false;
  return !(await readOrganization(db, getScope(request).orgId)).whole_workflows;
}

/** Wire form of a workflow, for the caller. */
export async function presentRequestedWorkflow(
  deps: Deps,
  request: FastifyRequest,
  row: WorkflowRow,
): Promise<Static<typeof Workflow>> {
  const shown = presentWorkflow(row, await readAssociatedApplications(deps, getScope(request), [row]));
  return (await isLimitedToOutline(deps, request, row))
    ? toWorkflowOutline(shown, accountIdOf(request))
    : shown;
}

/** Wire form of a page of workflows, for the caller. */
export async function presentRequestedPage(
  deps: Deps,
  request: FastifyRequest,
  page: Page,
  { rows, total }: { rows: WorkflowRow[]; total: number },
): Promise<Static<typeof WorkflowList>> {
  const applicationOf = await readAssociatedApplications(deps, getScope(request), rows);
  const ofOrganization = rows.find(({ account_id }) => account_id === null);
  const isOutlined =
    ofOrganization !== undefined && (await isLimitedToOutline(deps, request, ofOrganization));
  const workflows = rows.map((row) => {
    const shown = presentWorkflow(row, applicationOf);
    return isOutlined && row.account_id === null ? toWorkflowOutline(shown, accountIdOf(request)) : shown;
  });
  return { workflows, docs: workflows, ...buildEnvelope(page, total) };
}

function accountIdOf(request: FastifyRequest): string {
  return getAccountScope(request).account.accountId;
}
