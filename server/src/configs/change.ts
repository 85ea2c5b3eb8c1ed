import { type ConnectionRow, listConnections } from "../apps/store.ts";
import type { AccountScope } from "../auth/scope.ts";
import type { Db, Tx } from "../platform/database/database.ts";
import { badField, notFound } from "../platform/errors.ts";
import type { Json } from "../platform/json/json.ts";
import type { Vault } from "../platform/vault.ts";
import { encryptSetting, OF_APPLICATION } from "../runs/settings/secret-settings.ts";
import { type Field, listDeclaredFields } from "../workflows/definition/field.ts";
import type { ChosenConnections, FieldValues } from "../workflows/definition/stored-values.ts";
import type { OfferedWorkflow } from "../workflows/table.ts";
import { listOfferedWorkflows } from "../workflows/versions/publications.ts";
import { findApplicationFields } from "./application-field-store.ts";
import { removeStaleChildren } from "./dependencies.ts";
import { withLabels } from "./labels.ts";
import { MASK, mergePasswords, splitPasswords } from "./password.ts";
import type { ConfigView } from "./schema.ts";
import {
  type ConfigChoice,
  type ConfigChoices,
  type ConfigKey,
  type ConfigRow,
  createBlankConfig,
  findConfig,
  insertMissingConfig,
  listAllConfigs,
  lockConfig,
  readChoices,
  saveChoices,
  updateConfig,
} from "./store.ts";
import type { LabelGroups } from "./table.ts";
import { mergeValues } from "./values.ts";

/** A choice of connections by application; null for the default one, omitted ones stay unchanged. */
type ConnectionChanges = { readonly [slug: string]: string | null };

/** A caller's choice for a workflow in a config; omitted values stay unchanged. */
export interface WorkflowChoice {
  /** Id or alias. */
  readonly id: string;
  /** Unchanged if omitted. */
  readonly enabled?: boolean;
  readonly fields?: FieldValues;
  /** Null: the config's own choice. */
  readonly connections?: ConnectionChanges;
}

/** What a caller sets in a config; absent members stay unchanged. */
export interface ConfigChange {
  readonly labels?: LabelGroups;
  readonly fields?: FieldValues;
  /** For all workflows that choose none themselves. */
  readonly connections?: ConnectionChanges;
  readonly workflows?: readonly WorkflowChoice[];
}

/** One config with what it offers; 404 if there is none. */
export async function readConfigView(db: Db, scope: AccountScope, key: ConfigKey): Promise<ConfigView> {
  const row = await findConfig(db, scope, key);
  if (!row) throw notFound("Config");
  return viewOf(db, scope, row);
}

/** All configs of an account with what they offer, oldest first, each read on demand. */
export async function* readConfigs(db: Db, scope: AccountScope): AsyncGenerator<ConfigView> {
  for (const key of await listAllConfigs(db, scope)) {
    const row = await findConfig(db, scope, key);
    if (row) yield viewOf(db, scope, row);
  }
}

/**
 * One config with what it offers; a missing one is shown as it would be created, with `isMade` false. Nothing is
 * stored.
 */
export async function previewConfig(
  db: Db,
  scope: AccountScope,
  key: ConfigKey,
  now: Date,
): Promise<{ view: ConfigView; isMade: boolean }> {
  const row = await findConfig(db, scope, key);
  return {
    view: await viewOf(db, scope, row ?? createBlankConfig(scope, key, now)),
    isMade: row !== undefined,
  };
}

/** The config with the change applied; it is created if missing (spec 4.7). */
export async function findOrCreateConfig(
  tx: Tx,
  scope: AccountScope,
  key: ConfigKey,
  { change, now, vault }: { change: ConfigChange; now: Date; vault: Vault },
): Promise<ConfigView> {
  await insertMissingConfig(tx, scope, key, now);
  return applyConfigChange(tx, scope, key, { change, now, vault });
}

/** Applies a change to a config as a whole: 404 if there is no config, 400 if any part is invalid. */
export async function applyConfigChange(
  tx: Tx,
  scope: AccountScope,
  key: ConfigKey,
  { change, now, vault }: { change: ConfigChange; now: Date; vault: Vault },
): Promise<ConfigView> {
  const locked = await lockConfig(tx, scope, key);
  const { labels, fields, connections = {}, workflows = [] } = change;
  const view = await viewOf(tx, scope, { ...locked, labels: labels ?? locked.labels });
  const chosen = Object.keys(connections).length > 0;
  if (!labels && !fields && !chosen && workflows.length === 0) return view;
  const isChoice = chosen || workflows.some((one) => one.connections);
  const rows = isChoice ? await listConnections(tx, scope) : [];
  const changed = chooseWorkflows(vault, view, { workflows, connections: rows });
  const sealed = sealFor(vault, locked, OF_APPLICATION);
  const values = setFields(view.fields, locked, fields ?? {}, { where: "fields", seal: sealed });
  const merged = mergeConnections(locked.connections, connections, { where: "connections", rows });
  const row = await updateConfig(
    tx,
    locked,
    { ...values, labels: view.row.labels, connections: merged },
    now,
  );
  await saveChoices(tx, row, changed);
  return { ...view, row, choices: new Map([...view.choices, ...changed]) };
}

/** Switches one workflow of a config; 404 if there is no such config or it does not offer the workflow. */
export async function setWorkflowEnabled(
  tx: Tx,
  scope: AccountScope,
  key: ConfigKey,
  { choice, now, vault }: { choice: WorkflowChoice; now: Date; vault: Vault },
): Promise<ConfigView> {
  const { workflows } = await lockConfigView(tx, scope, key);
  if (!findWorkflowNamed(workflows, choice.id)) throw notFound("Workflow");
  return applyConfigChange(tx, scope, key, { change: { workflows: [choice] }, now, vault });
}

/** A config with what it offers, locked until the transaction ends; 404 if there is none. */
export async function lockConfigView(tx: Tx, scope: AccountScope, key: ConfigKey): Promise<ConfigView> {
  return viewOf(tx, scope, await lockConfig(tx, scope, key));
}

async function viewOf(db: Db, scope: AccountScope, row: ConfigRow): Promise<ConfigView> {
  const { slug, labels } = row;
  const read = (slots: Parameters<typeof listDeclaredFields>[0]) =>
    withLabels(listDeclaredFields(slots), labels);
  const offered = await listOfferedWorkflows(db, scope, { slug, account: scope.account });
  return {
    row,
    fields: read(await findApplicationFields(db, scope, slug)),
    workflows: offered.map((workflow) => ({ ...workflow, fields: read(workflow.dataSlots) })),
    choices: await readChoices(db, row),
  };
}

/** The workflow with this id or alias among those that a config offers; an ambiguous alias means the organization's. */
export function findWorkflowNamed<Workflow extends Pick<OfferedWorkflow, "id" | "alias" | "isOwn">>(
  workflows: readonly Workflow[],
  idOrAlias: string,
): Workflow | undefined {
  const byAlias = workflows.filter(({ alias }) => alias === idOrAlias);
  return workflows.find(({ id }) => id === idOrAlias) ?? byAlias.find(({ isOwn }) => !isOwn) ?? byAlias[0];
}

function chooseWorkflows(
  vault: Vault,
  { row, workflows, choices }: ConfigView,
  given: { workflows: readonly WorkflowChoice[]; connections: readonly ConnectionRow[] },
): ConfigChoices {
  const chosen = new Map<string, ConfigChoice>();
  for (const { id: name, enabled, fields = {}, connections = {} } of given.workflows) {
    const workflow = findWorkflowNamed(workflows, name);
    if (!workflow) throw badField("workflows", `workflows: "${name}" is not a workflow of this application.`);
    const { id } = workflow;
    const standing = { enabled: workflow.autoEnable, fields: {}, secrets: {}, connections: {} };
    const stored = chosen.get(id) ?? choices.get(id) ?? standing;
    const how = { where: `workflows.${id}.fields`, seal: sealFor(vault, row, id) };
    const values = setFields(workflow.fields, stored, fields, how);
    const used = mergeConnections(stored.connections, connections, {
      where: "workflows",
      rows: given.connections,
    });
    chosen.set(id, { enabled: enabled ?? stored.enabled, connections: used, ...values });
  }
  return chosen;
}

/** 400 for a connection that the account does not have, unless it was chosen before. */
function mergeConnections(
  stored: ChosenConnections,
  given: ConnectionChanges,
  { where, rows }: { where: string; rows: readonly ConnectionRow[] },
): ChosenConnections {
  const merged = new Map(Object.entries(stored));
  for (const [slug, id] of Object.entries(given)) {
    if (id === null) merged.delete(slug);
    else if (merged.get(slug) === id || rows.some((row) => row.slug === slug && row.id === id))
      merged.set(slug, id);
    else
      throw badField(
        where,
        `${where}: the linked account has no connection "${id}" to the application "${slug}".`,
      );
  }
  return Object.fromEntries(merged);
}

type Seal = (field: string, value: Json) => string;

function sealFor(vault: Vault, row: ConfigRow, workflowId: string): Seal {
  return (field, value) => encryptSetting(vault, { ...row, workflow_id: workflowId }, field, value);
}

function setFields(
  declared: readonly Field[],
  stored: Pick<ConfigChoice, "fields" | "secrets">,
  given: FieldValues,
  { where, seal }: { where: string; seal: Seal },
): Pick<ConfigChoice, "fields" | "secrets"> {
  const { passwords, others } = splitPasswords(declared, given);
  // A value stored in clear before its field became a password is dropped when a new one arrives.
  const replaced = declared.filter(({ id }) => Object.hasOwn(passwords, id) && passwords[id] !== MASK);
  const { others: kept } = splitPasswords(replaced, stored.fields);
  const merged = mergeValues(declared, kept, others, where);
  return {
    fields: removeStaleChildren(declared, { stored: kept, merged, given: others }, where),
    secrets: mergePasswords(declared, stored.secrets, passwords, { where, seal }),
  };
}
