import { createHmac } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { findApplication } from "../../apps/catalog/application.ts";
import {
  type AccountChoice,
  chooseAccount,
  findChoice,
} from "../../apps/connections/accounts/choose-account.ts";
import { clearBrowserMark } from "../../apps/connections/browser-mark.ts";
import { sendOutcome } from "../../apps/connections/callback-route.ts";
import { readOrganization } from "../../auth/organizations/organizations.ts";
import type { Deps } from "../../deps.ts";
import { readBrand } from "../../pages/brand.ts";
import type { PageContext } from "../../pages/document.ts";
import { isOwnForm, readForm } from "../../pages/form-body.ts";
import { findRequestedLanguage, getRequestWords } from "../../pages/words/request-words.ts";
import { ApiError } from "../../platform/errors.ts";
import type { App } from "../../platform/http/route.ts";
import { sendPage } from "../pages/send-page.ts";
import { findVisit } from "../visit.ts";
import { type AccountPageView, renderAccountPage } from "./account-page.ts";

const schema = {
  hide: true,
  params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
  querystring: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 200 })),
    lang: Type.Optional(Type.String({ maxLength: 100 })),
  }),
} as const;
const options = { config: { auth: "none" }, schema } as const;

type ChoiceRequest = Pick<FastifyRequest, "headers" | "body"> & {
  params: Static<typeof schema.params>;
  query: Static<typeof schema.querystring>;
};

/** The page on which the customer chooses one of the accounts that a consent gives access to (D517). */
export function registerAccountRoutes(pages: App, deps: Deps): void {
  pages.get("/connect/accounts/:id", options, (request, reply) =>
    withChoice(deps, request, reply, async (choice) => show(deps, request, reply, choice)),
  );
  pages.post("/connect/accounts/:id", options, (request, reply) =>
    withChoice(deps, request, reply, async (choice) => choose(deps, request, reply, choice)),
  );
}

async function withChoice(
  deps: Deps,
  request: ChoiceRequest,
  reply: FastifyReply,
  answer: (choice: AccountChoice) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const choice = await findChoice(deps, request.params.id, request.headers.cookie);
  if (typeof choice !== "string") return answer(choice);
  return sendOutcome(deps, { request, reply, slug: "" }, { kind: choice });
}

async function show(
  deps: Deps,
  request: ChoiceRequest,
  reply: FastifyReply,
  choice: AccountChoice,
  isRefused = false,
): Promise<FastifyReply> {
  const { id, scope, slug, secrets } = choice;
  const application = await findApplication(deps, scope, slug);
  if (application?.enabled !== true) {
    const { back } = secrets;
    const outcome = {
      kind: "disabled",
      application: application?.connector.info.name ?? slug,
      back,
    } as const;
    return sendOutcome(deps, { request, reply, slug }, outcome);
  }
  const { company, customer, ...context } = await readContext(deps, request, choice);
  const view: AccountPageView = {
    application,
    choice: secrets,
    company,
    customer,
    path: new URL(`${deps.config.publicUrl}/connect/accounts/${id}`).pathname,
    lang: findRequestedLanguage(request.query),
    search: request.query.search ?? "",
    formToken: formTokenOf(deps, id),
    isRefused,
  };
  return sendPage(deps, reply, context, renderAccountPage(context.words, view));
}

async function choose(
  deps: Deps,
  request: ChoiceRequest,
  reply: FastifyReply,
  choice: AccountChoice,
): Promise<FastifyReply> {
  const form = readForm(request);
  const tokens = { given: form.get("form") ?? "", expected: formTokenOf(deps, choice.id), fromBrowser: true };
  if (!isOwnForm(deps.config, request, tokens))
    throw new ApiError("forbidden", "FORBIDDEN", "This form was not sent from its own page.");
  const given = form.get("account") ?? "";
  if (given === "none") return end(deps, request, reply, choice, undefined);
  const account = /^\d{1,4}$/.test(given) ? choice.secrets.accounts[Number(given)] : undefined;
  if (account === undefined) return show(deps, request, reply, choice, true);
  return end(deps, request, reply, choice, account);
}

async function end(
  deps: Deps,
  request: ChoiceRequest,
  reply: FastifyReply,
  choice: AccountChoice,
  account: Parameters<typeof chooseAccount>[2],
): Promise<FastifyReply> {
  const outcome = await chooseAccount(deps, choice, account);
  reply.header("set-cookie", clearBrowserMark(deps.config, choice.id));
  return sendOutcome(deps, { request, reply, slug: choice.slug }, outcome);
}

/** The look and words of the page: those of the link where the connect began, or of the organization. */
async function readContext(
  deps: Deps,
  request: ChoiceRequest,
  { scope, languages, secrets: { back } }: AccountChoice,
): Promise<PageContext & { company: string; customer: string }> {
  const visit = back && (await findVisit(deps, request, back.link));
  const { accountId } = scope.account;
  if (visit !== undefined) {
    const { brand, words, company, link } = visit;
    return { brand, words, company, customer: link.accountName ?? accountId };
  }
  const organization = await readOrganization(deps.db, scope.orgId);
  const words = getRequestWords(request, languages, back?.lang);
  return {
    brand: readBrand({}, organization),
    words,
    company: organization.name,
    customer: accountId,
  };
}

function formTokenOf({ credentials }: Pick<Deps, "credentials">, choiceId: string): string {
  return createHmac("sha256", credentials.keyFor("account choice")).update(choiceId).digest("base64url");
}
