import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { badRequest } from "../../platform/errors.ts";
import { toFailure } from "../../platform/http/error-reply.ts";
import type { App } from "../../platform/http/route.ts";
import { readBrand } from "../../platform/pages/brand.ts";
import { type PageContent, renderDocument } from "../../platform/pages/document.ts";
import { isOwnForm, readForm, useForms } from "../../platform/pages/form-body.ts";
import { describeProblem } from "../../platform/pages/problem-words.ts";
import { getRequestWords } from "../../platform/pages/words/request-words.ts";
import type { Words } from "../../platform/pages/words/words.ts";
import { renderAnswerMessage, renderDeadAnswerPage } from "../../runs/signals/answer-page.ts";
import { getCallStatus } from "../calls/call-status.ts";
import { decideCall } from "./decide.ts";
import { buildApprovalUrl, createFormToken, verifyApprovalToken } from "./links.ts";
import { renderCallApprovalPage, renderCallDecisionPage } from "./page.ts";
import { decryptCall } from "./sealed-call.ts";
import { type ApprovalCall, findApprovalCall } from "./store.ts";

const ByToken = Type.Object({ token: Type.String({ description: "From the call's approval_url." }) });
const config = { auth: "none" } as const;

type PageDeps = Pick<Deps, "db" | "queue" | "clock" | "config" | "credentials" | "vault">;

/** The pages on which calls are approved: the URL is the credential, and only a POST decides. */
export function registerApprovalPages(app: App, deps: PageDeps): void {
  // A plugin of its own, because only here forms are read and errors are pages.
  app.register(async (pages: App) => {
    useForms(pages);
    pages.setErrorHandler<FastifyError>((error, request, reply) => {
      const { status } = toFailure(error, request);
      if (status === 503) reply.header("retry-after", "5");
      const words = getRequestWords(request);
      return send(deps, reply, { words }, renderAnswerMessage(status, describeProblem(words, status)));
    });
    const options = { config, schema: { hide: true, params: ByToken } } as const;
    pages.get("/mcp/approve/:token", options, async (request, reply) => {
      const callId = verifyApprovalToken(deps, request.params.token);
      const call = callId === undefined ? undefined : await findApprovalCall(deps.db, callId);
      const { sent } = Object(request.query);
      const words = getRequestWords(request, call?.languages);
      const page = call ? pageOf(deps, words, call, sent !== undefined) : renderDeadAnswerPage(words);
      return send(deps, reply, { words, call }, page);
    });
    pages.post("/mcp/approve/:token", options, async (request, reply) => {
      const callId = verifyApprovalToken(deps, request.params.token);
      const words = getRequestWords(request);
      if (callId === undefined) return send(deps, reply, { words }, renderDeadAnswerPage(words));
      if (!isOurs(deps, request, callId)) return send(deps, reply, { words }, renderForeignFormPage(words));
      const status = await decideCall(deps, { callId, approved: isApproved(readForm(request)) });
      if (status === undefined) return send(deps, reply, { words }, renderDeadAnswerPage(words));
      // Post, redirect, get: going back or reloading sends nothing twice.
      const { pathname } = new URL(buildApprovalUrl(deps, callId));
      const to = status === "WAITING" ? `${pathname}?sent` : pathname;
      return reply.header("cache-control", "no-store").redirect(to, 303);
    });
    pages.all("/mcp/approve/*", { config, schema: { hide: true } }, (request, reply) => {
      const words = getRequestWords(request);
      return send(deps, reply, { words }, renderDeadAnswerPage(words));
    });
  });
}

function isApproved(form: URLSearchParams): boolean {
  const decision = form.get("decision");
  if (decision !== "approve" && decision !== "reject") throw badRequest("Choose Approve or Reject.");
  return decision === "approve";
}

function pageOf(deps: PageDeps, words: Words, call: ApprovalCall, thanks: boolean): PageContent {
  const now = deps.clock.now();
  if (getCallStatus(call, now) !== "WAITING" || !call.sealed_call)
    return renderCallDecisionPage(words, call, { now, thanks });
  const sealed = decryptCall(deps.vault, call.id, call.sealed_call);
  return renderCallApprovalPage(words, { call, sealed, formToken: createFormToken(deps, call.id) });
}

function isOurs(deps: PageDeps, request: Pick<FastifyRequest, "headers" | "body">, callId: string): boolean {
  const given = readForm(request).get("form") ?? "";
  return isOwnForm(deps.config, request, { given, expected: createFormToken(deps, callId) });
}

/** For a form that no page of ours sent. */
export function renderForeignFormPage({ t }: Words): PageContent {
  return renderAnswerMessage(403, { title: t("problem.strangeForm"), text: t("problem.strangeFormText") });
}

/** Sends a page in the look of the product, or a neutral one. */
async function send(
  deps: Pick<Deps, "config">,
  reply: FastifyReply,
  { words, call }: { words: Words; call?: ApprovalCall },
  content: PageContent,
): Promise<FastifyReply> {
  const brand = call && readBrand({}, call.brand);
  const { status, headers, text } = renderDocument(deps.config, { brand, words }, content);
  return reply.code(status).headers(headers).send(text);
}
