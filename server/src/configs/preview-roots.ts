import { readAccount } from "../accounts/store.ts";
import type { AccountRef, Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import type { Json } from "../platform/json/json.ts";
import { HIDDEN } from "../runs/passwords.ts";
import { readRunSettings } from "../runs/settings/run-settings.ts";
import type { Roots } from "../workflows/definition/expressions.ts";
import { listDeclaredFields } from "../workflows/definition/field.ts";
import {
  type ChosenConnections,
  getEffectiveValues,
  type SealedValues,
} from "../workflows/definition/stored-values.ts";
import { findWorkflow } from "../workflows/store.ts";
import type { WorkflowRow } from "../workflows/table.ts";

/** Whose data to evaluate expressions with. */
export interface PreviewSubject {
  readonly accountId: string | undefined;
  /** Id or alias of the workflow or draft. */
  readonly workflow: string | undefined;
  readonly configId: string | undefined;
}

/**
 * What expressions would read in an execution that started now, without its input and outputs; passwords read
 * `[hidden]`. Without an account the config has only the defaults. 404 for an account or a workflow that does not
 * exist; an account that asks itself sees only its own workflows.
 */
export async function buildPreviewRoots(...asked: Parameters<typeof readPreview>): Promise<Roots> {
  return (await readPreview(...asked)).roots;
}

/** The same, with the connections that the config chooses for the workflow. */
export async function readPreview(
  { database, db, clock }: Pick<Deps, "database" | "db" | "clock">,
  scope: Scope & { readonly account?: AccountRef },
  { accountId, workflow: named, configId }: PreviewSubject,
): Promise<{ roots: Roots; connections: ChosenConnections | undefined }> {
  const workflow = named === undefined ? undefined : await findWorkflow(db, scope, named);
  const isHidden = scope.account !== undefined && workflow?.account_id !== scope.account.id;
  if (named !== undefined && (!workflow || isHidden)) throw notFound("Workflow");
  const account = accountId === undefined ? undefined : await readAccount(database, scope, accountId);
  const config = configId || account?.account_id || null;
  const ofWorkflow = listDeclaredFields(workflow?.data_slots ?? []);
  let values: Record<string, Json> = getEffectiveValues(ofWorkflow, {});
  let chosenConnections: ChosenConnections | undefined;
  if (account && workflow && config) {
    const accountScope = { ...scope, account: { id: account.id, accountId: account.account_id } };
    const { fields, applicationSecrets, workflowFields, secrets, connections } = await readRunSettings(
      db,
      accountScope,
      config,
      publishedOf(workflow),
    );
    // The draft's own declarations: an execution of it would use their defaults.
    const chosen = { ...workflowFields, ...getEffectiveValues(ofWorkflow, workflowFields) };
    values = { ...fields, ...hidden(applicationSecrets), ...chosen, ...hidden(secrets) };
    chosenConnections = connections;
  }
  const roots = {
    input: null,
    node: {},
    linked_account: account
      ? {
          account_id: account.account_id,
          name: account.name,
          udf: Object.fromEntries(account.udf.map(({ key_name, key_value }) => [key_name, key_value])),
        }
      : null,
    config: values,
    instance_meta_data: {
      instance_id: null,
      config_id: config,
      event_name: null,
      instance_created_time: clock.now().toISOString(),
      request: null,
    },
  };
  return { roots, connections: chosenConnections };
}

/** Customers' choices are stored under the workflow that a draft belongs to. */
function publishedOf({ id, draft_of, version, slug }: WorkflowRow) {
  return { id: draft_of ?? id, version, slug };
}

function hidden(secrets: SealedValues = {}): Record<string, Json> {
  return Object.fromEntries(Object.keys(secrets).map((field) => [field, HIDDEN]));
}
