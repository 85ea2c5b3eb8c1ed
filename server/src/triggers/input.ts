import type { JsonObject } from "../apps/connector.ts";
import type { Deps } from "../deps.ts";
import { readRunSettings } from "../runs/settings/run-settings.ts";
import { decryptSettings, OF_APPLICATION } from "../runs/settings/secret-settings.ts";
import { render } from "../workflows/definition/render.ts";
import { findRunnable } from "../workflows/versions/publications.ts";
import { toAccountScope } from "./store.ts";
import type { SubscriptionRow } from "./table.ts";

/** The input that a trigger runs with: the start node's `input`, with `{{ config.… }}` replaced; throws RenderError. */
export async function renderTriggerInput(
  { db, vault, expressionCache, ...deps }: Pick<Deps, "db" | "vault" | "sandbox" | "expressionCache">,
  row: SubscriptionRow,
): Promise<JsonObject> {
  const scope = toAccountScope(row);
  const { account } = scope;
  const { workflow_id, config_id, account_id } = row;
  const workflow = await findRunnable(db, scope, workflow_id, account);
  const slug = workflow?.slug ?? null;
  const settings = await readRunSettings(db, scope, config_id, workflow);
  const place = { account_id, slug, config_id, workflow_id };
  const config = {
    ...settings.fields,
    ...decryptSettings(vault, { ...place, workflow_id: OF_APPLICATION }, settings.applicationSecrets ?? {}),
    ...settings.workflowFields,
    ...decryptSettings(vault, place, settings.secrets ?? {}),
  };
  const roots = {
    input: {},
    node: {},
    linked_account: { account_id: account.accountId },
    config,
    instance_meta_data: { config_id },
  };
  const sandbox = deps.sandbox.forTenant(account.id);
  const { value } = await render(row.input, roots, { sandbox, expressionCache });
  const entries = Object.entries(value as JsonObject); // an object is rendered to an object
  // A field that the customer left empty counts as omitted.
  return Object.fromEntries(entries.filter(([, item]) => item !== null));
}
