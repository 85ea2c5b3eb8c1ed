import type { Application } from "../../apps/catalog/application.ts";
import { isConnectedWithoutConsent, type TypedValues } from "../../apps/connections/connect.ts";
import { readFields } from "../../apps/connections/credential.ts";
import { BlockedAddressError, ProviderError } from "../../apps/connections/provider-error.ts";
import { type AuthField, type AuthType, needsConnection } from "../../apps/connector-auth.ts";
import { listAuthFields } from "../../apps/schema.ts";
import {
  type InputLabel,
  renderCheckbox,
  renderSelectInput,
  renderTextArea,
  renderTextInput,
} from "../../pages/input.ts";
import { renderNotice, renderProblems } from "../../pages/notice.ts";
import { describeValueProblem } from "../../pages/value-words.ts";
import type { Words } from "../../pages/words/words.ts";
import { ApiError, ValueError } from "../../platform/errors.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { isPemPlaceholder } from "../../platform/pem.ts";
import { buildApplicationPath, type Visit } from "../visit.ts";
import { renderPostForm } from "./pieces.ts";

/** A rejected form: what was typed in, and what is wrong with it. */
export interface RejectedForm {
  readonly type: AuthType;
  readonly typed: TypedValues;
  /** `new`, or the connection to connect again; undefined: the default one. */
  readonly target?: string | undefined;
  readonly problems: readonly FormProblem[];
  /** Set if the provider could not be reached: nothing is known to be wrong with the values. */
  readonly fault?: { readonly title: string; readonly text: string };
}

/** A problem with a form; without a field it concerns the whole form. */
export interface FormProblem {
  readonly field?: string;
  readonly text: string;
}

/** Reads what a customer typed into the form of one auth type. */
export function readAttempt(
  words: Words,
  application: Application,
  type: AuthType,
  form: URLSearchParams,
): RejectedForm {
  const fields = listAuthFields(application, type);
  const typed = Object.fromEntries(fields.map((field) => [field.name, typedValue(field, form)]));
  const target = form.get("connection") || undefined;
  return { type, typed, target, problems: fields.flatMap((field) => problemOf(words, field, typed)) };
}

/** The form to show again if connecting was refused or could not be tried; undefined if no form can fix that. */
export function toRejectedForm(
  words: Words,
  application: Application,
  attempt: RejectedForm,
  error: unknown,
): RejectedForm | undefined {
  if (error instanceof ProviderError && error.verdict === "unavailable")
    return { ...attempt, fault: faultOf(words, application, error) };
  const problem = problemFrom(words, application, attempt.type, error);
  return problem && { ...attempt, problems: [problem] };
}

function problemFrom(
  words: Words,
  application: Application,
  type: AuthType,
  error: unknown,
): FormProblem | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  const { name, auth } = application.connector.info;
  if (isBlocked(error)) {
    const key = auth.settings.length > 0 ? "connect.blockedTyped" : "connect.blocked";
    return { text: words.t(key, { name }) };
  }
  if (error instanceof ProviderError) {
    const key = error.verdict === "refused" ? "connect.refused" : "connect.unchecked";
    return { text: words.t(key, { name, reason: error.reason }) };
  }
  const field = listAuthFields(application, type).find((one) => one.name === error.errors?.[0]?.field);
  if (field === undefined || !(error instanceof ValueError)) return { text: error.message };
  return { field: field.name, text: describeValueProblem(words, field.label, error.reason) };
}

/** Whether the outbound guard refused the address; its reasons are for the operator. */
function isBlocked(error: ApiError): boolean {
  return (
    error instanceof BlockedAddressError || (error instanceof ProviderError && error.verdict === "blocked")
  );
}

/** If the customer typed the address, the address itself may be wrong. */
function faultOf(
  { t }: Words,
  { connector: { info } }: Application,
  { reason }: ProviderError,
): { title: string; text: string } {
  const isTyped = info.auth.settings.length > 0;
  const text = isTyped ? t("problem.unreachableTyped", { reason }) : t("problem.unreachableText");
  return { title: t("problem.unreachable", { name: info.name }), text };
}

/** The ways in which a link connects an application; a link that starts a connect by OAuth2 allows only that. */
export function listAuthTypes({ link }: Visit, { authTypes }: Application): readonly AuthType[] {
  return link.sealedSettings === undefined ? authTypes : authTypes.filter((type) => type === "oauth2");
}

/** The forms that connect an application: the first type is open, the other one folded. */
export function renderConnectForms(
  visit: Visit,
  application: Application,
  attempt?: RejectedForm,
  target = attempt?.target,
): Html {
  const { name, auth } = application.connector.info;
  const { t } = visit.words;
  if (auth.yourApp) return html`<p>${t("connect.nothingToDo", { company: visit.company, name })}</p>`;
  if (!needsConnection(auth)) return html`<p>${t("connect.noSignIn", { name })}</p>`;
  const [first = "keybased", second] = listAuthTypes(visit, application);
  const form = (type: AuthType) => connectForm(visit, application, { type, attempt, target });
  const firstForm = form(first);
  if (second === undefined) return firstForm;
  const other = otherWay(visit.words, application, second);
  const open = attempt?.type === second;
  return html`${firstForm}<details${open && html` open`}><summary>${other}</summary>${form(second)}</details>`;
}

function otherWay({ t }: Words, application: Application, type: AuthType): string {
  if (type === "keybased") return t("connect.useKey");
  if (isConnectedWithoutConsent(application)) return t("connect.useOauth");
  return t("connect.signIn", { name: application.connector.info.name });
}

function connectForm(
  visit: Visit,
  application: Application,
  {
    type,
    attempt,
    target,
  }: { type: AuthType; attempt: RejectedForm | undefined; target: string | undefined },
): Html {
  const { slug, name } = application.connector.info;
  const { words } = visit;
  const own = attempt?.type === type ? attempt : undefined;
  const consents = type === "oauth2" && !isConnectedWithoutConsent(application);
  // A link that starts a consent already has the typed values.
  const isFilled = consents && visit.link.sealedSettings !== undefined;
  const fields = isFilled ? [] : listAuthFields(application, type);
  const inputs = fields.map((field, index) => inputFor(words, field, `${type}-${index}`, own));
  const problems = (own?.problems ?? []).map(({ field, text }) => {
    const index = fields.findIndex((one) => one.name === field);
    return index === -1 ? { text } : { id: `${type}-${index}`, text };
  });
  const newWindow = consents && visit.framed;
  return renderPostForm(visit, `${buildApplicationPath(slug)}/connect`, {
    newWindow,
    content: html`${own?.fault && renderNotice("bad", own.fault.title, own.fault.text)}${problems.length > 0 && renderProblems(words, problems)}<input type="hidden" name="auth_type" value="${type}">${target !== undefined && html`<input type="hidden" name="connection" value="${target}">`}${newWindow && html`<input type="hidden" name="window" value="new">`}${consents && html`<p class="muted">${consentText(words, name, { newWindow, isFilled })}</p>`}${inputs}<div class="actions"><button>${consents ? words.t("connect.continue", { name }) : words.t("connect.button")}</button></div>`,
  });
}

function consentText(
  { t }: Words,
  name: string,
  { newWindow, isFilled }: { newWindow: boolean; isFilled: boolean },
): string {
  if (isFilled) return t("connect.leavesFilled", { name });
  return newWindow ? t("connect.newWindow", { name }) : t("connect.leaves", { name });
}

function inputFor(words: Words, field: AuthField, id: string, attempt: RejectedForm | undefined): Html {
  const problem = attempt?.problems.find((one) => one.field === field.name);
  const { label, required, helpText: help } = field;
  const labelled: InputLabel = { words, id, label, required, help, error: problem?.text };
  const given = attempt?.typed[field.name];
  const name = controlName(field);
  if (field.type === "boolean") return renderCheckbox(labelled, { name, checked: given === "true" });
  const value = typeof given === "string" ? given : "";
  if (field.type === "select") {
    return renderSelectInput(labelled, { name, value, choices: field.options ?? [] });
  }
  if (isPemPlaceholder(field.placeholder))
    // Secrets are never written into a page.
    return renderTextArea(labelled, { name, value: "", code: true, placeholder: field.placeholder });
  const type = field.secret || field.type === "password" ? "password" : "text";
  return renderTextInput(labelled, { name, type, value, placeholder: field.placeholder });
}

function typedValue(field: AuthField, form: URLSearchParams): string | undefined {
  const given = form.get(controlName(field)) ?? undefined;
  return field.type === "boolean" ? String(given === "true") : given;
}

// Prefixed to keep clear of the form's own field names.
function controlName({ name }: AuthField): string {
  return `field.${name}`;
}

function problemOf(words: Words, field: AuthField, typed: TypedValues): FormProblem[] {
  try {
    readFields([field], typed);
    return [];
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return [{ field: field.name, text: describeValueProblem(words, field.label, error.reason) }];
  }
}
