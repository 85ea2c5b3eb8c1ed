import type { AccountScope } from "../../auth/scope.ts";
import { type Db, runStatement } from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import { listDeclaredFields } from "../../workflows/definition/field.ts";
import type { Fields } from "../../workflows/definition/graph.ts";
import {
  type ChosenConnections,
  type FieldValues,
  filterPasswords,
  getEffectiveValues,
  type SealedValues,
} from "../../workflows/definition/stored-values.ts";
import type { RunnableWorkflow } from "../../workflows/table.ts";

const SETTINGS = {
  text: `select g.place::int as place, c.fields, c.secrets, a.fields as application_fields,
      choice.fields as workflow_fields, choice.secrets as workflow_secrets, c.connections || coalesce(choice.connections, '{}') as connections,
      coalesce(case when g.version > 0 then p.data_slots end, (select v.data_slots from workflow_versions v where v.workflow_id = g.workflow_id
        and v.version = g.version and v.org_id = c.org_id)) as data_slots
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[]) with ordinality
      as g (org_id, environment, account_id, slug, config_id, workflow_id, version, place)
    join configs c on c.org_id = g.org_id and c.environment = g.environment and c.account_id = g.account_id
      and c.slug = g.slug and c.config_id = g.config_id
    left join application_fields a on a.org_id = c.org_id and a.environment = c.environment and a.slug = c.slug
    left join workflow_publications p on p.workflow_id = g.workflow_id and p.environment = c.environment
      and p.org_id = c.org_id
    left join config_workflows choice on choice.config = c.id and choice.workflow_id = g.workflow_id`,
};

/**
 * The columns of a statement that joins a config, its choice for a workflow, that workflow, and the declared fields.
 */
export interface RunSettingsRow {
  fields: FieldValues;
  secrets: SealedValues;
  application_fields: Fields[] | null;
  workflow_fields: FieldValues | null;
  workflow_secrets: SealedValues | null;
  connections: ChosenConnections | null;
  data_slots: Fields[] | null;
}

/** The workflow to run; the fields of its version are used in tests, and if the environment no longer publishes one. */
export type WorkflowToRun = Pick<RunnableWorkflow, "id" | "version" | "slug">;

/** A workflow about to run (slug null: of no application), and the config it runs with. */
export interface SettingsRequest {
  readonly scope: AccountScope;
  readonly configId: string;
  readonly workflow: WorkflowToRun;
}

/** A linked account's values with defaults, by field id, for the application and the workflow. */
export interface EffectiveSettings {
  fields: Record<string, Json>;
  workflowFields: Record<string, Json>;
  /** Passwords among the application's fields, encrypted until a step runs. */
  applicationSecrets?: Record<string, string>;
  /** The same among the workflow's fields. */
  secrets?: Record<string, string>;
  /** Absent where the workflow uses the default connections only. */
  connections?: ChosenConnections;
}

/**
 * What a run starts with: the values of the account's config for the application and the workflow, defaults
 * included; passwords stay encrypted. Empty maps if there is no such config, application or workflow.
 */
export async function readRunSettings(
  db: Db,
  scope: AccountScope,
  configId: string,
  workflow: WorkflowToRun | undefined,
): Promise<EffectiveSettings> {
  const [settings] = workflow ? await readAllSettings(db, [{ scope, configId, workflow }]) : [];
  return settings ?? NONE;
}

/** The same for many runs at once, in order. */
export async function readAllSettings(
  db: Db,
  asked: readonly SettingsRequest[],
): Promise<EffectiveSettings[]> {
  if (asked.every(({ workflow }) => workflow.slug === null)) return asked.map(() => NONE);
  const rows = await runStatement<RunSettingsRow & { place: number }>(db, SETTINGS, [
    asked.map(({ scope }) => scope.orgId),
    asked.map(({ scope }) => scope.environment),
    asked.map(({ scope }) => scope.account.id),
    asked.map(({ workflow }) => workflow.slug),
    asked.map(({ configId }) => configId),
    asked.map(({ workflow }) => workflow.id),
    asked.map(({ workflow }) => workflow.version),
  ]);
  const found = new Map(rows.map((row) => [row.place, buildRunSettings(row)]));
  return asked.map((_, index) => found.get(index + 1) ?? NONE);
}

const NONE: EffectiveSettings = { fields: {}, workflowFields: {} };

/** The same from the columns of a statement. */
export function buildRunSettings(row: RunSettingsRow): EffectiveSettings {
  const ofApplication = listDeclaredFields(row.application_fields ?? []);
  const ofWorkflow = listDeclaredFields(row.data_slots ?? []);
  return {
    fields: getEffectiveValues(ofApplication, row.fields),
    workflowFields: getEffectiveValues(ofWorkflow, row.workflow_fields ?? {}),
    applicationSecrets: filterPasswords(ofApplication, row.secrets),
    secrets: filterPasswords(ofWorkflow, row.workflow_secrets ?? {}),
    ...(row.connections && Object.keys(row.connections).length > 0 && { connections: row.connections }),
  };
}
