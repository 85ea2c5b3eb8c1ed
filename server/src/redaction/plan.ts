import type { Json } from "../platform/json/json.ts";
import { mapTexts } from "../platform/json/map-texts.ts";
import { createNewestCache } from "../platform/newest-cache.ts";
import { createRedactor } from "../platform/redact/redact-known.ts";
import type { EffectivePolicy } from "./policy.ts";
import { compileRedactor, type Redactor } from "./redactor.ts";
import { MARKS } from "./rules.ts";

/** A policy ready to be applied. */
export interface RedactionPlan {
  readonly policy: EffectivePolicy;
  /** Undefined without rules. */
  readonly redactor: Redactor | undefined;
}

export function compilePlan(policy: EffectivePolicy): RedactionPlan {
  return { policy, redactor: policy.rules.length > 0 ? compileRedactor(policy.rules) : undefined };
}

/** Plans by policies: executions carry their own (D539). */
export type RedactionPlans = (policy: EffectivePolicy) => RedactionPlan;

export function createRedactionPlans(): RedactionPlans {
  const plans = createNewestCache<RedactionPlan>(200);
  return (policy) => {
    const key = JSON.stringify(policy);
    const known = plans.use(key);
    if (known) return known;
    const plan = compilePlan(policy);
    plans.set(key, plan);
    return plan;
  };
}

// Shorter ones occur in other texts by chance.
const SHORTEST = 6;
// One search for all of them takes milliseconds.
const MOST_VALUES = 500;

/**
 * Redacts the values of one execution or call. What rules by path and key have redacted is looked for from then on
 * in every other value, in any encoding: a name in a message has no place that a rule could name.
 */
export interface ValueRedactor {
  redact<Value extends Json>(value: Value): Value;
  /** What has been found so far, and what is looked for as well. */
  readonly found: ReadonlySet<string>;
  learn(values: Iterable<string>): void;
}

export function createValueRedactor({ redactor }: RedactionPlan): ValueRedactor {
  const found = new Set<string>();
  let hide: ((text: string) => string) | undefined;
  const learn = (values: Iterable<string>) => {
    const before = found.size;
    for (const value of values)
      if (value.length >= SHORTEST && found.size < MOST_VALUES && !value.includes(MARKS.value))
        found.add(value);
    if (found.size > before) hide = createRedactor([...found], { mark: MARKS.value });
  };
  return {
    found,
    learn,
    redact(value) {
      if (!redactor) return value;
      const told: string[] = [];
      const shown = redactor.value(value, (one) => told.push(one));
      learn(told);
      return (hide ? hideValues(shown, hide) : shown) as typeof value;
    },
  };
}

function hideValues(value: Json, hide: (text: string) => string): Json {
  return mapTexts(value, { text: hide, name: hide }) as Json;
}

/** Redacts one value that belongs to no execution. */
export function redactOnce<Value extends Json>(plan: RedactionPlan | undefined, value: Value): Value {
  return plan?.redactor ? createValueRedactor(plan).redact(value) : value;
}
