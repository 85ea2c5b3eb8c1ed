import { createRedactor } from "../apps/providers/redact.ts";
import type { Json } from "../platform/json/json.ts";
import { mapTexts } from "../platform/json/map-texts.ts";
import { parseJson } from "../platform/json/parse-json.ts";
import type { Vault } from "../platform/vault.ts";
import { decryptSettings, OF_APPLICATION, type SettingsPlace } from "./settings/secret-settings.ts";
import type { RunSettings } from "./table.ts";

/** Stands for a password in the record of an execution. */
export const HIDDEN = "[hidden]";
// Shorter ones occur in other texts by chance, and protect nothing.
const SHORTEST = 4;

/**
 * The passwords among the settings of a run. Its record shows `[hidden]` for them, while the run itself continues
 * with the values. Outputs of steps, and inputs from a calling run, are therefore sealed beside what the record shows
 * of them.
 */
export interface RunPasswords {
  /** The run's passwords by field, opened on first use. Throws `VaultError`. */
  opened(): OpenedPasswords;
  /** `value` with `[hidden]` wherever it repeats a password, also encoded; the same object if it does not. */
  hide<Value>(value: Value): Value;
  /** `value` and its passwords, sealed for the account and config; null if `shown` hides nothing of it. */
  seal(value: Json, shown: Json): string | null;
  /** What was given to `seal`. Its passwords are hidden from now on, even if the settings have changed. */
  open(sealed: string): Json;
}

export interface OpenedPasswords {
  readonly ofApplication: Record<string, Json>;
  readonly ofWorkflow: Record<string, Json>;
}

/** What the vault binds values to that runs of an account and config share. */
export function buildRunIdentity({
  account_id,
  config_id,
}: Pick<SettingsPlace, "account_id" | "config_id">): string {
  return `runs/${JSON.stringify([account_id, config_id])}`;
}

/** The passwords of one run while a process executes it; without any, nothing is searched. */
export function createRunPasswords(
  vault: Vault,
  run: SettingsPlace & { readonly settings: RunSettings },
): RunPasswords {
  const { applicationSecrets = {}, secrets = {} } = run.settings;
  const hasOwn = Object.keys(applicationSecrets).length + Object.keys(secrets).length > 0;
  // Also those of other runs of the same account and config: replays reuse steps, and called runs get inputs.
  const identity = buildRunIdentity(run);
  const known = new Set<string>();
  let own: OpenedPasswords | undefined;
  let hideIn: ((text: string) => string) | undefined;
  const learn = (values: readonly Json[]) => {
    for (const value of values) if (typeof value === "string" && value.length >= SHORTEST) known.add(value);
    hideIn = known.size > 0 ? createRedactor([...known], { mark: HIDDEN }) : undefined;
  };
  const opened = () => {
    if (own) return own;
    own = {
      ofApplication: decryptSettings(vault, { ...run, workflow_id: OF_APPLICATION }, applicationSecrets),
      ofWorkflow: decryptSettings(vault, run, secrets),
    };
    if (hasOwn) learn([...Object.values(own.ofApplication), ...Object.values(own.ofWorkflow)]);
    return own;
  };
  return {
    opened,
    hide(value) {
      if (hasOwn && value !== null) opened();
      // Texts stay texts, and other values keep their type. Names of members are searched as well: code may have
      // used a password as one.
      return hideIn ? (mapTexts(value, { text: hideIn, name: hideIn }) as typeof value) : value;
    },
    seal: (value, shown) =>
      value === shown
        ? null
        : vault.seal(JSON.stringify({ value, passwords: [...known] }), identity).toString("base64"),
    open(sealed) {
      const { value, passwords } = parseJson(vault.open(Buffer.from(sealed, "base64"), identity));
      learn(passwords);
      return value;
    },
  };
}
