import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { type EffectivePolicy, mergePolicies } from "../../redaction/policy.ts";
import { createRunPasswords, type RunPasswords } from "../passwords.ts";
import type { RunRedaction, RunSettings } from "../table.ts";

/** What a run starts with. */
interface StartData {
  readonly input: Json;
  readonly settings: RunSettings;
}

interface RedactableStart extends StartData {
  readonly workflow: { readonly id: string; readonly slug: string | null };
  readonly configId: string;
  /** The policy of the run that calls it or that it repeats. */
  readonly inherited?: EffectivePolicy | undefined;
}

/** What the row of a new run shows of its start. */
export interface StartRecord extends StartData {
  readonly redaction: RunRedaction | null;
}

/**
 * Redacts what a run starts with, as the policy of its workflow says, and that of the run that called it or that it
 * repeats. The originals are sealed in its settings until it ends.
 */
export function redactStart(
  { vault, redaction }: Pick<Deps, "vault" | "redaction">,
  scope: AccountScope,
  request: RedactableStart,
): StartRecord {
  const { workflow, inherited, input, settings } = request;
  const own = redaction.find(scope, [workflow.id])?.policy;
  const policy = inherited ? mergePolicies(own ? [own, inherited] : [inherited]) : own;
  if (!policy) return { input, settings, redaction: null };
  const place = {
    account_id: scope.account.id,
    slug: workflow.slug,
    config_id: request.configId,
    workflow_id: workflow.id,
  };
  const passwords = createRunPasswords(vault, { ...place, settings }, redaction.planOf(policy));
  const original = openStart(passwords, request);
  const shownInput = passwords.show(original.input);
  return {
    redaction: policy,
    input: shownInput,
    settings: {
      ...maskContext(passwords, original.settings),
      sealedInput: passwords.seal(original.input, shownInput) ?? undefined,
    },
  };
}

/** What the run computes with. Throws `VaultError`. */
export function openStart(passwords: Pick<RunPasswords, "open">, { input, settings }: StartData): StartData {
  const { sealedInput, sealedContext } = settings;
  const context = sealedContext === undefined ? {} : passwords.open(sealedContext);
  return {
    input: sealedInput === undefined ? input : passwords.open(sealedInput),
    settings: isObject(context) ? { ...settings, ...context } : settings,
  };
}

/** The values of the config, and what is known of the request that started it. */
function maskContext(passwords: RunPasswords, settings: RunSettings): RunSettings {
  const { fields, workflowFields, request } = settings;
  const context = { fields, workflowFields, ...(request && { request }) };
  const shown = passwords.show(context);
  const sealedContext = passwords.seal(JSON.parse(JSON.stringify(context)), shown as unknown as Json);
  return shown === context
    ? { ...settings, sealedContext: undefined }
    : { ...settings, ...shown, sealedContext: sealedContext ?? undefined };
}
