import { type Selectable, sql } from "kysely";
import type { AccountScope } from "../auth/scope.ts";
import { type Db, getSqlState, jsonb, runStatement, type Tx } from "../platform/database/database.ts";
import { badField, badRequest, notFound } from "../platform/errors.ts";
import { createId } from "../platform/id.ts";
import type { SealedColumn } from "../platform/root-key/sealed-column.ts";
import { toPlace } from "../runs/sealed-columns.ts";
import { buildSettingIdentity, OF_APPLICATION } from "../runs/settings/secret-settings.ts";
import type { ChosenConnections, FieldValues, SealedValues } from "../workflows/definition/stored-values.ts";
import type { ConfigTable } from "./table.ts";

/** A config's choice for one workflow. */
export interface ConfigChoice {
  readonly enabled: boolean;
  readonly fields: FieldValues;
  /** Passwords, encrypted. */
  readonly secrets: SealedValues;
  readonly connections: ChosenConnections;
}

/** A config's choices, by workflow id. */
export type ConfigChoices = ReadonlyMap<string, ConfigChoice>;

const MAX_CONFIGS = 100;

export type ConfigRow = Selectable<ConfigTable>;

/** Identifies a config of an account: the application, and the caller's name for the config. */
export interface ConfigKey {
  readonly slug: string;
  readonly configId: string;
}

/** A workflow that is on in a config. */
export interface EnabledWorkflowRow {
  id: string;
  name: string;
  description: string;
  icon: string;
  slug: string;
  config_id: string;
  created_at: Date;
  updated_at: Date;
}

/** One config; undefined if the account has none of this name for the application. */
export async function findConfig(
  db: Db,
  scope: AccountScope,
  { slug, configId }: ConfigKey,
): Promise<ConfigRow | undefined> {
  return own(db, scope, slug).selectAll().where("config_id", "=", configId).executeTakeFirst();
}

/** A config without values; it has no id because it is not stored. */
export function createBlankConfig(
  { orgId, environment, account }: AccountScope,
  { slug, configId }: ConfigKey,
  now: Date,
): ConfigRow {
  return {
    id: "",
    org_id: orgId,
    environment,
    account_id: account.id,
    slug,
    config_id: configId,
    fields: {},
    secrets: {},
    labels: {},
    connections: {},
    created_at: now,
    updated_at: now,
    revision: 0,
  };
}

/** One config, locked until the transaction ends; 404 if there is none. */
export async function lockConfig(
  tx: Tx,
  scope: AccountScope,
  { slug, configId }: ConfigKey,
): Promise<ConfigRow> {
  const row = await own(tx, scope, slug)
    .selectAll()
    .where("config_id", "=", configId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("Config");
  return row;
}

// Configs of one account and application are created one at a time, so that they can be counted.
const ONE_AT_A_TIME = {
  text: "select pg_advisory_xact_lock(hashtextextended('configs/' || $1 || '/' || $2, 0))",
};

/** Creates the config if it is missing; 400 if the account has too many for the application. */
export async function insertMissingConfig(
  tx: Tx,
  scope: AccountScope,
  key: ConfigKey,
  now: Date,
): Promise<void> {
  if (await findConfig(tx, scope, key)) return;
  const { orgId, environment, account } = scope;
  await runStatement(tx, ONE_AT_A_TIME, [account.id, key.slug]);
  const { count } = await own(tx, scope, key.slug)
    .select(sql<number>`count(*)::int`.as("count"))
    .where("config_id", "!=", key.configId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_CONFIGS)
    throw badField(
      "config_id",
      `config_id: a linked account has at most ${MAX_CONFIGS} configs for an application.`,
    );
  await tx
    .insertInto("configs")
    .values({
      id: createId(now.getTime()),
      org_id: orgId,
      environment,
      account_id: account.id,
      slug: key.slug,
      config_id: key.configId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(["account_id", "slug", "config_id"]).doNothing())
    .execute();
}

/** Stores what a locked config says for all its workflows as a new revision. */
export async function updateConfig(
  tx: Tx,
  row: ConfigRow,
  { fields, secrets, labels, connections }: Pick<ConfigRow, "fields" | "secrets" | "labels" | "connections">,
  now: Date,
): Promise<ConfigRow> {
  return tx
    .updateTable("configs")
    .set({
      fields: jsonb(fields),
      secrets: jsonb(secrets),
      labels: jsonb(labels),
      connections: jsonb(connections),
      updated_at: now,
      revision: sql`revision + 1`,
    })
    .where("org_id", "=", row.org_id)
    .where("environment", "=", row.environment)
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function readChoices(db: Db, { id }: ConfigRow): Promise<ConfigChoices> {
  const rows = await db
    .selectFrom("config_workflows")
    .select(["workflow_id", "enabled", "fields", "secrets", "connections"])
    .where("config", "=", id)
    .execute();
  return new Map(rows.map(({ workflow_id, ...choice }) => [workflow_id, choice]));
}

/** Stores a locked config's choices for these workflows; others stay unchanged. 400 if a workflow was just deleted. */
export async function saveChoices(tx: Tx, { id }: ConfigRow, choices: ConfigChoices): Promise<void> {
  if (choices.size === 0) return;
  const rows = [...choices].map(([workflow_id, { enabled, fields, secrets, connections }]) => ({
    config: id,
    workflow_id,
    enabled,
    fields: jsonb(fields),
    secrets: jsonb(secrets),
    connections: jsonb(connections),
  }));
  try {
    await tx
      .insertInto("config_workflows")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["config", "workflow_id"]).doUpdateSet((given) => ({
          enabled: given.ref("excluded.enabled"),
          fields: given.ref("excluded.fields"),
          secrets: given.ref("excluded.secrets"),
          connections: given.ref("excluded.connections"),
        })),
      )
      .execute();
  } catch (error) {
    if (getSqlState(error) !== "23503") throw error;
    throw badRequest("One of the workflows was deleted in the meantime.");
  }
}

/** The account's configs for an application, oldest first. */
export async function listConfigs(
  db: Db,
  scope: AccountScope,
  slug: string,
): Promise<Pick<ConfigRow, "config_id">[]> {
  return own(db, scope, slug).select("config_id").orderBy("id").execute();
}

/** The keys of all the account's configs, oldest first. */
export async function listAllConfigs(
  db: Db,
  { orgId, environment, account }: AccountScope,
): Promise<ConfigKey[]> {
  return db
    .selectFrom("configs")
    .select(["slug", "config_id as configId"])
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id)
    .orderBy("id")
    .execute();
}

/** Deletes a config; 404 if there is none. */
export async function deleteConfig(
  db: Db,
  { orgId, environment, account }: AccountScope,
  { slug, configId }: ConfigKey,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("configs")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id)
    .where("slug", "=", slug)
    .where("config_id", "=", configId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("Config");
}

const LIST_ENABLED = {
  text: `select p.workflow_id as id, p.name, p.description, p.icon, p.slug, c.config_id, w.created_at,
      p.published_at as updated_at
    from configs c
    join workflow_publications p on p.org_id = c.org_id and p.environment = c.environment and p.slug = c.slug
      and (p.account_id is null or p.account_id = c.account_id)
    join workflows w on w.id = p.workflow_id
    left join config_workflows choice on choice.config = c.id and choice.workflow_id = p.workflow_id
    where c.org_id = $1 and c.environment = $2 and c.account_id = $3
      and not p.hide_in_config and coalesce(choice.enabled, p.auto_enable)
    order by c.id, p.index_order, p.workflow_id desc`,
};

/** Every workflow that is on in one of the account's configs, by config, in display order. */
export async function listEnabled(
  db: Db,
  { orgId, environment, account }: AccountScope,
): Promise<EnabledWorkflowRow[]> {
  return runStatement(db, LIST_ENABLED, [orgId, environment, account.id]);
}

const ENABLED = {
  text: `select p.workflow_id as id from workflow_publications p
    left join configs c on c.org_id = p.org_id and c.environment = p.environment and c.account_id = $3
      and c.slug = p.slug and c.config_id = $4
    left join config_workflows choice on choice.config = c.id and choice.workflow_id = p.workflow_id
    where p.org_id = $1 and p.environment = $2 and p.workflow_id = any ($5::text[])
      and (p.slug is null or (c.id is not null and coalesce(choice.enabled, p.auto_enable)))`,
};

/**
 * Which of the published workflows are on in the account's config of this name for their application: by the
 * config's choice, else by their `autoEnable`; off if there is no such config. A workflow without an application
 * has no switch and is always on.
 */
export async function readEnabledWorkflows(
  db: Db,
  { orgId, environment, account }: AccountScope,
  configId: string,
  workflowIds: readonly string[],
): Promise<Set<string>> {
  if (workflowIds.length === 0) return new Set();
  const values = [orgId, environment, account.id, configId, [...workflowIds]];
  const rows = await runStatement<{ id: string }>(db, ENABLED, values);
  return new Set(rows.map(({ id }) => id));
}

/** The same for one workflow. */
export async function isEnabled(
  db: Db,
  scope: AccountScope,
  configId: string,
  workflowId: string,
): Promise<boolean> {
  return (await readEnabledWorkflows(db, scope, configId, [workflowId])).has(workflowId);
}

function own(db: Db, { orgId, environment, account }: AccountScope, slug: string) {
  return db
    .selectFrom("configs")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("account_id", "=", account.id)
    .where("slug", "=", slug);
}

/** Where configs keep the values of password fields: JSON by field. */
export const CONFIG_COLUMNS: readonly SealedColumn[] = [
  {
    table: "configs",
    key: ["id"],
    column: "secrets",
    form: "json",
    facts: { account_id: "account_id", slug: "slug", config_id: "config_id" },
    identify: (row, [field = ""]) =>
      buildSettingIdentity({ ...toPlace(row), workflow_id: OF_APPLICATION }, field),
  },
  {
    table: "config_workflows",
    key: ["config", "workflow_id"],
    column: "secrets",
    form: "json",
    facts: {
      account_id: "(select account_id from configs where configs.id = config)",
      slug: "(select slug from configs where configs.id = config)",
      config_id: "(select config_id from configs where configs.id = config)",
    },
    identify: (row, [field = ""]) => buildSettingIdentity(toPlace(row), field),
  },
];
