import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { badRequest } from "../../platform/errors.ts";
import { failureOf } from "../../platform/http/error-reply.ts";
import type { App } from "../../platform/http/route.ts";
import { readBrand } from "../../platform/pages/brand.ts";
import { dress, type PageContent } from "../../platform/pages/document.ts";
import { formOf, useForms } from "../../platform/pages/form-body.ts";
import { problemWords } from "../../platform/pages/problem-words.ts";
import { requestWords } from "../../platform/pages/words/request-words.ts";
import type { Words } from "../../platform/pages/words/words.ts";
import { formIsOurs } from "../../portal/visit.ts";
import { deadLinkPage, message } from "../../runs/signals/answer-page.ts";
import { statusAt } from "../calls/call-status.ts";
import { decideCall } from "./decide.ts";
import { approvalUrl, formTokenOf, readApprovalToken } from "./links.ts";
import { askPage, decidedPage } from "./page.ts";
import { openCall } from "./sealed-call.ts";
import { type ApprovalCall, findAsked } from "./store.ts";

const ByToken = Type.Object({ token: Type.String({ description: "From the call's approval_url." }) });
const config = { auth: "none" } as const;

type PageDeps = Pick<Deps, "db" | "queue" | "clock" | "config" | "credentials" | "vault">;

/** The pages on which calls are approved: the address is the credential, and only a POST decides. */
export function approvalPages(app: App, deps: PageDeps): void {
  // A plugin of its own: only here forms are read, and errors are pages.
  app.register(async (pages: App) => {
    useForms(pages);
    pages.setErrorHandler<FastifyError>((error, request, reply) => {
      const { status } = failureOf(error, request);
      if (status === 503) reply.header("retry-after", "5");
      const words = requestWords(request);
      return send(deps, reply, { words }, message(status, problemWords(words, status)));
    });
    const options = { config, schema: { hide: true, params: ByToken } } as const;
    pages.get("/mcp/approve/:token", options, async (request, reply) => {
      const callId = readApprovalToken(deps, request.params.token);
      const call = callId === undefined ? undefined : await findAsked(deps.db, callId);
      const { sent } = Object(request.query);
      const words = requestWords(request, call?.languages);
      const page = call ? pageOf(deps, words, call, sent !== undefined) : deadLinkPage(words);
      return send(deps, reply, { words, call }, page);
    });
    pages.post("/mcp/approve/:token", options, async (request, reply) => {
      const callId = readApprovalToken(deps, request.params.token);
      const words = requestWords(request);
      if (callId === undefined) return send(deps, reply, { words }, deadLinkPage(words));
      if (!isOurs(deps, request, callId)) return send(deps, reply, { words }, strangeForm(words));
      const status = await decideCall(deps, { callId, approved: isApproved(formOf(request)) });
      if (status === undefined) return send(deps, reply, { words }, deadLinkPage(words));
      // Post, redirect, get: going back or reloading sends nothing twice.
      const { pathname } = new URL(approvalUrl(deps, callId));
      const to = status === "WAITING" ? `${pathname}?sent` : pathname;
      return reply.header("cache-control", "no-store").redirect(to, 303);
    });
    pages.all("/mcp/approve/*", { config, schema: { hide: true } }, (request, reply) => {
      const words = requestWords(request);
      return send(deps, reply, { words }, deadLinkPage(words));
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
  if (statusAt(call, now) !== "WAITING" || !call.sealed_call)
    return decidedPage(words, call, { now, thanks });
  const sealed = openCall(deps.vault, call.id, call.sealed_call);
  return askPage(words, { call, sealed, formToken: formTokenOf(deps, call.id) });
}

function isOurs(deps: PageDeps, request: Pick<FastifyRequest, "headers" | "body">, callId: string): boolean {
  const given = formOf(request).get("form") ?? "";
  return formIsOurs(deps.config, request, { given, expected: formTokenOf(deps, callId) });
}

/** For a form that no page of ours sent. */
export function strangeForm({ t }: Words): PageContent {
  return message(403, { title: t("problem.strangeForm"), text: t("problem.strangeFormText") });
}

/** Sends a page in the look of the product, or in nobody's. */
async function send(
  deps: Pick<Deps, "config">,
  reply: FastifyReply,
  { words, call }: { words: Words; call?: ApprovalCall },
  content: PageContent,
): Promise<FastifyReply> {
  const brand = call && readBrand({}, call.brand);
  const { status, headers, text } = dress(deps.config, { brand, words }, content);
  // Otherwise browsers would send our forms with the origin "null".
  return reply
    .code(status)
    .headers({ ...headers, "referrer-policy": "same-origin" })
    .send(text);
}
