import type { Json } from "../platform/json/json.ts";
import { mapTexts } from "../platform/json/map-texts.ts";
import { parseJson } from "../platform/json/parse-json.ts";
import { createRedactor } from "../platform/redact/redact-known.ts";
import type { Vault } from "../platform/vault.ts";
import { createValueRedactor, type RedactionPlan } from "../redaction/plan.ts";
import { decryptSettings, OF_APPLICATION, type SettingsPlace } from "./settings/secret-settings.ts";
import type { RunSettings } from "./table.ts";

/** Stands for a password in the record of an execution. */
export const HIDDEN = "[hidden]";
// Shorter ones occur in other texts by chance, and protect nothing.
const SHORTEST = 4;

/**
 * The passwords among the settings of a run, and the redaction rules that apply to it. Its record shows `[hidden]` for
 * passwords and marks for what the rules redact, while the run itself continues with the values. Outputs of steps, and
 * inputs, are therefore sealed beside what the record shows of them.
 */
export interface RunPasswords {
  /** The run's passwords by field, opened on first use. Throws `VaultError`. */
  opened(): OpenedPasswords;
  /** `value` with `[hidden]` wherever it repeats a password, also encoded; the same object if it does not. */
  hide<Value>(value: Value): Value;
  /** `value` as records show it: without passwords, and with the marks of redaction rules. */
  show<Value>(value: Value): Value;
  /**
   * `value` and its passwords, sealed for the account and config; null if `shown` hides nothing of it. `input` is what
   * else of a step the rules have redacted.
   */
  seal(value: Json, shown: Json, input?: Json): string | null;
  /** What was given to `seal`. Its passwords are hidden from now on, even if the settings have changed. */
  open(sealed: string): Json;
  /** The policy of the run; undefined for most. */
  readonly plan: RedactionPlan | undefined;
}

/** What is sealed beside a record. */
export interface SealedOriginal {
  readonly value: Json;
  readonly passwords: readonly string[];
  /** What rules by path and key have redacted so far. */
  readonly found?: readonly string[];
  readonly input?: Json;
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
  plan?: RedactionPlan,
): RunPasswords {
  const { applicationSecrets = {}, secrets = {} } = run.settings;
  const hasOwn = Object.keys(applicationSecrets).length + Object.keys(secrets).length > 0;
  // Also those of other runs of the same account and config: replays reuse steps, and called runs get inputs.
  const identity = buildRunIdentity(run);
  const redactor = plan?.redactor && createValueRedactor(plan);
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
  const hide: RunPasswords["hide"] = (value) => {
    if (hasOwn && value !== null) opened();
    // Texts stay texts, and other values keep their type. Names of members are searched as well: code may have
    // used a password as one.
    return hideIn ? (mapTexts(value, { text: hideIn, name: hideIn }) as typeof value) : value;
  };
  return {
    plan,
    opened,
    hide,
    show: (value) => (redactor ? (redactor.redact(hide(value) as Json) as typeof value) : hide(value)),
    seal: (value, shown, input) =>
      value === shown && input === undefined
        ? null
        : encryptOriginal(vault, identity, {
            value,
            passwords: [...known],
            ...(redactor && { found: [...redactor.found] }),
            ...(input !== undefined && { input }),
          }),
    open(sealed) {
      const { value, passwords, found = [] } = openOriginal(vault, identity, sealed);
      learn(passwords);
      redactor?.learn(found);
      return value;
    },
  };
}

export function encryptOriginal(vault: Vault, identity: string, original: SealedOriginal): string {
  return vault.seal(JSON.stringify(original), identity).toString("base64");
}

/** Throws `VaultError`. */
export function openOriginal(vault: Vault, identity: string, sealed: string): SealedOriginal {
  return parseJson(vault.open(Buffer.from(sealed, "base64"), identity));
}

/** The input of a step as it was before redaction, if that is sealed beside it; throws `VaultError`. */
export function openStepInput(
  vault: Vault,
  run: Pick<SettingsPlace, "account_id" | "config_id">,
  { input, sealed }: { readonly input: Json; readonly sealed: string | null },
): Json {
  if (sealed === null) return input;
  return openOriginal(vault, buildRunIdentity(run), sealed).input ?? input;
}
