import { createHash } from "node:crypto";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../platform/json/json.ts";
import { redactOnce } from "../../redaction/plan.ts";
import type { StartPlan } from "./plan-start.ts";
import { toStoredKey } from "./trigger-keys.ts";

type RedactionDeps = Pick<Deps, "redaction">;

/**
 * The payload of an event as the inbox shows it: as the strictest policy says of the workflows that it starts. What they
 * need of it, their executions have.
 */
export function redactPayload(
  { redaction }: RedactionDeps,
  scope: Scope,
  workflowIds: readonly string[],
  payload: Json,
): Json {
  const plan = redaction.find(scope, workflowIds);
  if (!plan) return payload;
  return plan.policy.keep === "everything" ? redactOnce(plan, payload) : null;
}

/** A plan whose idempotency keys do not show their texts, which may be data that rules redact. */
export function redactKeys({ redaction }: RedactionDeps, scope: Scope, plan: StartPlan): StartPlan {
  const ids = plan.starts.map(({ candidate }) => candidate.workflow.id);
  if (!redaction.find(scope, ids)?.redactor) return plan;
  const mask = <Key extends { readonly key: string }>(key: Key): Key => ({ ...key, key: hashKey(key.key) });
  return {
    ...plan,
    keys: plan.keys.map(mask),
    starts: plan.starts.map(({ candidate, key }) => ({ candidate, key: key && mask(key) })),
  };
}

/** A key of an event from a connector as it is stored, with the same in mind. */
export function toMaskedKey(
  { redaction }: RedactionDeps,
  scope: Scope,
  workflowId: string,
): (key: string) => string {
  const isHashed = redaction.find(scope, [workflowId])?.redactor !== undefined;
  return (key) => (isHashed ? hashKey(key) : toStoredKey(key));
}

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
