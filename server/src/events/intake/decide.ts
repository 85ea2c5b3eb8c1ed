import { ApiError } from "../../platform/errors.ts";
import { createId } from "../../platform/id.ts";
import type { UsageAdmission } from "../../usage/plans/refusal.ts";
import type { PlannedKey, StartPlan } from "./plan-start.ts";
import type { Trigger } from "./trigger.ts";
import { formatKey, type KeyHolder, type TriggerKey } from "./trigger-keys.ts";

/** A trigger and what it should start, or why it is refused; `lack` refuses it unless it repeats another. */
export type PlannedTrigger =
  | { readonly trigger: Trigger; readonly plan: StartPlan; readonly lack?: unknown }
  | { readonly refusal: unknown };

/** A trigger to be stored. */
export interface TriggerStart {
  readonly trigger: Trigger;
  readonly plan: StartPlan;
  /** Undefined if it is not kept in the inbox. */
  readonly eventId: string | undefined;
  /** The plan's starts whose keys are new. */
  readonly runsToStart: StartPlan["starts"];
  /** The number of those whose keys are known. */
  readonly repeated: number;
  /** Why nothing starts, although something would. */
  readonly refused?: string | undefined;
}

/** What to do with a trigger: refuse it, answer it like the first one with its key, or store it. */
export type TriggerDecision =
  | { readonly refusal: unknown }
  | { readonly plan: StartPlan; readonly holder: KeyHolder }
  /** The first one with its key is in the same group. */
  | { readonly plan: StartPlan; readonly first: TriggerStart }
  | { readonly start: TriggerStart };

/** The keys that may be held already. */
export function listPlanKeys({ account, keys, starts }: StartPlan): TriggerKey[] {
  const all = [...keys, ...starts.flatMap((start) => start.key ?? [])];
  return all.map(({ scope, key }) => ({ accountId: account.id, scope, key }));
}

/**
 * Decides in order: the first of several triggers with one key is stored, unless `holders` has the key. What `admit` does
 * not allow is refused; a webhook whose sender does not wait for a response is stored without starting anything, because
 * its sender is no party to the customer's plan (D558).
 */
export function decideTriggers(
  planned: readonly PlannedTrigger[],
  holders: ReadonlyMap<string, KeyHolder>,
  now: Date,
  admit?: UsageAdmission,
): TriggerDecision[] {
  const taken = new Map<string, { fingerprint: string | null; start: TriggerStart }>();
  return planned.map((one) => {
    if ("refusal" in one) return one;
    const { trigger, plan, lack } = one;
    const nameOf = ({ scope, key }: PlannedKey) => formatKey({ accountId: plan.account.id, scope, key });
    for (const key of plan.keys) {
      const holder = holders.get(nameOf(key));
      const first = taken.get(nameOf(key));
      const fingerprint = holder ? holder.fingerprint : first?.fingerprint;
      if (fingerprint !== undefined && fingerprint !== key.fingerprint) return { refusal: anotherUnderKey() };
      if (holder) return { plan, holder };
      if (first) return { plan, first: first.start };
    }
    if (lack !== undefined) return { refusal: lack };
    const isKnown = ({ key }: StartPlan["starts"][number]) =>
      key !== undefined && (holders.has(nameOf(key)) || taken.has(nameOf(key)));
    const fresh = plan.starts.filter((start) => !isKnown(start));
    const refusal = fresh.length > 0 ? admit?.(plan.account.id, fresh.length) : undefined;
    if (refusal && (trigger.kind !== "webhook" || plan.isAwaited)) return { refusal };
    const runsToStart = refusal ? [] : fresh;
    const eventId = plan.inbox && createId(now.getTime());
    const repeated = plan.starts.length - fresh.length;
    const start = { trigger, plan, eventId, runsToStart, repeated, refused: refusal?.message };
    for (const key of [...plan.keys, ...runsToStart.flatMap((each) => each.key ?? [])])
      taken.set(nameOf(key), { fingerprint: key.fingerprint, start });
    return { start };
  });
}

function anotherUnderKey(): ApiError {
  return new ApiError(
    "unprocessable",
    "CONFLICT",
    "This idempotency-key was used in the last 24 hours with a different payload, slug or config_id.",
  );
}
