import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { accountScopeIfNamed, isSession, scopeOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { envelope, type Page } from "../platform/page.ts";
import { applicationsOf } from "./applications.ts";
import type { Editor } from "./edit.ts";
import { NODE_TYPES } from "./nodes/list.ts";
import { presentWorkflow, type Workflow, type WorkflowList } from "./schema.ts";
import { findWorkflow } from "./store.ts";
import type { Viewer, WorkflowRow } from "./table.ts";

/** Who asks: the organization, or one account, or the organization on behalf of one. */
export function viewerOf(request: FastifyRequest): Viewer {
  return accountScopeIfNamed(request) ?? scopeOf(request);
}

/** Who asks for a change, and when. */
export function editorOf({ clock }: Deps, request: FastifyRequest): Editor {
  return { ...viewerOf(request), ownOnly: isSession(request), nodeTypes: NODE_TYPES, now: clock.now() };
}

/** The workflow or draft of this id; 404 where the asking one sees none. */
export async function readAsked({ db }: Deps, request: FastifyRequest, id: string): Promise<WorkflowRow> {
  const row = await findWorkflow(db, viewerOf(request), id);
  if (!row) throw notFound("Workflow");
  return row;
}

/** Wire form of a workflow, for whoever asks. */
export async function show(
  deps: Deps,
  request: FastifyRequest,
  row: WorkflowRow,
): Promise<Static<typeof Workflow>> {
  return presentWorkflow(row, await applicationsOf(deps, scopeOf(request), [row]));
}

/** Wire form of a page of workflows, for whoever asks. */
export async function showPage(
  deps: Deps,
  request: FastifyRequest,
  page: Page,
  { rows, total }: { rows: WorkflowRow[]; total: number },
): Promise<Static<typeof WorkflowList>> {
  const applicationOf = await applicationsOf(deps, scopeOf(request), rows);
  const workflows = rows.map((row) => presentWorkflow(row, applicationOf));
  return { workflows, docs: workflows, ...envelope(page, total) };
}
