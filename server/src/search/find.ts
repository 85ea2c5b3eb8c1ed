import type { Scope } from "../auth/scope.ts";
import { type Db, runStatement } from "../platform/database/database.ts";
import { buildLikePattern } from "../platform/database/like-pattern.ts";
import { parseIdEnd } from "../platform/id.ts";

/** What can be found by name or id, in display order. */
export const KINDS = [
  "workflow",
  "linked_account",
  "application",
  "execution",
  "webhook",
  "mcp_server",
  "schedule",
  "event",
  "delivery",
  "directory_application",
] as const;
export type SearchKind = (typeof KINDS)[number];

export interface Hit {
  readonly kind: SearchKind;
  /** The id that the kind's own route takes. */
  readonly id: string;
  readonly name: string | null;
  /** Distinguishes it from others with the same name. */
  readonly detail: string | null;
  /** The organization's id of the account it belongs to. */
  readonly accountId: string | null;
  /** Whether the text is its id or its whole name. */
  readonly isExact: boolean;
}

const BY_ID = /^[0-9a-f]{6,24}$/;
const LAST = "f".repeat(24);

// $1 organization, $2 environment, $3 the text, $4 its words as patterns, $5 and $6 the first and last id that
// begin with it (null if none can), $7 most rows per kind, $8 the end of an id (null if it is none) and $9 how many
// of the newest are searched for that. An organization's workflows, webhooks and MCP servers are few and are
// scanned; the rest has indexes.
const IN_SCOPE = "org_id = $1 and environment = $2";
const inIds = (id: string) => `$5::text is not null and ${id} between $5 and $6`;
const hasEnd = (table: string) => `$8::text is not null and r.id = any (array(select id from (
  select id from ${table} where ${IN_SCOPE} order by id desc limit $9) newest where right(id, length($8)) = $8))`;

const executionsWhere = (condition: string) =>
  `select 'execution' as kind, r.id, r.workflow_name as name, r.status as detail, a.account_id as account, r.id = $3 as exact
    from runs r join linked_accounts a on a.id = r.account_id
    where r.org_id = $1 and r.environment = $2 and ${condition} order by r.id desc`;
const eventsWhere = (condition: string) =>
  `select 'event' as kind, r.id, r.name, null as detail, a.account_id as account, r.id = $3 as exact
    from received_events r join linked_accounts a on a.id = r.account_id
    where r.org_id = $1 and r.environment = $2 and ${condition} order by r.id desc`;
const deliveriesWhere = (condition: string) =>
  `select 'delivery' as kind, r.id, r.event as name, r.status as detail, r.payload ->> 'linked_account_id' as account, r.id = $3 as exact
    from webhook_deliveries r where r.org_id = $1 and r.environment = $2 and ${condition} order by r.id desc`;

const PARTS: Readonly<
  Record<Exclude<SearchKind, "application" | "directory_application" | "linked_account">, string>
> = {
  workflow: `select 'workflow' as kind, id, name, alias as detail, null as account, id = $3 or alias = $3 or lower(name) = lower($3) as exact
    from workflow_names where ${IN_SCOPE} and account_id is null
      and (concat_ws(' ', name, alias) ilike all ($4) or ${inIds("id")}) order by exact desc, id desc`,
  execution: executionsWhere(inIds("r.id")),
  webhook: `select 'webhook' as kind, id, url as name, description as detail, null as account, id = $3 or url = $3 as exact
    from webhooks where ${IN_SCOPE}
      and (concat_ws(' ', url, description, group_name) ilike all ($4) or ${inIds("id")}) order by exact desc, id desc`,
  mcp_server: `select 'mcp_server' as kind, id, name, description as detail, null as account, id = $3 or lower(name) = lower($3) as exact
    from mcp_servers where ${IN_SCOPE} and account_id is null
      and (name ilike all ($4) or ${inIds("id")}) order by exact desc, id desc`,
  schedule: `select 'schedule' as kind, s.id, s.workflow as name, s.timing ->> 'pattern' as detail, a.account_id as account, s.id = $3 as exact
    from schedules s join linked_accounts a on a.id = s.account_id
    where s.org_id = $1 and s.environment = $2 and ${inIds("s.id")} order by s.id desc`,
  event: eventsWhere(inIds("r.id")),
  delivery: deliveriesWhere(inIds("r.id")),
};
// Searches by the end of an id, which lists show. Separate, because no index would serve it together with the
// beginning.
const ENDS: Readonly<Partial<Record<SearchKind, string>>> = {
  execution: executionsWhere(hasEnd("runs")),
  event: eventsWhere(hasEnd("received_events")),
  delivery: deliveriesWhere(hasEnd("webhook_deliveries")),
};

/** At most `limit` records of each kind whose name has the words of `text`, or whose id begins or ends with it. */
export async function findRecords(
  db: Db,
  { orgId, environment }: Scope,
  { text, kinds, limit }: { text: string; kinds: ReadonlySet<SearchKind>; limit: number },
): Promise<Hit[]> {
  const id = text.toLowerCase();
  const [from, until] = BY_ID.test(id) ? [id, id + LAST.slice(id.length)] : [null, null];
  const byEnd = parseIdEnd(text);
  const parts = [...Object.entries(PARTS), ...(byEnd ? Object.entries(ENDS) : [])].filter(([kind]) =>
    kinds.has(kind as SearchKind),
  );
  if (parts.length === 0) return [];
  const all = parts
    .map(([, part]) => `(select kind, id, name, detail, account, exact from (${part} limit $7) found)`)
    .join(" union all ");
  // Every parameter must occur in the statement, whichever kinds are searched.
  const statement = `with asked as (select $1::text, $2::text, $3::text, $4::text[], $5::text, $6::text, $7::int, $8::text, $9::int)
    select kind, id, name, detail, account as "accountId", coalesce(exact, false) as "isExact" from (${all}) hits`;
  const values = [orgId, environment, text, patternsOf(text), from, until, limit];
  return runStatement<Hit>(db, { text: statement }, [...values, byEnd?.end ?? null, byEnd?.newest ?? 0]);
}

/** A pattern for each word, which may be anywhere in the name. */
function patternsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).map(buildLikePattern);
}

/** The most hits of one kind in a search of several kinds. */
export const MOST_OF_A_KIND = 5;
/** The most hits in total. */
export const MOST_HITS = 20;
