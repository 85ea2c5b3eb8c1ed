import { createHmac, type KeyObject } from "node:crypto";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { badRequest } from "../platform/errors.ts";
import type { PublicAddress } from "../platform/http/cookie.ts";
import { toFailure } from "../platform/http/error-reply.ts";
import type { App } from "../platform/http/route.ts";
import { type BrandSettings, readBrand } from "./brand.ts";
import { renderDeadDecisionPage, renderDecisionMessage, renderForeignDecisionPage } from "./decision-page.ts";
import { type FrameParents, type PageContent, renderDocument } from "./document.ts";
import { isOwnForm, readForm, useForms } from "./form-body.ts";
import { describeProblem } from "./problem-words.ts";
import { getRequestWords, type StoredLanguages } from "./words/request-words.ts";
import type { Words } from "./words/words.ts";

/** What somebody decides on, as far as its page must know it. */
export interface Decidable {
  readonly languages: StoredLanguages;
  readonly brand: BrandSettings;
}

/** A request to the page of something; `formToken` proves where a form comes from, `reply` is for headers. */
export interface DecisionVisit<Found> {
  readonly words: Words;
  readonly found: Found;
  readonly formToken: string;
  readonly reply: FastifyReply;
}

/** Pages on which whoever has the URL decides. */
export interface DecisionPages<Found> {
  /** Begins and ends with a slash; the token follows. */
  readonly path: string;
  /** What a token names; undefined for one that was not issued here, or whose object no longer exists. */
  find(token: string): Promise<Found | undefined>;
  /** The page of something in its current state; `thanks` for a reader who has just decided. */
  show(visit: DecisionVisit<Found>, thanks: boolean): PageContent;
  /** Whether the decision counts; the page to correct it on if something is wrong with the form. */
  decide(
    visit: DecisionVisit<Found>,
    approved: boolean,
    form: URLSearchParams,
  ): Promise<boolean | PageContent>;
}

interface PageDeps {
  readonly config: PublicAddress & FrameParents;
  readonly credentials: { keyFor(purpose: string): KeyObject };
}

const ByToken = Type.Object({ token: Type.String() });
const config = { auth: "none" } as const;

/** Registers pages on which something is decided: the URL is the credential, and only a POST decides. */
export function registerDecisionPages<Found extends Decidable>(
  app: App,
  deps: PageDeps,
  decision: DecisionPages<Found>,
): void {
  const { path } = decision;
  // A plugin of its own, because only here forms are read and errors are pages.
  app.register(async (pages: App) => {
    useForms(pages);
    pages.setErrorHandler<FastifyError>((error, request, reply) => {
      const { status } = toFailure(error, request);
      if (status === 503) reply.header("retry-after", "5");
      const words = getRequestWords(request);
      return send(deps, reply, { words }, renderDecisionMessage(status, describeProblem(words, status)));
    });
    pages.route({
      method: ["GET", "POST"],
      url: `${path}:token`,
      config,
      schema: { hide: true, params: ByToken },
      handler: (request, reply) => answerVisit(deps, decision, request, reply),
    });
    pages.all(`${path}*`, { config, schema: { hide: true } }, (request, reply) => {
      const words = getRequestWords(request);
      return send(deps, reply, { words }, renderDeadDecisionPage(words));
    });
  });
}

async function answerVisit<Found extends Decidable>(
  deps: PageDeps,
  { path, find, show, decide }: DecisionPages<Found>,
  request: Pick<FastifyRequest, "method" | "headers" | "query" | "body"> & { params: Static<typeof ByToken> },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params;
  const found = await find(token);
  const words = getRequestWords(request, found?.languages);
  if (!found) return send(deps, reply, { words }, renderDeadDecisionPage(words));
  const visit = { words, found, formToken: createFormToken(deps, path + token), reply };
  const isSent = Object(request.query).sent !== undefined;
  if (request.method !== "POST") return send(deps, reply, visit, show(visit, isSent));
  const form = readForm(request);
  const tokens = { given: form.get("form") ?? "", expected: visit.formToken };
  if (!isOwnForm(deps.config, request, tokens))
    return send(deps, reply, visit, renderForeignDecisionPage(words));
  const decided = await decide(visit, readApproved(form), form);
  if (typeof decided !== "boolean") return send(deps, reply, visit, decided);
  // Post, redirect, get: going back or reloading sends nothing twice.
  const { pathname } = new URL(deps.config.publicUrl + path + token);
  return reply.header("cache-control", "no-store").redirect(pathname + (decided ? "?sent" : ""), 303);
}

function send(
  deps: PageDeps,
  reply: FastifyReply,
  { words, found }: { readonly words: Words; readonly found?: Decidable },
  content: PageContent,
): FastifyReply {
  const brand = found && readBrand({}, found.brand);
  const { status, headers, text } = renderDocument(deps.config, { brand, words }, content);
  return reply.code(status).headers(headers).send(text);
}

/** A token in the forms of the page at this path, as a proof that they come from it. */
export function createFormToken({ credentials }: Pick<PageDeps, "credentials">, path: string): string {
  return createHmac("sha256", credentials.keyFor("decision form")).update(path).digest("base64url");
}

function readApproved(form: URLSearchParams): boolean {
  const decision = form.get("decision");
  if (decision !== "approve" && decision !== "reject") throw badRequest("Choose Approve or Reject.");
  return decision === "approve";
}
