import type { PageContent } from "../../pages/document.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, html } from "../../platform/http/html.ts";
import type { Json } from "../../platform/json/json.ts";
import { buildApplicationPath, buildVisitUrl, type Visit } from "../visit.ts";
import { ACTIVITY, renderActivityState } from "./activity-page.ts";
import type { CustomerAdvice } from "./customer-advice.ts";
import type { ActivityData, ActivityExecution, ActivityStep } from "./read-execution.ts";

// Longer data would make the page slow, and nobody reads them in it.
const LONGEST_DATA = 20_000;

/** One execution: what happened, and what the customer can do about it. */
export function renderExecutionPage(visit: Visit, execution: ActivityExecution): PageContent {
  const { words } = visit;
  const { name, reason, details, advice, data } = execution;
  const happened =
    reason !== undefined &&
    html`<section class="card"><h2>${words.t("activity.whatHappened")}</h2><p>${reason}</p>${details !== undefined && html`<p class="muted message"><bdi>${details}</bdi></p>`}</section>`;
  return {
    title: name,
    body: html`<a class="back" href="${buildVisitUrl(visit, ACTIVITY)}"><span class="arrow" aria-hidden="true">←</span> ${words.t("activity.title")}</a><div class="intro"><h1>${name}</h1></div>
${happened}
${advice && renderAdvice(visit, execution.id, advice)}
${renderFacts(words, execution)}
${data && renderData(words, data)}`,
  };
}

function renderFacts(words: Words, execution: ActivityExecution): Html {
  const { t, moment } = words;
  const { application, startedAt, endedAt, id } = execution;
  const fact = (term: string, value: Html) => html`<dt>${term}</dt><dd>${value}</dd>`;
  return html`<section class="card"><dl class="whose">${fact(t("activity.state"), renderActivityState(words, execution))}${application && fact(t("activity.application"), html`<bdi>${application.connector.info.name}</bdi>`)}${fact(t("activity.started"), moment(startedAt))}${endedAt !== null && fact(t("activity.ended"), moment(endedAt))}${fact(t("activity.reference"), html`<bdi>${id}</bdi>`)}</dl></section>`;
}

function renderAdvice(visit: Visit, id: string, { kind, application }: CustomerAdvice): Html {
  const { t, rich } = visit.words;
  const { slug, name } = application?.connector.info ?? { slug: "", name: "" };
  const page = buildVisitUrl(visit, buildApplicationPath(slug), { again: "1" });
  const again = html`<a class="button" href="${page}">${t("app.connectAgain", { name })}</a>`;
  const href = buildVisitUrl(visit, buildApplicationPath(slug));
  const connect = html`<a class="button" href="${href}">${t("app.connect", { name })}</a>`;
  const open = html`<a class="button" href="${href}">${t("todo.openSettings", { name })}</a>`;
  const reference = html`<bdi>${id}</bdi>`;
  const { company } = visit;
  const said = {
    connect: () => ({ text: t("todo.connect", { name }), button: connect }),
    connected: () => ({ text: t("todo.connected", { name }), button: undefined }),
    reconnect: () => ({ text: t("todo.reconnect", { name }), button: again }),
    resumes: () => ({ text: t("todo.resumes", { name }), button: again }),
    reconnected: () => ({ text: t("todo.reconnected", { name }), button: undefined }),
    settings: () => ({ text: t("todo.settings", { name }), button: open }),
    later: () => ({ text: t("todo.later", { company }), button: helpButton(visit, id) }),
    help: () => ({ text: rich("todo.help", { company, reference }), button: helpButton(visit, id) }),
  }[kind]();
  return html`<section class="card"><h2>${t("activity.whatToDo")}</h2><p>${said.text}</p>${said.button && html`<p class="actions">${said.button}</p>`}</section>`;
}

/** Where the company gives help; a message already names the execution. */
function helpButton({ brand, words }: Visit, id: string): Html | undefined {
  const { support } = brand;
  if (support === undefined) return undefined;
  const text = words.t("todo.getHelp");
  if (support.startsWith("https://"))
    return html`<a class="button quiet" href="${support}" target="_blank" rel="noreferrer">${text}</a>`;
  return html`<a class="button quiet" href="mailto:${support}?subject=${encodeURIComponent(id)}">${text}</a>`;
}

function renderData(words: Words, { received, steps }: ActivityData): Html {
  const { t } = words;
  const got =
    received !== null &&
    html`<section class="card"><h2>${t("activity.received")}</h2><dl class="given"><dt class="sr">${t("activity.received")}</dt>${shown(words, received)}</dl></section>`;
  const done =
    steps.length > 0 &&
    html`<section class="card"><h2>${t("activity.steps")}</h2><dl class="given">${steps.map((step) => renderStep(words, step))}</dl></section>`;
  return html`${got}${done}`;
}

const STEP_STATES = {
  Success: "completed",
  Errored: "failed",
  Waiting: "waiting",
  Stopped: "stopped",
} as const;

function renderStep(words: Words, { name, status, output }: ActivityStep): Html {
  const state =
    status === "Rejected"
      ? html`<span class="state muted">${words.t("approval.rejected")}</span>`
      : renderActivityState(words, { state: STEP_STATES[status], awaited: undefined });
  return html`<dt><bdi>${name}</bdi> ${state}</dt>${output !== null && shown(words, output)}`;
}

function shown({ t }: Words, data: Json): Html {
  const text = JSON.stringify(data, null, 2);
  if (text.length > LONGEST_DATA) return html`<dd>${t("activity.tooLarge")}</dd>`;
  return html`<dd class="code">${text}</dd>`;
}
