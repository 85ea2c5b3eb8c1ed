import { type Html, html } from "../../platform/http/html.ts";
import type { PageContent } from "../../platform/pages/document.ts";
import { textInput } from "../../platform/pages/input.ts";
import { problemsOf } from "../../platform/pages/notice.ts";
import type { SignIn } from "./sign-in.ts";

/** The assistant that wants access. */
export interface Assistant {
  /** What it calls itself; undefined where it says nothing. */
  readonly name: string | undefined;
  /** The host whose document describes it; undefined where nobody vouches for what it says. */
  readonly host: string | undefined;
  readonly returnsTo: Destination;
}

/** Where the browser goes back to. */
export interface Destination {
  /** A host, with its port where it has one, or the name of an application that is known. */
  readonly place: string;
  readonly isOnThisComputer: boolean;
}

/** An application of which the server offers something. */
export interface OfferedApp {
  readonly name: string;
  readonly actions: number;
  readonly workflows: number;
}

/** What every page of a sign-in is made of. */
export interface SignInView {
  readonly signIn: SignIn;
  readonly assistant: Assistant;
  /** Path of the sign-in's page, as browsers see it. */
  readonly path: string;
  /** Proves that a form comes from one of the sign-in's own pages. */
  readonly formToken: string;
}

/** Asks for the one-time code; `refused` after one that was no good. */
export function codePage(view: SignInView, refused = false): PageContent {
  const { signIn, assistant } = view;
  const problem = "This code is wrong, has ended or was used already. Please get a new one.";
  const input = textInput(
    {
      id: "code",
      label: "One-time code",
      required: true,
      help: `You get it in ${signIn.productName}, under “Connect an AI assistant”. It works once, for ten minutes.`,
      error: refused ? problem : undefined,
    },
    { name: "code", type: "text", value: "", placeholder: "XXXXX-XXXXX" },
  );
  return {
    status: refused ? 400 : 200,
    title: `${refused ? "Error: " : ""}Sign in`,
    alone: true,
    body: html`<div class="intro"><h1>Sign in to connect ${titleOf(assistant)}</h1><p>Show that you are a customer of ${signIn.productName}.</p></div>
${refused && problemsOf([{ id: "code", text: problem }])}
<section class="card">${form(view, `${view.path}/code`, html`${input}<div class="actions"><button>Continue</button>${cancelButton()}</div>`)}</section>
<p class="foot">Type the code in only if you have begun to connect ${titleOf(assistant)} yourself just now. Nobody who calls or writes to you needs it.</p>`,
  };
}

/** Asks whether the assistant may. */
export function consentPage(view: SignInView, apps: readonly OfferedApp[]): PageContent {
  const { signIn, assistant } = view;
  const title = titleOf(assistant);
  return {
    title: `Allow ${title}?`,
    alone: true,
    body: html`<div class="intro"><h1>Allow ${title} to use ${signIn.productName}?</h1><p>Account: ${signIn.account?.accountId}</p></div>
<section class="card" aria-labelledby="who"><h2 id="who">Who asks</h2><p><strong>${title}</strong></p>${identityOf(assistant)}</section>
<section class="card" aria-labelledby="what"><h2 id="what">What it will be able to do</h2><p>Use the tools of <strong>${signIn.serverName}</strong> for you, until the access is withdrawn${signIn.serverDescription === "" ? "" : html`:</p><p class="muted">${signIn.serverDescription}`}</p>${offers(apps)}<p>It can also read your recent executions, and how your applications are set up (without passwords).</p></section>
<section class="card">${form(view, view.path, html`<p>${destinationOf(assistant)}</p><div class="actions"><button name="decision" value="allow">Allow</button>${cancelButton("Do not allow")}</div>`)}</section>`,
  };
}

/** Sends the browser on; not as the answer to the form itself, whose policy would stop it on the way (D70). */
export function leavePage(title: string, address: string): PageContent {
  return {
    title,
    alone: true,
    goTo: address,
    body: html`<section class="card"><h1>${title}</h1><p>You are being sent back.</p><p><a class="button" href="${address}" rel="noreferrer">Continue</a></p></section>`,
  };
}

/** A sign-in that has ended, or began in another browser. */
export function endedPage(): PageContent {
  return {
    status: 400,
    title: "This sign-in has ended",
    alone: true,
    body: html`<section class="card"><h1>This sign-in has ended</h1><p>It took too long, is done already, or began in another browser. Please connect again from your assistant.</p></section>`,
  };
}

/** Too many wrong codes. */
export function noMoreTriesPage(view: SignInView): PageContent {
  return {
    status: 400,
    title: "Too many wrong codes",
    alone: true,
    body: html`<section class="card"><h1>Too many wrong codes</h1><p>Please connect again from your assistant, with a new code.</p>${form(view, view.path, html`<div class="actions">${cancelButton("Go back")}</div>`)}</section>`,
  };
}

/** A request that cannot be answered; `title` is the assistant that made it, where that is known. */
export function refusedPage(out: Readonly<Record<string, unknown>>, title?: string): PageContent {
  const reason = typeof out.error_description === "string" ? out.error_description : String(out.error);
  return {
    title: "This cannot go on",
    alone: true,
    body: html`<section class="card"><h1>This cannot go on</h1><p>${title === undefined ? "The application that sent you here" : html`<strong>${title}</strong>`} made a request that cannot be answered. Please connect again from there.</p><p class="muted">For its makers: ${reason}</p></section>`,
  };
}

/** Somebody begins again and again. */
export function tooOftenPage(): PageContent {
  return {
    status: 429,
    title: "Too many tries",
    alone: true,
    body: html`<section class="card"><h1>Too many tries</h1><p>Please wait a minute, then connect again from your assistant.</p></section>`,
  };
}

/** What an assistant calls itself. */
export function nameOf({ name, host }: Pick<Assistant, "name" | "host">): string {
  return name ?? host ?? "an application";
}

/** The name with what is known of it: anybody may choose one, but the host that publishes it is no choice. */
export function titleOf({ name, host }: Pick<Assistant, "name" | "host">): string {
  if (host === undefined) return `${nameOf({ name, host })} (unverified)`;
  return name === undefined || name === host ? host : `${name} (${host})`;
}

function identityOf({ host }: Assistant): Html {
  if (host !== undefined)
    return html`<p class="muted">The name is what <strong>${host}</strong> says. Go on only if you trust that address.</p>`;
  return html`<div class="notice warn"><strong>Unverified</strong><p>This is only what it calls itself; anybody can choose that name. Go on only if you have begun this yourself.</p></div>`;
}

function destinationOf({ returnsTo }: Assistant): Html {
  const { place, isOnThisComputer } = returnsTo;
  if (!isOnThisComputer) return html`If you allow it, you are sent back to <strong>${place}</strong>.`;
  return html`If you allow it, you are sent back to <strong>an application on this computer (${place})</strong>. Go on only if you have begun this here.`;
}

function offers(apps: readonly OfferedApp[]): Html {
  if (apps.length === 0) return html``;
  const items = apps.map(({ name, actions, workflows }) => {
    const counts = [counted(actions, "action"), counted(workflows, "workflow")].filter(Boolean).join(", ");
    return html`<li><strong>${name}</strong>${counts !== "" && `: ${counts}`}</li>`;
  });
  return html`<p>It can read and change data in:</p><ul>${items}</ul>`;
}

function counted(count: number, noun: string): string {
  return count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function cancelButton(label = "Cancel"): Html {
  return html`<button class="quiet" name="decision" value="deny" formnovalidate>${label}</button>`;
}

function form({ formToken }: SignInView, action: string, content: Html): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="form" value="${formToken}">${content}</form>`;
}
