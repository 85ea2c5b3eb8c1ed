import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, badRequest, notFound } from "../../platform/errors.ts";
import { ErrorReply, toFailure } from "../../platform/http/error-reply.ts";
import { type App, Message } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json/json.ts";
import { readBrand } from "../../platform/pages/brand.ts";
import { type PageContent, renderDocument } from "../../platform/pages/document.ts";
import { readForm, useForms } from "../../platform/pages/form-body.ts";
import { describeProblem } from "../../platform/pages/problem-words.ts";
import { getRequestWords } from "../../platform/pages/words/request-words.ts";
import type { Words } from "../../platform/pages/words/words.ts";
import type { ApprovalField, ApprovalSettings } from "../../workflows/nodes/approval.ts";
import {
  buildApprovalFieldName,
  renderAnswerMessage,
  renderApprovalPage,
  renderDeadAnswerPage,
  renderDecisionPage,
  renderEarlyPage,
  renderEndedAnswerPage,
  renderTimedOutPage,
} from "./answer-page.ts";
import { type ApprovalDecision, readDecision } from "./approval-answer.ts";
import { buildStepLink, type LinkedStep, verifyLinkToken } from "./links.ts";
import { findSignalStep, getSignalState, type SignalState, type SignalStep, saveAnswer } from "./signals.ts";

const LOOK_AGAIN_S = "5";

const ByToken = Type.Object({ token: Type.String({ description: "The last part of the node's URL." }) });
const config = { auth: "none" } as const;

/** The addresses of nodes that wait for an answer: a page for people, and one for programs to post to. */
export async function registerAnswerRoutes(app: App, deps: Deps): Promise<void> {
  app.post(
    "/api/v1/wait/:token",
    {
      config,
      preValidation: bodyIsThere,
      schema: {
        operationId: "answerWait",
        summary: "Answer a waiting webhook node",
        description:
          "Answers a `wait_for_webhook` node, which resumes with the body as its result. The URL is the credential; expressions read it as `links.<node id>`. Only the first answer counts, even if it arrives before the node is reached; later ones are 409, and after the end of the execution or of the node's time 410.",
        tags: ["Executions"],
        params: ByToken,
        body: Type.Unsafe<Json>({ description: "Any JSON, including `null`; 400 without a body." }),
        response: {
          200: Message,
          409: { ...ErrorReply, description: "It has already been answered." },
          410: { ...ErrorReply, description: "The execution or the node's time has ended." },
        },
      },
    },
    async (request) => {
      const asked = verifyLinkToken(deps, "hook", request.params.token);
      if (asked === undefined) throw notFound("Address");
      requireAnswerState(await saveAnswer(deps, "hook", asked, request.body), "Address");
      return { message: "Answer received" };
    },
  );

  // A plugin of its own, because only here forms are read and errors are pages.
  await app.register(async (pages: App) => {
    useForms(pages);
    pages.setErrorHandler<FastifyError>((error, request, reply) => sendProblem(deps, error, request, reply));
    const options = { config, schema: { hide: true, params: ByToken } } as const;
    pages.get("/approve/:token", options, (request, reply) =>
      withAsked(deps, request, reply, async (words, _asked, found) => {
        const { sent } = Object(request.query);
        return standing(words, found, { thanks: sent !== undefined, reply });
      }),
    );
    pages.post("/approve/:token", options, (request, reply) =>
      withAsked(deps, request, reply, (words, asked, found) =>
        decide(deps, words, { asked, found, form: readForm(request), reply }),
      ),
    );
    pages.all("/approve/*", { config, schema: { hide: true } }, (request, reply) => {
      const words = getRequestWords(request);
      return send(deps, reply, { words }, renderDeadAnswerPage(words));
    });
  });
}

/** Trying the address without a body must not use it up. Validation takes a missing body for null. */
async function bodyIsThere({ body }: FastifyRequest): Promise<void> {
  if (body === undefined) throw badRequest("The answer needs a JSON body, which may be null.");
}

/** Answers in the words of the API unless the answer was stored, or could have been. */
export function requireAnswerState(state: SignalState | undefined, what: string): void {
  if (state === undefined) throw notFound(what);
  if (state === "answered") throw new ApiError("conflict", "CONFLICT", "It has already been answered.");
  if (state === "ended")
    throw new ApiError("gone", "GONE", "The execution, or the time to answer, has ended.");
}

type View = (words: Words, asked: LinkedStep, found: SignalStep) => Promise<PageContent | undefined>;

type PageOfStep = Pick<FastifyRequest, "headers" | "query"> & { params: Static<typeof ByToken> };

async function withAsked(
  deps: Deps,
  request: PageOfStep,
  reply: FastifyReply,
  view: View,
): Promise<FastifyReply> {
  const asked = verifyLinkToken(deps, "page", request.params.token);
  const found = asked && (await findSignalStep(deps.db, asked));
  const words = getRequestWords(request, found?.languages);
  if (asked === undefined || found === undefined)
    return send(deps, reply, { words }, renderDeadAnswerPage(words));
  const content = await view(words, asked, found);
  return content === undefined ? reply : send(deps, reply, { words, found }, content);
}

/** The page of a step in its current state. */
function standing(
  words: Words,
  found: SignalStep,
  { thanks, reply }: { thanks: boolean; reply: FastifyReply },
): PageContent {
  const { step, answer, workflowName } = found;
  const settings = step?.input as ApprovalSettings | undefined;
  switch (getSignalState(found)) {
    case "early":
      reply.header("refresh", LOOK_AGAIN_S);
      return renderEarlyPage(words, workflowName);
    case "open":
      return renderApprovalPage(words, viewOf(found));
    case "answered": {
      const { approved } = Object(answer?.body ?? Object(step?.output).body);
      const timedOutAt = step?.timedOutAt;
      return renderDecisionPage(words, {
        title: settings?.title,
        approved: approved === true,
        thanks,
        timedOutAt,
      });
    }
    case "ended":
      if (step?.timedOutAt)
        return renderTimedOutPage(words, settings?.title ?? workflowName, step.timedOutAt);
      return renderEndedAnswerPage(words);
  }
}

function viewOf({ step, workflowName }: SignalStep) {
  const until = step?.wait?.kind === "answer" ? new Date(step.wait.until) : undefined;
  return { workflowName, settings: step?.input as ApprovalSettings, until };
}

interface SentAnswer {
  readonly asked: LinkedStep;
  readonly found: SignalStep;
  readonly form: URLSearchParams;
  readonly reply: FastifyReply;
}

/** Post, redirect, get: going back or reloading sends nothing twice. */
async function decide(
  deps: Deps,
  words: Words,
  { asked, found, form, reply }: SentAnswer,
): Promise<PageContent | undefined> {
  const path = new URL(buildStepLink(deps, "page", asked)).pathname;
  const goTo = (query: string) => {
    reply.header("cache-control", "no-store").redirect(path + query, 303);
    return undefined;
  };
  if (getSignalState(found) !== "open") return goTo("");
  const settings = found.step?.input as ApprovalSettings;
  const read = readDecision(settings, decisionOf(settings, form), deps.clock.now());
  if ("problems" in read)
    return renderApprovalPage(words, { ...viewOf(found), refused: { form, problems: read.problems } });
  const state = await saveAnswer(deps, "page", asked, read.answer);
  return goTo(state === "open" ? "?sent" : "");
}

function decisionOf({ fields = [] }: ApprovalSettings, form: URLSearchParams): ApprovalDecision {
  const decision = form.get("decision");
  if (decision !== "approve" && decision !== "reject") throw badRequest("Choose Approve or Reject.");
  return {
    approved: decision === "approve",
    comment: form.get("comment")?.trim(),
    fields: Object.fromEntries(
      fields.map((field) => [field.name, typed(field, form.get(buildApprovalFieldName(field)))]),
    ),
  };
}

/** The input as the field's type has it; a text of the wrong form stays a text, and is refused as such. */
function typed({ type, options = [] }: ApprovalField, text: string | null): Json {
  if (type === "boolean") return text === "true";
  const given = text?.trim() ?? "";
  if (given === "") return null;
  if (type === "number") return Number.isFinite(Number(given)) ? Number(given) : given;
  if (type === "select") return options.find(({ value }) => String(value) === given)?.value ?? given;
  return given;
}

async function sendProblem(
  deps: Deps,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status } = toFailure(error, request);
  if (status === 503) reply.header("retry-after", "5");
  const words = getRequestWords(request);
  return send(deps, reply, { words }, renderAnswerMessage(status, describeProblem(words, status)));
}

/** Sends a page in the look of the organization, or a neutral one. */
async function send(
  deps: Pick<Deps, "config" | "db">,
  reply: FastifyReply,
  { words, found }: { words: Words; found?: SignalStep },
  content: PageContent,
): Promise<FastifyReply> {
  const brand = found && readBrand({}, await readOrganization(deps.db, found.scope.orgId));
  const { status, headers, text } = renderDocument(deps.config, { brand, words }, content);
  return reply.code(status).headers(headers).send(text);
}
