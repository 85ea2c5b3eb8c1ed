import { type Html, type HtmlContent, html } from "../platform/http/html.ts";
import type { Words } from "./words/words.ts";

/** What surrounds an input: its label, help text, and error. */
export interface InputLabel {
  /** For notes next to the label. */
  readonly words: Words;
  /** Unique on the page. */
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  /** Whether to show that; an optional input, unless it depends on something else. */
  readonly optional?: boolean;
  readonly help?: string;
  readonly error?: string;
}

/** One option of a list. */
export interface InputChoice {
  readonly name: string;
  readonly value: string;
}

/** A labelled input of one line, or of several with `rows`. */
export function renderTextInput(
  labelled: InputLabel,
  input: { name: string; type: string; value: string; placeholder?: string; step?: string },
): Html {
  const { type, name, value, placeholder, step } = input;
  // Secrets are never written into a page; browsers must not offer to store them either.
  const shown = type === "password" ? "" : value;
  return block(
    labelled,
    html`<input type="${type}" name="${name}" value="${shown}"${placeholder ? html` placeholder="${placeholder}"` : ""}${step ? html` step="${step}"` : ""} autocomplete="${type === "password" ? "new-password" : "off"}" spellcheck="false"${describe(labelled)}>`,
  );
}

/** A labelled input of several lines; `code` uses a monospaced font. */
export function renderTextArea(
  labelled: InputLabel,
  { name, value, code, placeholder }: { name: string; value: string; code: boolean; placeholder?: string },
): Html {
  return block(
    labelled,
    // Browsers drop a line break after the tag, so a leading one of the value would be lost.
    html`<textarea name="${name}"${placeholder ? html` placeholder="${placeholder}"` : ""}${code && html` class="code" spellcheck="false"`}${describe(labelled)}>
${value}</textarea>`,
  );
}

/** A labelled list of options; the first line selects none. */
export function renderSelectInput(
  labelled: InputLabel,
  list: { name: string; value: string | undefined; choices: readonly InputChoice[]; none?: string },
): Html {
  return block(labelled, renderSelectControl(labelled.words, list, describe(labelled)));
}

/** The list itself; `attributes` label it. */
export function renderSelectControl(
  words: Words,
  {
    name,
    value,
    choices,
    none = words.t("page.choose"),
  }: { name: string; value: string | undefined; choices: readonly InputChoice[]; none?: string },
  attributes: Html,
): Html {
  const options = choices.map(
    (one) => html`<option value="${one.value}"${one.value === value && html` selected`}>${one.name}</option>`,
  );
  return html`<select name="${name}"${attributes}><option value="">${none}</option>${options}</select>`;
}

/** A labelled list that cannot be used yet; `reason` says why. */
export function renderWaitingSelect(
  labelled: InputLabel,
  { name, reason }: { name: string; reason: string },
): Html {
  return block(
    labelled,
    html`<select name="${name}" disabled${describe(labelled)}><option value="">${reason}</option></select>`,
  );
}

/** A single checkbox. */
export function renderCheckbox(
  { id, label, help, error }: Omit<InputLabel, "words">,
  { name, checked }: { name: string; checked: boolean },
): Html {
  return html`<div class="field"><div class="check"><input type="checkbox" id="${id}" name="${name}" value="true"${checked && html` checked`}${notes({ id, help, error })}><label for="${id}">${label}</label></div>${about({ id, help, error })}</div>`;
}

/** Checkboxes, any number of which can be ticked. */
export function renderCheckboxList(
  labelled: InputLabel,
  { name, chosen, choices }: { name: string; chosen: ReadonlySet<string>; choices: readonly InputChoice[] },
): Html {
  const { id } = labelled;
  const boxes = choices.map(
    (one, index) =>
      html`<div class="check"><input type="checkbox" id="${id}-${index}" name="${name}" value="${one.value}"${chosen.has(one.value) && html` checked`}><label for="${id}-${index}">${one.name}</label></div>`,
  );
  return renderInputGroup(labelled, html`<div class="checks">${boxes}</div>`);
}

/** A heading for related inputs. */
export function renderInputGroup(labelled: InputLabel, content: HtmlContent): Html {
  const { id, help, error } = labelled;
  return html`<fieldset class="field" id="${id}"${notes({ id, help, error })}><legend>${caption(labelled)}</legend>${helpText(labelled)}${content}${errorText(labelled)}</fieldset>`;
}

function block(labelled: InputLabel, control: Html): Html {
  return html`<div class="field"><label for="${labelled.id}">${caption(labelled)}</label>${helpText(labelled)}${control}${errorText(labelled)}</div>`;
}

function caption({ words, label, required, optional = !required }: InputLabel): Html {
  return html`${label}${optional && html` <span class="optional">${words.t("page.optional")}</span>`}`;
}

function about(labelled: Pick<InputLabel, "id" | "help" | "error">): Html {
  return html`${helpText(labelled)}${errorText(labelled)}`;
}

function helpText({ id, help }: Pick<InputLabel, "id" | "help">): Html {
  return html`${help !== undefined && html`<p class="help" id="${id}-help">${help}</p>`}`;
}

function errorText({ id, error }: Pick<InputLabel, "id" | "error">): Html {
  return html`${error !== undefined && html`<p class="error" id="${id}-error">${error}</p>`}`;
}

function describe(labelled: InputLabel): Html {
  return html` id="${labelled.id}"${labelled.required && html` required`}${notes(labelled)}`;
}

function notes({ id, help, error }: Pick<InputLabel, "id" | "help" | "error">): Html {
  const ids = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return html`${ids !== "" && html` aria-describedby="${ids}"`}${error !== undefined && html` aria-invalid="true"`}`;
}
