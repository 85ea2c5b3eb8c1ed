import type { Json } from "../platform/json/json.ts";
import type { Vault } from "../platform/vault.ts";

/** Names the choices of an account for one workflow or its application, to which a sealed value is bound. */
export interface SettingsPlace {
  /** Row id of the linked account. */
  readonly account_id: string;
  readonly slug: string | null;
  readonly config_id: string;
  /** `OF_APPLICATION` for what holds for all workflows of the application. */
  readonly workflow_id: string;
}

/** Stands for the workflow where a value belongs to the application's own fields. */
export const OF_APPLICATION = "";

/** `value` of the field sealed for this place, as base64. */
export function encryptSetting(vault: Vault, place: SettingsPlace, field: string, value: Json): string {
  return vault.seal(JSON.stringify(value), identityOf(place, field)).toString("base64");
}

/** The clear values of sealed ones, both by field id; throws VaultError for one that was sealed for another place. */
export function decryptSettings(
  vault: Vault,
  place: SettingsPlace,
  sealed: Readonly<Record<string, string>>,
): Record<string, Json> {
  const opened = Object.entries(sealed).map(([field, text]): [string, Json] => [
    field,
    JSON.parse(vault.open(Buffer.from(text, "base64"), identityOf(place, field))),
  ]);
  return Object.fromEntries(opened);
}

function identityOf({ account_id, slug, config_id, workflow_id }: SettingsPlace, field: string): string {
  // As JSON, because a slash in one of the names must not make two places one.
  return `config_workflows/${JSON.stringify([account_id, slug, config_id, workflow_id, field])}`;
}
