import type { PageContent } from "../../../pages/document.ts";
import { renderTextInput } from "../../../pages/input.ts";
import { renderProblems } from "../../../pages/notice.ts";
import type { Words } from "../../../pages/words/words.ts";
import { type Html, type HtmlContent, html } from "../../../platform/http/html.ts";
import type { SignIn } from "./sign-in.ts";

/** The assistant that wants access. */
export interface Assistant {
  /** Its own name for itself; undefined if it gives none. */
  readonly name: string | undefined;
  /** The host whose document describes it; undefined if nobody vouches for its description. */
  readonly host: string | undefined;
  readonly returnsTo: Destination;
}

/** Where the browser returns to. */
export interface Destination {
  /** A host, with its port if it has one, or the name of a known application. */
  readonly place: string;
  readonly isOnThisComputer: boolean;
}

/** An application of which the server offers something. */
export interface OfferedApp {
  readonly name: string;
  readonly actions: number;
  readonly workflows: number;
}

/** The parts of every page of a sign-in. */
export interface SignInView {
  readonly signIn: SignIn;
  readonly assistant: Assistant;
  readonly words: Words;
  /** Path of the sign-in's page, as browsers see it. */
  readonly path: string;
  /** Proves that a form comes from one of the sign-in's own pages. */
  readonly formToken: string;
}

/** Asks for the one-time code; `refused` after an invalid one. */
export function renderCodePage(view: SignInView, refused = false): PageContent {
  const { signIn, words } = view;
  const { t } = words;
  const product = signIn.productName;
  const assistant = getAssistantTitle(words, view.assistant);
  const problem = t("consent.codeWrong");
  const input = renderTextInput(
    {
      words,
      id: "code",
      label: t("consent.code"),
      required: true,
      help: t("consent.codeHelp", { product }),
      error: refused ? problem : undefined,
    },
    { name: "code", type: "text", value: "", placeholder: "XXXXX-XXXXX" },
  );
  return {
    status: refused ? 400 : 200,
    title: refused ? t("page.error", { title: t("consent.signInTitle") }) : t("consent.signInTitle"),
    alone: true,
    body: html`<div class="intro"><h1>${t("consent.signIn", { assistant })}</h1><p>${t("consent.signInText", { product })}</p></div>
${refused && renderProblems(words, [{ id: "code", text: problem }])}
<section class="card">${form(view, `${view.path}/code`, html`${input}<div class="actions"><button>${t("consent.continue")}</button>${cancelButton(t("consent.cancel"))}</div>`)}</section>
<p class="foot">${t("consent.codeWarning", { assistant })}</p>`,
  };
}

/** Asks whether to allow the assistant. */
export function renderConsentPage(view: SignInView, apps: readonly OfferedApp[]): PageContent {
  const { signIn, words } = view;
  const { t, rich } = words;
  const assistant = getAssistantTitle(words, view.assistant);
  const server = html`<strong>${signIn.serverName}</strong>`;
  const use =
    signIn.serverDescription === ""
      ? html`<p>${rich("consent.use", { server })}</p>`
      : html`<p>${rich("consent.useDescribed", { server })}</p><p class="muted">${signIn.serverDescription}</p>`;
  return {
    title: t("consent.title", { assistant }),
    alone: true,
    body: html`<div class="intro"><h1>${t("consent.question", { assistant, product: signIn.productName })}</h1><p>${t("consent.account", { account: signIn.account?.accountId ?? "" })}</p></div>
<section class="card" aria-labelledby="who"><h2 id="who">${t("consent.who")}</h2><p><strong>${assistant}</strong></p>${identityOf(words, view.assistant)}</section>
<section class="card" aria-labelledby="what"><h2 id="what">${t("consent.what")}</h2>${use}${offers(words, apps)}<p>${t("consent.read")}</p></section>
<section class="card">${form(view, view.path, html`<p>${destinationOf(words, view.assistant)}</p><div class="actions"><button name="decision" value="allow">${t("consent.allow")}</button>${cancelButton(t("consent.deny"))}</div>`)}</section>`,
  };
}

/**
 * Sends the browser on by a refresh. Browsers apply the policy's `form-action` to every redirect that follows a form,
 * so redirects at the target would be blocked.
 */
export function renderRedirectPage({ t }: Words, title: string, address: string): PageContent {
  return {
    title,
    alone: true,
    goTo: address,
    body: html`<section class="card"><h1>${title}</h1><p>${t("consent.sentBack")}</p><p><a class="button" href="${address}" rel="noreferrer">${t("consent.continue")}</a></p></section>`,
  };
}

/** A sign-in that has ended, or began in another browser. */
export function renderEndedSignInPage({ t }: Words): PageContent {
  return {
    status: 400,
    title: t("consent.ended"),
    alone: true,
    body: html`<section class="card"><h1>${t("consent.ended")}</h1><p>${t("consent.endedText")}</p></section>`,
  };
}

/** Too many wrong codes. */
export function renderNoMoreTriesPage(view: SignInView): PageContent {
  const { t } = view.words;
  return {
    status: 400,
    title: t("consent.tooManyCodes"),
    alone: true,
    body: html`<section class="card"><h1>${t("consent.tooManyCodes")}</h1><p>${t("consent.tooManyCodesText")}</p>${form(view, view.path, html`<div class="actions">${cancelButton(t("consent.goBack"))}</div>`)}</section>`,
  };
}

/** A request that cannot be answered; `title` is the assistant that made it, if known. */
export function renderRefusedPage(
  { t, rich }: Words,
  out: Readonly<Record<string, unknown>>,
  title?: string,
): PageContent {
  const reason = typeof out.error_description === "string" ? out.error_description : String(out.error);
  const application = title === undefined ? t("consent.sender") : html`<strong>${title}</strong>`;
  return {
    title: t("consent.broken"),
    alone: true,
    body: html`<section class="card"><h1>${t("consent.broken")}</h1><p>${rich("consent.brokenText", { application })}</p><p class="muted">${t("consent.makers", { reason })}</p></section>`,
  };
}

/** Somebody keeps starting over. */
export function renderTooOftenPage({ t }: Words): PageContent {
  return {
    status: 429,
    title: t("consent.tooOften"),
    alone: true,
    body: html`<section class="card"><h1>${t("consent.tooOften")}</h1><p>${t("consent.tooOftenText")}</p></section>`,
  };
}

/** An assistant's own name for itself. */
export function getAssistantName({ t }: Words, { name, host }: Pick<Assistant, "name" | "host">): string {
  return name ?? host ?? t("consent.unnamed");
}

/** The name with what is known about it: anybody can choose a name, but not the host that publishes it. */
export function getAssistantTitle(words: Words, { name, host }: Pick<Assistant, "name" | "host">): string {
  if (host === undefined)
    return words.t("consent.unverifiedName", { name: getAssistantName(words, { name, host }) });
  return name === undefined || name === host ? host : `${name} (${host})`;
}

function identityOf({ t, rich }: Words, { host }: Assistant): Html {
  if (host !== undefined) {
    const text = rich("consent.vouched", { host: html`<strong>${host}</strong>` });
    return html`<p class="muted">${text}</p>`;
  }
  return html`<div class="notice warn"><strong>${t("consent.unverified")}</strong><p>${t("consent.unverifiedText")}</p></div>`;
}

function destinationOf({ t, rich }: Words, { returnsTo }: Assistant): Html {
  const { place, isOnThisComputer } = returnsTo;
  if (!isOnThisComputer) return rich("consent.returns", { place: html`<strong>${place}</strong>` });
  const here = html`<strong>${t("consent.thisComputer", { place })}</strong>`;
  return rich("consent.returnsHere", { place: here });
}

function offers({ t }: Words, apps: readonly OfferedApp[]): Html {
  if (apps.length === 0) return html``;
  const items = apps.map(({ name, actions, workflows }) => {
    const counts = [
      actions > 0 && t("consent.actions", { count: actions }),
      workflows > 0 && t("consent.workflows", { count: workflows }),
    ].filter(Boolean);
    return html`<li><strong>${name}</strong>${counts.length > 0 && `: ${counts.join(", ")}`}</li>`;
  });
  return html`<p>${t("consent.change")}</p><ul>${items}</ul>`;
}

function cancelButton(label: string): Html {
  return html`<button class="quiet" name="decision" value="deny" formnovalidate>${label}</button>`;
}

function form({ formToken }: SignInView, action: string, content: HtmlContent): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="form" value="${formToken}">${content}</form>`;
}
