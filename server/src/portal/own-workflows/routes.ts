import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { createSessionToken } from "../../auth/sessions/sessions.ts";
import type { Deps } from "../../deps.ts";
import type { PageContent } from "../../pages/document.ts";
import { readForm } from "../../pages/form-body.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import type { App } from "../../platform/http/route.ts";
import { listOwnWorkflows } from "../../workflows/list.ts";
import { createCustomerEditor } from "../../workflows/route-context.ts";
import { findWorkflow } from "../../workflows/store.ts";
import type { WorkflowRow } from "../../workflows/table.ts";
import { removeWorkflow } from "../../workflows/versions/change.ts";
import { publishWorkflow } from "../../workflows/versions/publish.ts";
import { createFromBody, updateWorkflowFromBody } from "../../workflows/versions/save.ts";
import { findFrameState } from "../embed/frame-state.ts";
import { requireOwnForm, sendRedirect } from "../pages/form-routes.ts";
import { ByLink, sendVisitPage } from "../pages/page-routes.ts";
import { buildVisitUrl, type Visit } from "../visit.ts";
import { renderEditorPage } from "./editor-page.ts";
import { findOwnWorkflowsAccess, type OwnWorkflowsAccess } from "./own-workflows-access.ts";
import {
  buildEditorPath,
  LONGEST_NAME,
  renderManageWorkflowPage,
  renderOwnWorkflowsPage,
  renderRefusedNotice,
  renderWorkflowNotice,
  WORKFLOW_NOTICES,
  WORKFLOWS,
} from "./pages.ts";

const PAGE = 50;
// The editor requests another one while it is open and its link is valid.
const TOKEN_S = 15 * 60;
const BASE = `/connect/:token${WORKFLOWS}`;

const ByWorkflow = Type.Object({ ...ByLink.properties, id: Type.String() });
const ListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  done: Type.Optional(Type.Enum(WORKFLOW_NOTICES)),
});
const config = { auth: "none" } as const;

const form = { config, schema: { hide: true, params: ByLink } };
const one = { config, schema: { hide: true, params: ByWorkflow } };

type LinkRequest = Pick<FastifyRequest, "headers" | "body" | "method" | "query" | "url"> & {
  params: Static<typeof ByLink>;
};

/** A visit with what the customer may do here. */
type OwnVisit = Visit & { readonly access: OwnWorkflowsAccess };

type Answer = (visit: OwnVisit, sent: URLSearchParams) => Promise<PageContent | undefined>;

/** The pages on which customers build their own workflows, or only end them if they may no longer build. */
export function registerOwnWorkflowRoutes(pages: App, deps: Deps): void {
  registerListPage(pages, deps);
  registerWorkflowPages(pages, deps);
  registerEditorPage(pages, deps);
}

function registerListPage(pages: App, deps: Deps): void {
  const list = { config, schema: { hide: true, params: ByLink, querystring: ListQuery } };
  pages.get(BASE, list, (request, reply) =>
    answerVisit(deps, request, reply, (visit) => {
      const { page, done } = request.query;
      return listView(deps, visit, { page, notice: renderWorkflowNotice(visit.words, done) });
    }),
  );
  pages.post(BASE, form, (request, reply) =>
    answerBuilder(deps, request, reply, async (visit, sent) => {
      const name = nameIn(sent);
      if (name === undefined) return listView(deps, visit, { refusedName: sent.get("name") ?? "" });
      const { id } = await createFromBody(deps, createCustomerEditor(deps, visit.link.scope), { name });
      return sendRedirect(reply, buildVisitUrl(visit, buildEditorPath(id)));
    }),
  );
}

function registerWorkflowPages(pages: App, deps: Deps): void {
  pages.get(`${BASE}/:id`, one, (request, reply) =>
    answerVisit(deps, request, reply, async (visit) =>
      renderManageWorkflowPage(visit, await ownOf(deps, visit, request.params.id), visit),
    ),
  );
  pages.post(`${BASE}/:id/rename`, one, (request, reply) =>
    answerBuilder(deps, request, reply, async (visit, sent) => {
      const own = await ownOf(deps, visit, request.params.id);
      const name = nameIn(sent);
      if (name === undefined)
        return renderManageWorkflowPage(visit, own, { ...visit, refusedName: sent.get("name") ?? "" });
      await updateWorkflowFromBody(deps, createCustomerEditor(deps, visit.link.scope), own.id, { name });
      return backToList(reply, visit, "renamed");
    }),
  );
  pages.post(`${BASE}/:id/delete`, one, (request, reply) =>
    answerVisit(deps, request, reply, async (visit) => {
      const { id } = await ownOf(deps, visit, request.params.id);
      const editor = createCustomerEditor(deps, visit.link.scope);
      await deps.db.transaction().execute((tx) => removeWorkflow(tx, editor, id));
      return backToList(reply, visit, "deleted");
    }),
  );
  pages.post(`${BASE}/:id/publish`, one, (request, reply) =>
    answerVisit(deps, request, reply, async (visit, sent) => {
      const own = await ownOf(deps, visit, request.params.id);
      const published = sent.get("published") === "true";
      return (
        (await publish(deps, visit, own, published)) ?? backToList(reply, visit, published ? "on" : "off")
      );
    }),
  );
}

function registerEditorPage(pages: App, deps: Deps): void {
  pages.get(`${BASE}/:id/edit`, one, (request, reply) =>
    answerBuilder(deps, request, reply, async (visit) => {
      const { id, name } = await ownOf(deps, visit, request.params.id);
      const state = visit.framed ? await findFrameState(deps, visit.link) : undefined;
      const { headers, text } = await renderEditorPage(deps.config, visit, { id, name, state });
      reply.headers(headers).send(text);
      return undefined;
    }),
  );
  pages.post("/connect/:token/editor-session", form, (request, reply) =>
    answerBuilder(deps, request, reply, async ({ link }) => {
      const terms = { now: deps.clock.now(), ttlS: TOKEN_S, ofLink: true };
      const issued = await createSessionToken(deps.db, deps.credentials.sessionSecret, link.scope, terms);
      reply.header("cache-control", "no-store").send(issued);
      return undefined;
    }),
  );
}

/** Answers at a link that shows these pages, whether to build or only to end workflows; 404 at any other. */
function answerVisit(deps: Deps, request: LinkRequest, reply: FastifyReply, answer: Answer) {
  return sendVisitPage(deps, request, reply, async (visit) => {
    const sent = request.method === "POST" ? readForm(request) : new URLSearchParams();
    if (request.method === "POST") requireOwnForm(deps, visit, request, sent);
    const access = await findOwnWorkflowsAccess(deps, visit);
    if (access === undefined) throw notFound("Page");
    return answer({ ...visit, access }, sent);
  });
}

/** The same where customers may build workflows; 404 elsewhere. */
function answerBuilder(deps: Deps, request: LinkRequest, reply: FastifyReply, answer: Answer) {
  return answerVisit(deps, request, reply, (visit, sent) => {
    if (visit.access !== "build") throw notFound("Page");
    return answer(visit, sent);
  });
}

/** Switches a workflow on or off; the page that says why if it cannot be switched on. */
async function publish(
  deps: Deps,
  visit: OwnVisit,
  own: WorkflowRow,
  published: boolean,
): Promise<PageContent | undefined> {
  if (published && visit.access !== "build") throw notFound("Page");
  try {
    await publishWorkflow(deps, createCustomerEditor(deps, visit.link.scope), own.id, { published });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) throw error;
    // The steps show what is wrong.
    const notice = renderRefusedNotice(visit.words, visit, own);
    return { ...(await listView(deps, visit, { notice })), status: 400 };
  }
}

async function listView(
  deps: Deps,
  visit: OwnVisit,
  {
    page = 1,
    ...view
  }: { page?: number | undefined } & Pick<
    Parameters<typeof renderOwnWorkflowsPage>[1],
    "notice" | "refusedName"
  >,
): Promise<PageContent> {
  const offset = (page - 1) * PAGE;
  const { own, total } = await listOwnWorkflows(deps.db, visit.link.scope, { page, limit: PAGE, offset });
  const workflows = own.map(({ row: { id, name, published }, isChanged }) => ({
    id,
    name,
    isOn: published,
    isChanged,
  }));
  return renderOwnWorkflowsPage(visit, {
    ...view,
    access: visit.access,
    workflows,
    page,
    hasNext: offset + own.length < total,
  });
}

/** One of the customer's own workflows; 404 for any other. */
async function ownOf(deps: Deps, { link: { scope } }: Visit, id: string): Promise<WorkflowRow> {
  const row = await findWorkflow(deps.db, { ...scope, ownFirst: true }, id);
  if (row?.account_id !== scope.account.id || row.draft_of !== null) throw notFound("Workflow");
  return row;
}

function nameIn(sent: URLSearchParams): string | undefined {
  const name = (sent.get("name") ?? "").trim();
  return name === "" || name.length > LONGEST_NAME ? undefined : name;
}

function backToList(reply: FastifyReply, visit: Visit, done: (typeof WORKFLOW_NOTICES)[number]): undefined {
  return sendRedirect(reply, buildVisitUrl(visit, WORKFLOWS, { done }));
}
