import type { AccountScope } from "../auth/scope.ts";
import type { Db, Tx } from "../platform/database/database.ts";
import { badRequest, notFound } from "../platform/errors.ts";
import { publishedFor } from "../workflows/store.ts";
import type { OfferedWorkflow } from "../workflows/table.ts";
import { declaredFields } from "./field.ts";
import type { Choices, ConfigView } from "./schema.ts";
import {
  type ConfigKey,
  type ConfigRow,
  findConfig,
  insertMissingConfig,
  lockConfig,
  readChoices,
  saveChoices,
  updateConfig,
} from "./store.ts";
import type { FieldValues, LabelGroups } from "./table.ts";
import { mergeValues } from "./values.ts";

/** What a caller says about a workflow in a config; values that are not given stay. */
export interface WorkflowChoice {
  readonly id: string;
  readonly enabled: boolean;
  readonly fields?: FieldValues;
}

/** What a caller sets in a config; what is absent stays. */
export interface ConfigChange {
  readonly labels?: LabelGroups;
  readonly fields?: FieldValues;
  readonly workflows?: readonly WorkflowChoice[];
}

/** One config with what it offers; 404 when there is none. */
export async function readConfig(db: Db, scope: AccountScope, key: ConfigKey): Promise<ConfigView> {
  const row = await findConfig(db, scope, key);
  if (!row) throw notFound("Config");
  return viewOf(db, scope, row);
}

/** The config, made if it is missing, with the change applied (spec 4.7). */
export async function findOrCreateConfig(
  tx: Tx,
  scope: AccountScope,
  key: ConfigKey,
  { change, now }: { change: ConfigChange; now: Date },
): Promise<ConfigView> {
  await insertMissingConfig(tx, scope, key, now);
  return changeConfig(tx, scope, key, { change, now });
}

/** Applies a change to a config as a whole: 404 when there is no config, 400 when a part of it does not fit. */
export async function changeConfig(
  tx: Tx,
  scope: AccountScope,
  key: ConfigKey,
  { change, now }: { change: ConfigChange; now: Date },
): Promise<ConfigView> {
  const locked = await lockConfig(tx, scope, key);
  const view = await viewOf(tx, scope, locked);
  const { labels, fields, workflows = [] } = change;
  if (!labels && !fields && workflows.length === 0) return view;
  const changed = chooseWorkflows(view, workflows);
  const merged = mergeValues([], locked.fields, fields ?? {}, "fields");
  const row = await updateConfig(tx, locked, { fields: merged, labels: labels ?? locked.labels }, now);
  await saveChoices(tx, row, changed);
  return { ...view, row, choices: new Map([...view.choices, ...changed]) };
}

/** Switches one workflow of a config; 404 when there is no such config, or it does not offer the workflow. */
export async function switchWorkflow(
  tx: Tx,
  scope: AccountScope,
  key: ConfigKey,
  { choice, now }: { choice: WorkflowChoice; now: Date },
): Promise<ConfigView> {
  const { workflows } = await viewOf(tx, scope, await lockConfig(tx, scope, key));
  if (!workflows.some(({ id }) => id === choice.id)) throw notFound("Workflow");
  return changeConfig(tx, scope, key, { change: { workflows: [choice] }, now });
}

async function viewOf(db: Db, scope: AccountScope, row: ConfigRow): Promise<ConfigView> {
  const workflows = await publishedFor(db, scope, { slug: row.slug, account: scope.account });
  return { row, workflows, choices: await readChoices(db, row) };
}

function chooseWorkflows({ workflows, choices }: ConfigView, given: readonly WorkflowChoice[]): Choices {
  const chosen = new Map<string, { enabled: boolean; fields: FieldValues }>();
  for (const { id, enabled, fields = {} } of given) {
    const workflow = workflows.find((one) => one.id === id);
    if (!workflow) throw badRequest(`workflows: "${id}" is not a workflow of this application.`);
    const stored = chosen.get(id) ?? choices.get(id);
    chosen.set(id, { enabled, fields: setFields(workflow, stored?.fields ?? {}, fields) });
  }
  return chosen;
}

function setFields(workflow: OfferedWorkflow, stored: FieldValues, given: FieldValues): FieldValues {
  const where = `workflows.${workflow.id}.fields`;
  return mergeValues(declaredFields(workflow.dataSlots), stored, given, where);
}
