import type { AccountScope } from "../auth/scope.ts";
import { type Db, run } from "../platform/database/database.ts";
import type { RunSettings } from "../runs/table.ts";
import { declaredFields } from "../workflows/field.ts";
import type { Fields } from "../workflows/graph.ts";
import { currentPasswords } from "./password.ts";
import type { FieldValues, SealedValues } from "./table.ts";
import { effectiveValues } from "./values.ts";

const SETTINGS = {
  text: `select c.fields, c.secrets, a.fields as application_fields,
      choice.fields as workflow_fields, choice.secrets as workflow_secrets, w.data_slots
    from configs c
    left join application_fields a on a.org_id = c.org_id and a.environment = c.environment and a.slug = c.slug
    left join workflows w on w.org_id = c.org_id and w.id = $6
    left join config_workflows choice on choice.config = c.id and choice.workflow_id = w.id
    where c.org_id = $1 and c.environment = $2 and c.account_id = $3 and c.slug = $4 and c.config_id = $5`,
};

interface SettingsRow {
  fields: FieldValues;
  secrets: SealedValues;
  application_fields: Fields[] | null;
  workflow_fields: FieldValues | null;
  workflow_secrets: SealedValues | null;
  data_slots: Fields[] | null;
}

/**
 * What a run of the workflow starts with: the values of the account's config for the application, and those for the
 * workflow, defaults included; passwords stay sealed. Empty maps when there is no such config, or no application.
 */
export async function readSettings(
  db: Db,
  { orgId, environment, account }: AccountScope,
  slug: string | null,
  configId: string,
  workflowId: string,
): Promise<RunSettings> {
  if (slug === null) return { fields: {}, workflowFields: {} };
  const [row] = await run<SettingsRow>(db, SETTINGS, [
    orgId,
    environment,
    account.id,
    slug,
    configId,
    workflowId,
  ]);
  if (!row) return { fields: {}, workflowFields: {} };
  const ofApplication = declaredFields(row.application_fields ?? []);
  const ofWorkflow = declaredFields(row.data_slots ?? []);
  return {
    fields: effectiveValues(ofApplication, row.fields),
    workflowFields: effectiveValues(ofWorkflow, row.workflow_fields ?? {}),
    applicationSecrets: currentPasswords(ofApplication, row.secrets),
    secrets: currentPasswords(ofWorkflow, row.workflow_secrets ?? {}),
  };
}
