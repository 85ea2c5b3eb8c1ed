import type { Meter } from "../meters.ts";

/** The names of caps. */
export const CAP_NAMES = [
  "executions_per_month",
  "executions_per_day",
  "calls_per_month",
  "calls_per_day",
  "mcp_calls_per_month",
  "mcp_calls_per_day",
  "storage_bytes",
] as const;
export type CapName = (typeof CAP_NAMES)[number];

/** A limit of usage: at `soft` people are told, beyond `hard` nothing more is allowed; null: no limit. */
export interface Cap {
  readonly soft: number | null;
  readonly hard: number | null;
}

/** Caps by their names; an absent one, like null, is no cap. */
export type Caps = Readonly<Partial<Record<CapName, Cap | null>>>;

interface CapFacts {
  readonly meter: Meter;
  /** In UTC; null: it limits what there is, and not what happens. */
  readonly period: "month" | "day" | null;
  /** What it counts, after the number 1 and after others. */
  readonly units: readonly [one: string, many: string];
}

/** What is known of each cap. */
export const CAPS: Readonly<Record<CapName, CapFacts>> = {
  executions_per_month: {
    meter: "executions",
    period: "month",
    units: ["execution a month", "executions a month"],
  },
  executions_per_day: { meter: "executions", period: "day", units: ["execution a day", "executions a day"] },
  calls_per_month: {
    meter: "calls",
    period: "month",
    units: ["call to third parties a month", "calls to third parties a month"],
  },
  calls_per_day: {
    meter: "calls",
    period: "day",
    units: ["call to third parties a day", "calls to third parties a day"],
  },
  mcp_calls_per_month: {
    meter: "mcp_calls",
    period: "month",
    units: ["tool call a month", "tool calls a month"],
  },
  mcp_calls_per_day: { meter: "mcp_calls", period: "day", units: ["tool call a day", "tool calls a day"] },
  storage_bytes: { meter: "storage", period: null, units: ["byte of storage", "bytes of storage"] },
};

/** The period of a cap that limits what there is: how often people are told of it. */
export const TOLD_PERIOD = "month";

const VALUES = CAP_NAMES.map((cap) => {
  const { meter, period } = CAPS[cap];
  return `('${cap}', '${meter}', '${period ?? TOLD_PERIOD}')`;
}).join(", ");

/**
 * SQL for the caps of accounts: the columns of `given` (with `account_id` and `meter`), and `cap`, `plan`, `soft`,
 * `hard`, the period around `moment` (`starts_on`, `ends_on`), and what is `counted` in it. A cap of the account's own
 * replaces the one of its plan.
 */
export function buildCapsSql(moment: string): string {
  return `select g.*, a.org_id, a.environment, c.key as cap, p.name as plan, (c.value ->> 'soft')::bigint as soft,
      (c.value ->> 'hard')::bigint as hard, during.starts_on, during.ends_on, counted.value as counted
    from given g join linked_accounts a on a.id = g.account_id
    left join account_plans own on own.account_id = a.id
    left join plans p on p.id = coalesce(own.plan_id, (
      select d.id from plans d where d.org_id = a.org_id and d.environment = a.environment and d.is_default))
    cross join lateral jsonb_each(coalesce(p.caps, '{}') || coalesce(own.caps, '{}')) c
    join (values ${VALUES}) as named (cap, meter, period) on named.cap = c.key and named.meter = g.meter
    cross join lateral (
      select date_trunc(named.period, ${moment}::timestamptz at time zone 'UTC')::date as starts_on,
        (date_trunc(named.period, ${moment}::timestamptz at time zone 'UTC') + ('1 ' || named.period)::interval)::date as ends_on
    ) during
    cross join lateral (
      select coalesce(sum(u.value), 0)::bigint as value from usage_days u
      where u.account_id = g.account_id and u.meter = g.meter and u.day >= during.starts_on and u.day < during.ends_on
    ) counted
    where jsonb_typeof(c.value) = 'object'`;
}
