import type { AccountScope } from "../../auth/scope.ts";
import type { Db, Tx } from "../../platform/database/database.ts";
import { badRequest, notFound } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Field } from "../../workflows/definition/field.ts";
import { parseFieldValue } from "../../workflows/definition/field-value.ts";
import type { FieldValues } from "../../workflows/definition/stored-values.ts";
import { applyConfigChange, findWorkflowNamed, lockConfigView, readConfigView } from "../change.ts";
import { MASK } from "../password.ts";
import type { ConfigView } from "../schema.ts";
import type { ConfigChoice, ConfigKey } from "../store.ts";
import { listShownFields } from "../values.ts";
import {
  type AskSource,
  createOptionSource,
  fetchFieldOptions,
  getChoice,
  getClearValues,
  type LookupLimits,
  withChosenConnection,
} from "./fill-options.ts";
import type { OptionDeps } from "./look-up-options.ts";
import { fetchRuleOptions, type RuleOptions } from "./rule-options.ts";

/** Identifies a field of a workflow or of the application itself. */
export interface FieldKey extends ConfigKey {
  readonly fieldId: string;
  readonly workflowId: string | undefined;
}

/** A field with its stored value. */
export interface StoredField {
  readonly field: Field;
  readonly stored: Pick<ConfigChoice, "fields" | "secrets">;
  /** Why its data source has no options. */
  readonly problem?: string;
}

/** A field in its config, with the other fields of its workflow or application. */
export interface FoundField extends StoredField {
  readonly view: ConfigView;
  readonly key: FieldKey;
  readonly siblings: readonly Field[];
}

/** Unsaved values of a form: those of other fields, and the field's own. */
export interface UnsavedValues {
  readonly values?: FieldValues;
  readonly value?: Json;
}

/**
 * One field of a config, as if `unsaved` were stored. 404 if the config, workflow or field does not exist; 400 for an
 * unsaved value that does not fit.
 */
export async function readField(
  db: Db,
  scope: AccountScope,
  key: FieldKey,
  unsaved: UnsavedValues,
): Promise<FoundField> {
  const found = findField(await readConfigView(db, scope, key), key);
  const { siblings, stored } = found;
  const fields = overlay(siblings, stored.fields, unsavedOf(key, unsaved));
  return { ...found, stored: { ...stored, fields } };
}

/** The field with the options of its data sources. Call it with no transaction open. */
export async function withOptions(
  deps: OptionDeps,
  scope: AccountScope,
  found: FoundField,
  looking: LookupLimits,
): Promise<StoredField> {
  const { view, siblings, stored } = found;
  const ask = sourceFor(found, createOptionSource(deps, scope, view.row, looking));
  const context = { fields: siblings, stored: stored.fields, values: visibleValues(found) };
  const { field, problem } = await fetchFieldOptions(ask, found.field, context);
  return { field, stored, problem };
}

/** Sets one field of a config, or unsets it with null; 404 as `readField`, 400 if the value does not fit. */
export async function updateField(
  tx: Tx,
  scope: AccountScope,
  key: FieldKey,
  { value, now, vault }: { value: Json; now: Date; vault: Vault },
): Promise<FoundField> {
  const before = await lockConfigView(tx, scope, key);
  const { fieldId, workflowId } = key;
  // If nothing is declared, any name may have a value.
  const isNew = fieldsOf(before, workflowId).length === 0 && value !== null;
  const found = isNew ? undefined : findField(before, key);
  const fields = { [fieldId]: value };
  const change = workflowId === undefined ? { fields } : { workflows: [{ id: workflowId, fields }] };
  const view = await applyConfigChange(tx, scope, key, { change, now, vault });
  return found ? { ...found, view, stored: storedOf(view, workflowId) } : findField(view, key);
}

/**
 * The parts of a condition of a `rule_engine` field for a left side; 404 as `readField`, 400 for a field of another
 * type.
 */
export async function readRuleOptions(
  deps: OptionDeps & Parameters<typeof fetchRuleOptions>[0],
  scope: AccountScope,
  key: FieldKey,
  lhs: string,
): Promise<RuleOptions> {
  const found = findField(await readConfigView(deps.db, scope, key), key);
  const { field, view } = found;
  if (field.field_type !== "rule_engine")
    throw badRequest(`The field ${key.fieldId} is of the type ${field.field_type}, not rule_engine.`);
  const sandbox = deps.sandbox.forTenant(scope.account.id);
  const ask = sourceFor(found, createOptionSource(deps, scope, view.row, {}));
  return fetchRuleOptions({ sandbox }, ask, {
    field,
    values: visibleValues(found),
    lhs,
  });
}

function sourceFor({ view, key: { workflowId } }: FoundField, ask: AskSource): AskSource {
  const id = workflowId && (findWorkflowNamed(view.workflows, workflowId)?.id ?? workflowId);
  return withChosenConnection(ask, view, id);
}

function findField(view: ConfigView, key: FieldKey): FoundField {
  const { fieldId, workflowId } = key;
  const declared = fieldsOf(view, workflowId);
  const stored = storedOf(view, workflowId);
  const field = listShownFields(declared, stored.fields).find(({ id }) => id === fieldId);
  if (!field) throw notFound("Field");
  return { view, key, field, stored, siblings: declared };
}

function fieldsOf(view: ConfigView, workflowId: string | undefined): readonly Field[] {
  if (workflowId === undefined) return view.fields;
  const workflow = findWorkflowNamed(view.workflows, workflowId);
  if (!workflow) throw notFound("Workflow");
  return workflow.fields;
}

function storedOf(view: ConfigView, workflowId: string | undefined): StoredField["stored"] {
  if (workflowId === undefined) return view.row;
  return getChoice(view, findWorkflowNamed(view.workflows, workflowId)?.id ?? workflowId);
}

function unsavedOf({ fieldId }: FieldKey, { values = {}, value }: UnsavedValues): [string, Json][] {
  return [...Object.entries(values), ...(value === undefined ? [] : [[fieldId, value] as [string, Json]])];
}

function overlay(declared: readonly Field[], stored: FieldValues, given: [string, Json][]): FieldValues {
  const merged = new Map(Object.entries(stored));
  for (const [id, value] of given) {
    const field = declared.find((one) => one.id === id);
    if (!field || value === MASK) continue;
    const read = parseFieldValue(field, value, "values", merged.get(id));
    if (read === undefined) merged.delete(id);
    else merged.set(id, read);
  }
  return Object.fromEntries(merged);
}

/**
 * What data sources and code of the field can read: values of the application and of its workflow, without passwords.
 */
function visibleValues({ view, key, siblings, stored }: FoundField): FieldValues {
  const own = getClearValues(siblings, stored.fields);
  return key.workflowId === undefined ? own : { ...getClearValues(view.fields, view.row.fields), ...own };
}
