import { buildScopeCondition, type Scope } from "../../auth/scope.ts";
import type { Database, Statement } from "../../platform/database/database.ts";
import { createFirstId } from "../../platform/id.ts";

// A provider may report an event again long after our own record of it was deleted.
const ENDLESS_DAYS = 90;

const OLD_EVENTS = (and: string) => `with old as materialized (
    select id from received_events where id < $1 and received_at < $2 ${and} order by id limit $3)
  delete from received_events e using old where e.id = old.id returning 1 as gone`;
const ENDLESS_KEYS = `with old as materialized (
    select account_id, scope, key from trigger_keys
    where free_at is null and claimed_at < least($1, now() - interval '${ENDLESS_DAYS} days') order by claimed_at limit $2)
  delete from trigger_keys k using old
  where k.account_id = old.account_id and k.scope = old.scope and k.key = old.key returning 1 as gone`;
// A key claimed again in the meantime stays.
const ENDED_KEYS: Statement = {
  name: "events-delete-ended-keys",
  text: `with ended as materialized (
      select account_id, scope, key from trigger_keys where free_at <= now() order by free_at limit $1)
    delete from trigger_keys k using ended where k.account_id = ended.account_id and k.scope = ended.scope
      and k.key = ended.key and k.free_at <= now() returning 1 as gone`,
};
const OLD_FINDINGS = (and: string) => `with old as materialized (
    select id from audit_findings where id < $1 and found_at < $2 ${and} order by id limit $3)
  delete from audit_findings f using old where f.id = old.id returning 1 as gone`;

/**
 * Deletes at most `limit` events received before `before`, and as many findings of that age. Without a scope it
 * also deletes as many keys that never expire, after at least 90 days; from then on the same key can start
 * something again. Fewer than `limit` means that nothing is left. Events are deleted before their runs: while the
 * event is there, an absent run is missing rather than deleted.
 */
export async function deleteOldEvents(
  database: Database,
  before: Date,
  limit: number,
  scope?: Scope,
): Promise<number> {
  const { and, name, values } = buildScopeCondition(scope, 4);
  const old = [createFirstId(before), before, limit, ...values];
  const keys = { name: "events-delete-endless-keys", text: ENDLESS_KEYS, values: [before, limit] };
  const deleted = await database.batch([
    { name: `events-delete-old${name}`, text: OLD_EVENTS(and), values: old },
    ...(scope === undefined ? [keys] : []),
    { name: `events-delete-old-findings${name}`, text: OLD_FINDINGS(and), values: old },
  ]);
  return Math.max(...deleted.map((rows) => rows.length));
}

/** Deletes at most `limit` expired keys, whatever their age; returns how many. */
export async function deleteEndedKeys(database: Database, _before: Date, limit: number): Promise<number> {
  return (await database.query(ENDED_KEYS, [limit])).length;
}
