import type { Application } from "../apps/application.ts";
import { needsNoConsent, type Typed } from "../apps/connect.ts";
import type { AuthField, AuthType } from "../apps/connector.ts";
import { readFields } from "../apps/credential.ts";
import { fieldsOf } from "../apps/schema.ts";
import { ApiError } from "../platform/errors.ts";
import { type Html, html } from "../platform/http/html.ts";
import { checkInput, type Labelled, selectInput, textInput } from "../platform/pages/input.ts";
import { problemsOf } from "../platform/pages/notice.ts";
import { postForm } from "./pieces.ts";
import { applicationPath, type Visit } from "./visit.ts";

/** A form that came back: what was typed in, and what is wrong with it. */
export interface Attempt {
  readonly type: AuthType;
  readonly typed: Typed;
  readonly problems: readonly Problem[];
}

/** Something wrong with a form; without a field it is about the whole of it. */
export interface Problem {
  readonly field?: string;
  readonly text: string;
}

/** Reads what a customer typed into the form of one kind of connecting. */
export function readAttempt(application: Application, type: AuthType, form: URLSearchParams): Attempt {
  const fields = fieldsOf(application, type);
  const typed = Object.fromEntries(fields.map((field) => [field.name, typedValue(field, form)]));
  return { type, typed, problems: fields.flatMap((field) => problemOf(field, typed)) };
}

/** What is wrong, in the words of the form, when connecting was refused; undefined for what is not the customer's to mend. */
export function problemsFrom(error: unknown): readonly Problem[] | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  return [{ text: error.message }];
}

/** In which ways a link connects an application; one that begins a connect by OAuth2 leads to that alone. */
export function authTypesOf({ link }: Visit, { authTypes }: Application): readonly AuthType[] {
  return link.sealedSettings === undefined ? authTypes : authTypes.filter((type) => type === "oauth2");
}

/** The forms by which an application can be connected: the first kind openly, the other one folded away. */
export function connectForms(visit: Visit, application: Application, attempt?: Attempt): Html {
  const { name, auth } = application.connector.info;
  if (auth.yourApp) return html`<p>${visit.company} has set up ${name}: there is nothing to connect.</p>`;
  const [first = "keybased", second] = authTypesOf(visit, application);
  const firstForm = connectForm(visit, application, first, attempt);
  if (second === undefined) return firstForm;
  const other = otherWay(application, second);
  const open = attempt?.type === second;
  return html`${firstForm}<details${open && html` open`}><summary>${other}</summary>${connectForm(visit, application, second, attempt)}</details>`;
}

function otherWay(application: Application, type: AuthType): string {
  if (type === "keybased") return "Use a key instead";
  if (needsNoConsent(application)) return "Connect with OAuth instead";
  return `Sign in to ${application.connector.info.name} instead`;
}

function connectForm(visit: Visit, application: Application, type: AuthType, attempt?: Attempt): Html {
  const { slug, name } = application.connector.info;
  const own = attempt?.type === type ? attempt : undefined;
  const consents = type === "oauth2" && !needsNoConsent(application);
  // A link that begins a consent knows what was typed in before.
  const isFilled = consents && visit.link.sealedSettings !== undefined;
  const fields = isFilled ? [] : fieldsOf(application, type);
  const inputs = fields.map((field, index) => inputFor(field, `${type}-${index}`, own));
  const problems = (own?.problems ?? []).map(({ field, text }) => {
    const index = fields.findIndex((one) => one.name === field);
    return index === -1 ? { text } : { id: `${type}-${index}`, text };
  });
  const newWindow = consents && visit.framed;
  return postForm(visit, `${applicationPath(visit, slug)}/connect`, {
    newWindow,
    content: html`${problems.length > 0 && problemsOf(problems)}<input type="hidden" name="auth_type" value="${type}">${newWindow && html`<input type="hidden" name="window" value="new">`}${consents && html`<p class="muted">${consentText(name, { newWindow, isFilled })}</p>`}${inputs}<div class="actions"><button>${consents ? `Continue to ${name}` : "Connect"}</button></div>`,
  });
}

function consentText(
  name: string,
  { newWindow, isFilled }: { newWindow: boolean; isFilled: boolean },
): string {
  if (isFilled) return `You will be sent to ${name} to sign in and allow the access.`;
  if (newWindow)
    return `${name} opens in a new window and asks you to allow the access. Come back here when you are done.`;
  return `You will be sent to ${name} to allow the access, and then come back here.`;
}

function inputFor(field: AuthField, id: string, attempt: Attempt | undefined): Html {
  const problem = attempt?.problems.find((one) => one.field === field.name);
  const { label, required, helpText: help } = field;
  const labelled: Labelled = { id, label, required, help, error: problem?.text };
  const given = attempt?.typed[field.name];
  const name = controlName(field);
  if (field.type === "boolean") return checkInput(labelled, { name, checked: given === "true" });
  const value = typeof given === "string" ? given : "";
  if (field.type === "select") {
    return selectInput(labelled, { name, value, choices: field.options ?? [] });
  }
  const type = field.secret || field.type === "password" ? "password" : "text";
  return textInput(labelled, { name, type, value, placeholder: field.placeholder });
}

function typedValue(field: AuthField, form: URLSearchParams): string | undefined {
  const given = form.get(controlName(field)) ?? undefined;
  return field.type === "boolean" ? String(given === "true") : given;
}

// Apart from the names of the form's own fields.
function controlName({ name }: AuthField): string {
  return `field.${name}`;
}

function problemOf(field: AuthField, typed: Typed): Problem[] {
  try {
    readFields([field], typed);
    return [];
  } catch (error) {
    const [problem] = problemsFrom(error) ?? [];
    if (problem === undefined) throw error;
    // The message names the field as programs know it.
    const text = problem.text.replace(field.name, () => field.label);
    return [{ field: field.name, text }];
  }
}
