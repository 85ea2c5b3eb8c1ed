import type { Json } from "../../platform/json/json.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import type { Vault } from "../../platform/vault.ts";

/** The choices of an account for a workflow or its application, to which an encrypted value is bound. */
export interface SettingsPlace {
  /** Row id of the linked account. */
  readonly account_id: string;
  readonly slug: string | null;
  readonly config_id: string;
  /** `OF_APPLICATION` for what applies to all workflows of the application. */
  readonly workflow_id: string;
}

/** Used as the workflow id for values of the application's own fields. */
export const OF_APPLICATION = "";

/** `value` of the field encrypted for this place, as base64. */
export function encryptSetting(vault: Vault, place: SettingsPlace, field: string, value: Json): string {
  return vault.seal(JSON.stringify(value), buildSettingIdentity(place, field)).toString("base64");
}

/** Decrypts values, by field id; throws VaultError for one that was encrypted for another place. */
export function decryptSettings(
  vault: Vault,
  place: SettingsPlace,
  sealed: Readonly<Record<string, string>>,
): Record<string, Json> {
  const opened = Object.entries(sealed).map(([field, text]): [string, Json] => [
    field,
    parseJson(vault.open(Buffer.from(text, "base64"), buildSettingIdentity(place, field))),
  ]);
  return Object.fromEntries(opened);
}

/** What the vault binds the value of a field to. */
export function buildSettingIdentity(
  { account_id, slug, config_id, workflow_id }: SettingsPlace,
  field: string,
): string {
  // As JSON, so that a slash in a name cannot make two places the same.
  return `config_workflows/${JSON.stringify([account_id, slug, config_id, workflow_id, field])}`;
}
