import { type InputLabel, renderWaitingSelect } from "../../pages/input.ts";
import { renderProblems } from "../../pages/notice.ts";
import type { Words } from "../../pages/words/words.ts";
import { type Html, html } from "../../platform/http/html.ts";
import type { Json } from "../../platform/json/json.ts";
import { renderPostForm } from "../pages/pieces.ts";
import { buildApplicationPath, buildVisitUrl, type Visit } from "../visit.ts";
import { renderSharedAccounts, renderWorkflowAccounts } from "./account-choices.ts";
import { getControlKind, renderControl } from "./settings-control.ts";
import { isLiveStep, type SettingsField, type SettingsStep, type StepWorkflow } from "./settings-steps.ts";
import {
  buildControlName,
  buildParentName,
  buildSwitchName,
  type FilledStep,
  toParentText,
} from "./settings-values.ts";
import type { SettingsView } from "./settings-view.ts";

/** The section of an application's page where it is set up; undefined if there is nothing to set up. */
export function renderSettingsForm(visit: Visit, view: SettingsView): Html | undefined {
  const { slug, steps, current, filled, isMade } = view;
  const step = steps[current];
  if (step === undefined) return undefined;
  const { words } = visit;
  const { t } = words;
  const ids = new Map<string, string>();
  const isLive = isLiveStep(step);
  // Enter in a field triggers the first button of a form, which must save rather than remove a condition.
  const save = html`<button class="sr" tabindex="-1" aria-hidden="true">${t("setup.save")}</button>`;
  const content = html`${save}<input type="hidden" name="step" value="${current}">${current === 0 && renderSharedAccounts(visit, view)}${step.fields.map((field) => fieldInput(words, view, ids, { field }))}${step.workflows.map((part) => workflowCard(words, view, ids, part))}${isLive && liveProblem(words)}<div class="actions"><button>${current < steps.length - 1 ? t("setup.saveAndContinue") : t("setup.save")}</button></div>`;
  const problems = [...(filled?.problems ?? [])].map(([name, text]) => ({ id: ids.get(name), text }));
  return html`<section class="card" aria-labelledby="settings"><h2 id="settings">${steps.length > 1 ? t("setup.title") : step.title}</h2>${steps.length > 1 && stepList(visit, view)}${!isMade && html`<p class="muted">${t("setup.off")}</p>`}${problems.length > 0 && renderProblems(words, problems)}${renderPostForm(visit, `${buildApplicationPath(slug)}/settings`, { content, isLive })}</section>`;
}

/** Shown by the script if the choices cannot be updated. */
function liveProblem({ t }: Words): Html {
  return html`<p class="notice bad" role="alert" data-live-problem hidden>${t("setup.liveFailed")}</p>`;
}

function stepList(visit: Visit, { slug, steps, current }: SettingsView): Html {
  const path = buildApplicationPath(slug);
  const addressAt = (step: number) => buildVisitUrl(visit, path, { step: String(step) });
  return html`<nav aria-label="${visit.words.t("setup.steps")}"><ol class="steps">${steps.map(({ title }, index) => html`<li><a href="${addressAt(index + 1)}#settings"${index === current && html` aria-current="step"`}>${index + 1}. ${title}</a></li>`)}</ol></nav>`;
}

function workflowCard(words: Words, view: SettingsView, ids: Map<string, string>, part: StepWorkflow): Html {
  const { workflow, hasSwitch, fields } = part;
  const { id, name, description } = workflow;
  const isOn = view.filled && hasSwitch ? view.filled.enabled.has(id) : workflow.enabled;
  const switchId = `switch-${id}`;
  const head = hasSwitch
    ? html`<div class="switch"><input type="checkbox" role="switch" id="${switchId}" name="${buildSwitchName(id)}"${isOn && html` checked`}><div class="text"><h3><label for="${switchId}">${name}</label></h3>${description !== "" && html`<p class="muted">${description}</p>`}</div></div>`
    : html`<h3>${name}</h3>`;
  const accounts = hasSwitch ? renderWorkflowAccounts(words, view, workflow) : [];
  const ofFields = fields.map((field) => fieldInput(words, view, ids, { field, workflowId: id }));
  const inputs = [...accounts, ...ofFields];
  // Folded while the workflow is off, unless something in it must be corrected.
  const folds = hasSwitch && !fields.some((field) => view.filled?.problems.has(buildControlName(field, id)));
  return html`<div class="workflow${folds ? " folds" : ""}">${head}${inputs.length > 0 && html`<div class="fields">${inputs}</div>`}</div>`;
}

function fieldInput(
  words: Words,
  { config, steps, current, filled }: SettingsView,
  ids: Map<string, string>,
  { field, workflowId }: { field: SettingsField; workflowId?: string },
): Html {
  const name = buildControlName(field, workflowId);
  const id = `f${ids.size + 1}`;
  ids.set(name, id);
  const hasFailed = config.field_errors.some((one) => one.id === field.id);
  const parentField = findParent(field, steps[current], workflowId);
  const parentValue = parentField && valueShown(filled, parentField, workflowId);
  const value = valueShown(filled, field, workflowId);
  const hasChoices = (field.options ?? []).length > 0;
  const waitsFor = !hasChoices && isUnset(parentValue) ? parentField?.name : undefined;
  const reason = waitsFor && words.t("setup.chooseFirst", { parent: waitsFor });
  const isList = isUnset(value) && isListWithoutChoices(field);
  const notes = [
    field.help_text,
    // The cause is for the operator, who finds it in the log.
    hasFailed && words.t("setup.choicesFailed"),
    !isList && reason,
  ];
  const labelled: InputLabel = {
    words,
    id,
    label: field.name,
    // Fields of a workflow are required only while it is on, which the browser does not know.
    required: field.required && workflowId === undefined,
    optional: !field.required,
    help: notes.filter(Boolean).join(" ") || undefined,
    error: filled?.problems.get(name),
  };
  const ofParent =
    parentField &&
    html`<input type="hidden" name="${buildParentName(name)}" value="${toParentText(parentValue)}">`;
  if (reason && isList) return html`${ofParent}${renderWaitingSelect(labelled, { name, reason })}`;
  return html`${ofParent}${renderControl(field, labelled, name, value, filled?.focus)}`;
}

function valueShown(
  filled: FilledStep | undefined,
  field: SettingsField,
  workflowId: string | undefined,
): Json | undefined {
  const name = buildControlName(field, workflowId);
  return filled?.typed.has(name) ? filled.typed.get(name) : (field.value ?? field.defaultValue);
}

/** Whether a field's choices are fetched but not there, so that it would be filled in as text. */
function isListWithoutChoices(field: SettingsField): boolean {
  const kind = getControlKind(field);
  return field.data_source !== undefined && (kind === "text" || kind === "lines");
}

function isUnset(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "";
}

/** The field beside it that this one depends on for its choices. */
function findParent(
  field: SettingsField,
  step: SettingsStep | undefined,
  workflowId: string | undefined,
): SettingsField | undefined {
  if (field.parent === undefined) return undefined;
  const beside =
    workflowId === undefined
      ? step?.fields
      : step?.workflows.find(({ workflow }) => workflow.id === workflowId)?.workflow.fields;
  return beside?.find(({ id }) => id === field.parent);
}
