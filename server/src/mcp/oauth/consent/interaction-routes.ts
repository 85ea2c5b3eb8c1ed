import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { Client, InteractionDetails, InteractionResult, Provider } from "oidc-provider";
import { type Static, Type } from "typebox";
import { listApplications } from "../../../apps/catalog/application.ts";
import { setCustomerActor } from "../../../audit-log/actor.ts";
import type { Deps } from "../../../deps.ts";
import { readBrand } from "../../../pages/brand.ts";
import { type PageContent, renderDocument } from "../../../pages/document.ts";
import { isOwnForm, readForm, useForms } from "../../../pages/form-body.ts";
import { describeProblem } from "../../../pages/problem-words.ts";
import { getRequestWords } from "../../../pages/words/request-words.ts";
import { createWords, type Words } from "../../../pages/words/words.ts";
import { toFailure } from "../../../platform/http/error-reply.ts";
import { type App, GET_ALONE } from "../../../platform/http/route.ts";
import { createId } from "../../../platform/id.ts";
import { renderMessagePage } from "../../../portal/pages/small-pages.ts";
import { readServerRow } from "../../store.ts";
import type { OfferedTool } from "../../table.ts";
import { buildResourceUrl, getIssuer, OAUTH_PATH, SCOPE } from "../address.ts";
import { findApplicationOfScheme, isLoopback } from "../clients/client-metadata.ts";
import { extendClient } from "../clients/client-store.ts";
import { findGrantId, updateGrantName } from "../grants/grant-store.ts";
import { signText } from "../keys.ts";
import { findVouchedHost, LIVES_S } from "../provider/provider.ts";
import {
  type Destination,
  getAssistantName,
  type OfferedApp,
  renderCodePage,
  renderConsentPage,
  renderEndedSignInPage,
  renderNoMoreTriesPage,
  renderRedirectPage,
  type SignInView,
} from "./pages.ts";
import { buildSignInAddress, claimCode, claimTicket, findSignIn, type SignIn } from "./sign-in.ts";

const config = { auth: "none" } as const;
const params = Type.Object({ uid: Type.String() });
const schema = { hide: true, params };
const returned = { ...schema, querystring: Type.Object({ ticket: Type.String() }) };
const BASE = `${OAUTH_PATH}/interaction/:uid`;

/** A request of the browser that began this sign-in. */
interface Visit {
  readonly view: SignInView;
  readonly details: InteractionDetails;
  readonly client: Client;
  readonly provider: Provider;
}

type Request = Pick<FastifyRequest, "body" | "headers" | "raw" | "query"> & { params: Static<typeof params> };

/** What a page answers to a visit. */
type Answer = (visit: Visit, request: Request, reply: FastifyReply) => Promise<FastifyReply>;

/** The pages on which a customer signs in and decides; errors are pages as well. */
export function registerInteractionRoutes(pages: App, deps: Deps, provider: () => Promise<Provider>): void {
  useForms(pages);
  pages.setErrorHandler<FastifyError>((error, request, reply) => sendProblem(deps, error, request, reply));
  const page = (answer: Answer) => async (request: Request, reply: FastifyReply) => {
    const visit = await openVisit(deps, provider, request, reply);
    return visit ? answer(visit, request, reply) : sendAlone(deps, request, reply, renderEndedSignInPage);
  };
  const form = (answer: Answer) =>
    page(async (visit, request, reply) =>
      isOurs(deps, request, visit.view)
        ? answer(visit, request, reply)
        : sendAlone(deps, request, reply, renderForeignSignInFormPage),
    );

  pages.get(
    BASE,
    { config, schema },
    page(({ view }, _request, reply) => showStep(deps, view, reply)),
  );
  pages.get(
    `${BASE}/return`,
    { ...GET_ALONE, config, schema: returned },
    page(async ({ view }, request, reply) => {
      const { ticket } = request.query as Static<typeof returned.querystring>;
      if (!(await claimTicket(deps, request.params.uid, ticket)))
        return sendAlone(deps, request, reply, renderEndedSignInPage);
      return reply.header("referrer-policy", "no-referrer").redirect(view.path, 303);
    }),
  );
  pages.post(
    `${BASE}/code`,
    { config, schema },
    form((...given) => takeCode(deps, ...given)),
  );
  pages.post(
    BASE,
    { config, schema },
    form((...given) => takeDecision(deps, ...given)),
  );
}

/** What comes next: the consent, the code, or the product's own sign-in. */
async function showStep(deps: Deps, view: SignInView, reply: FastifyReply): Promise<FastifyReply> {
  const { signIn } = view;
  if (signIn.account) return send(deps, reply, view, renderConsentPage(view, await offered(deps, signIn)));
  if (signIn.signInUrl === undefined) return send(deps, reply, view, codeStep(view));
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .redirect(buildSignInAddress(deps, signIn.uid, signIn.signInUrl), 303);
}

async function takeDecision(deps: Deps, ...[visit, request, reply]: Parameters<Answer>) {
  const isAllowed = readForm(request).get("decision") === "allow" && visit.view.signIn.account;
  return finish(deps, visit, { request, reply }, isAllowed ? await grant(deps, visit) : DENIED);
}

async function takeCode(deps: Deps, ...[visit, request, reply]: Parameters<Answer>) {
  const { view } = visit;
  const sent = readForm(request);
  const { uid } = request.params;
  if (sent.get("decision") === "deny") return finish(deps, visit, { request, reply }, DENIED);
  if (await claimCode(deps, uid, sent.get("code") ?? "")) return reply.redirect(view.path, 303);
  const again = { ...view, signIn: (await findSignIn(deps, uid)) ?? view.signIn };
  return send(deps, reply, again, codeStep(again, true));
}

const DENIED: InteractionResult = {
  error: "access_denied",
  error_description: "the customer did not allow it",
};

/** The sign-in that the path names, if this browser began it, according to its cookie. */
async function openVisit(
  deps: Deps,
  makeProvider: () => Promise<Provider>,
  { params: { uid }, raw, headers, query }: Request,
  reply: FastifyReply,
): Promise<Visit | undefined> {
  const provider = await makeProvider();
  const details = await provider.interactionDetails(raw, reply.raw).catch(undefinedIfEnded);
  if (details?.uid !== uid) return undefined;
  const signIn = await findSignIn(deps, uid);
  const client = await provider.Client.find(String(details.params.client_id));
  if (!signIn || !client) return undefined;
  if (signIn.account) setCustomerActor({ ...signIn.scope, account: signIn.account });
  const view = {
    signIn,
    assistant: {
      name: client.clientName,
      host: findVouchedHost(client),
      returnsTo: destinationOf(String(details.params.redirect_uri)),
    },
    path: new URL(`${getIssuer(deps.config)}/interaction/${uid}`).pathname,
    words: getRequestWords({ headers, query }, signIn.languages),
    // Includes the account: a page for one is never taken for another that has signed in since.
    formToken: signText(deps.credentials.sessionSecret, "form", `${uid}.${signIn.account?.id ?? ""}`),
  };
  return { view, details, client, provider };
}

function destinationOf(redirect: string): Destination {
  const application = findApplicationOfScheme(redirect);
  return {
    place: application ?? new URL(redirect).host,
    isOnThisComputer: application !== undefined || isLoopback(redirect),
  };
}

function undefinedIfEnded(error: unknown): undefined {
  if (error instanceof Error && error.name === "SessionNotFound") return undefined;
  throw error;
}

function codeStep(view: SignInView, refused = false): PageContent {
  return view.signIn.triesLeft > 0 ? renderCodePage(view, refused) : renderNoMoreTriesPage(view);
}

function isOurs({ config: { publicUrl } }: Deps, request: Request, { formToken }: SignInView): boolean {
  return isOwnForm({ publicUrl }, request, {
    given: readForm(request).get("form") ?? "",
    expected: formToken,
  });
}

/** For a form that no page of ours sent. */
export function renderForeignSignInFormPage({ t }: Words): PageContent {
  const texts = { title: t("problem.strangeForm"), text: t("consent.strangeForm") };
  return { ...renderMessagePage(403, texts), alone: true };
}

/** Stores what the customer allows: this client, this server, this account. */
async function grant(deps: Deps, { view, client, provider }: Visit): Promise<InteractionResult> {
  const { account, serverId } = view.signIn;
  if (!account) throw new Error("Nobody has signed in.");
  const { clientId } = client;
  // Other installations of the same client keep their access: it is one grant, and revoked as one.
  const known = await findGrantId(deps.database, { accountId: account.id, serverId, clientId });
  const jti = known ?? createId(deps.clock.now().getTime());
  const made = new provider.Grant({ accountId: account.id, clientId, jti });
  made.addResourceScope(buildResourceUrl(deps.config, serverId), SCOPE);
  const grantId = await made.save();
  // The record's values belong to nobody in particular.
  await updateGrantName(deps.database, grantId, getAssistantName(createWords("en"), view.assistant));
  await extendClient(deps, clientId, LIVES_S.Grant);
  deps.log.info({ serverId, clientId }, "mcp-oauth.allowed");
  return { login: { accountId: account.id, remember: false }, consent: { grantId } };
}

async function finish(
  deps: Deps,
  { view, provider }: Visit,
  { request, reply }: { request: Request; reply: FastifyReply },
  result: InteractionResult,
): Promise<FastifyReply> {
  const returnTo = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  const { words, assistant } = view;
  const title = words.t("consent.goingBack", { name: getAssistantName(words, assistant) });
  return send(deps, reply, view, renderRedirectPage(words, title, returnTo));
}

/** What the server offers, by application names; an assistant never sees what is denied. */
async function offered(deps: Deps, { serverId, scope, account }: SignIn): Promise<OfferedApp[]> {
  if (!account) return [];
  const { associated_apps: apps } = await readServerRow(deps.db, { ...scope, account }, serverId);
  if (apps.length === 0) return [];
  const known = new Map(
    (await listApplications(deps, scope)).map(({ connector }) => [connector.info.slug, connector.info.name]),
  );
  const counted = apps.map(({ slug, actions, workflows }) => ({
    name: known.get(slug) ?? slug,
    actions: countOffered(actions),
    workflows: countOffered(workflows),
  }));
  return counted.filter(({ actions, workflows }) => actions + workflows > 0);
}

function countOffered(tools: readonly OfferedTool[]): number {
  return tools.filter(({ policy }) => policy !== "deny").length;
}

function send(
  deps: Pick<Deps, "config">,
  reply: FastifyReply,
  { words, signIn }: Pick<SignInView, "words"> & Partial<Pick<SignInView, "signIn">>,
  content: PageContent,
): FastifyReply {
  const brand = signIn && readBrand({}, signIn.brand);
  const { status, headers, text } = renderDocument(deps.config, { brand, words }, content);
  return reply.code(status).headers(headers).send(text);
}

function sendProblem(
  deps: Deps,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status } = toFailure(error, request);
  return sendAlone(deps, request, reply, (words) => ({
    ...renderMessagePage(status, describeProblem(words, status)),
    alone: true,
  }));
}

/** A page whose organization is unknown. */
function sendAlone(
  deps: Pick<Deps, "config">,
  request: Pick<FastifyRequest, "headers" | "query">,
  reply: FastifyReply,
  page: (words: Words) => PageContent,
): FastifyReply {
  const words = getRequestWords(request);
  return send(deps, reply, { words }, page(words));
}
