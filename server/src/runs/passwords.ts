import { createRedactor } from "../apps/actions/redact.ts";
import { decryptSettings, OF_APPLICATION, type SettingsPlace } from "../configs/secret-settings.ts";
import type { Json } from "../platform/json.ts";
import { mapTexts } from "../platform/map-texts.ts";
import type { Vault } from "../platform/vault.ts";
import type { RunSettings } from "./table.ts";

/** Stands for a password in the record of an execution. */
export const HIDDEN = "[hidden]";
// Shorter ones stand in other texts by chance, and keep nobody out.
const SHORTEST = 4;

/**
 * The passwords among the settings of a run. Its record reads `[hidden]` for them, while the run itself goes on with
 * the values: what a step gave, and a calling run passed on, is therefore sealed beside what the record shows of it.
 */
export interface RunPasswords {
  /** The run's passwords by field; opened when they are first asked for. Throws `VaultError`. */
  opened(): OpenedPasswords;
  /** `value` with `[hidden]` wherever it repeats a password, also encoded; the very same where it does not. */
  hide<Value>(value: Value): Value;
  /** `value` and the passwords in it, sealed for the account and config; null where `shown` hides nothing of it. */
  seal(value: Json, shown: Json): string | null;
  /** What `seal` was given; its passwords are hidden from now on, even if the settings have others by now. */
  open(sealed: string): Json;
}

export interface OpenedPasswords {
  readonly ofApplication: Record<string, Json>;
  readonly ofWorkflow: Record<string, Json>;
}

/** Those of one run while a process carries it out; without any nothing is looked for. */
export function createRunPasswords(
  vault: Vault,
  run: SettingsPlace & { readonly settings: RunSettings },
): RunPasswords {
  const { applicationSecrets = {}, secrets = {} } = run.settings;
  const hasOwn = Object.keys(applicationSecrets).length + Object.keys(secrets).length > 0;
  // Those of other runs of the same account and config as well: steps are taken over by replays, inputs by called runs.
  const identity = `runs/${JSON.stringify([run.account_id, run.config_id])}`;
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
      // Texts stay texts, and all else what it is.
      // Names of members, too: code may have made one of a password.
      return hideIn ? (mapTexts(value, { text: hideIn, name: hideIn }) as typeof value) : value;
    },
    seal: (value, shown) =>
      value === shown
        ? null
        : vault.seal(JSON.stringify({ value, passwords: [...known] }), identity).toString("base64"),
    open(sealed) {
      const { value, passwords } = JSON.parse(vault.open(Buffer.from(sealed, "base64"), identity));
      learn(passwords);
      return value;
    },
  };
}
