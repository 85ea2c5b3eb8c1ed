import type { AccountScope } from "../../auth/scope.ts";
import { type Db, runStatement } from "../../platform/database/database.ts";
import { CAP_NAMES, CAPS, type CapName, TOLD_PERIOD } from "./caps.ts";

/** A limit that an account can have, and what it used of it. */
export interface AccountLimit {
  readonly cap: CapName;
  readonly soft: number | null;
  readonly hard: number | null;
  readonly used: number;
  /** Whether the account has it for itself. */
  readonly isOwn: boolean;
  /** The day (UTC) on which its period ends. */
  readonly endsOn: string;
}

/** SQL for what the accounts of `given` have stored now, in bytes, as `account_id` and `bytes`. */
export const STORED_NOW = `select g.account_id, (
    (select coalesce(sum(f.size), 0) from files f where f.account_id = g.account_id)
    + (select coalesce(sum(d.bytes), 0) from configs c join datastores d on d.config = c.id where c.account_id = g.account_id)
  )::bigint as bytes from given g`;

const LIMITS = {
  text: `with given as (select $1::text as account_id), named as (
      select cap, meter, during.starts_on, during.ends_on
      from json_to_recordset($2::json) as n (cap text, meter text, period text) cross join lateral (
        select date_trunc(n.period, $3::timestamptz at time zone 'UTC')::date as starts_on,
          (date_trunc(n.period, $3::timestamptz at time zone 'UTC') + ('1 ' || n.period)::interval)::date as ends_on) during
    )
    select n.cap, (c.value ->> 'soft')::float8 as soft, (c.value ->> 'hard')::float8 as hard,
      coalesce(own.caps ? n.cap, false) as "isOwn", n.ends_on::text as "endsOn",
      (case when n.meter = 'storage' then (select bytes from (${STORED_NOW}) stored)
        else greatest(p.used, (select coalesce(sum(u.value), 0) from usage_days u
          where u.account_id = a.id and u.meter = n.meter and u.day >= n.starts_on and u.day < n.ends_on)) end)::float8 as used
    from named n join linked_accounts a on a.id = $1
    left join account_plans own on own.account_id = a.id
    left join plans plan on plan.id = coalesce(own.plan_id, (
      select d.id from plans d where d.org_id = a.org_id and d.environment = a.environment and d.is_default))
    cross join lateral (select (coalesce(plan.caps, '{}') || coalesce(own.caps, '{}')) -> n.cap as value) c
    left join usage_periods p on p.account_id = a.id and p.cap = n.cap and p.starts_on = n.starts_on and c.value ->> 'hard' is not null`,
};

const NAMED = JSON.stringify(
  CAP_NAMES.map((cap) => ({ cap, meter: CAPS[cap].meter, period: CAPS[cap].period ?? TOLD_PERIOD })),
);

/** All limits that an account can have, in their order. */
export async function readAccountLimits(
  db: Db,
  { account }: AccountScope,
  now: Date,
): Promise<AccountLimit[]> {
  const rows = await runStatement<AccountLimit>(db, LIMITS, [account.id, NAMED, now.toISOString()]);
  return CAP_NAMES.flatMap((name) => rows.filter(({ cap }) => cap === name));
}
