import { buildScopeCondition, type Scope } from "../../auth/scope.ts";
import type { Database, Statement } from "../../platform/database/database.ts";
import { createFirstId } from "../../platform/id.ts";

// A provider may tell of something again long after our own event has gone.
const ENDLESS_DAYS = 90;

const OLD_EVENTS = (and: string) => `with old as materialized (
    select id from received_events where id < $1 and received_at < $2 ${and} order by id limit $3)
  delete from received_events e using old where e.id = old.id returning 1 as gone`;
const ENDLESS_KEYS = `with old as materialized (
    select account_id, scope, key from trigger_keys
    where free_at is null and claimed_at < least($1, now() - interval '${ENDLESS_DAYS} days') order by claimed_at limit $2)
  delete from trigger_keys k using old
  where k.account_id = old.account_id and k.scope = old.scope and k.key = old.key returning 1 as gone`;
// Taken anew in the meantime, a key stays.
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
 * Deletes at most `limit` events that came before `before`, and as many findings of that age; of all organizations also
 * as many keys without an end, which are kept for 90 days at least: what a key kept from starting twice may then start
 * again. Fewer than `limit` say that nothing is left. Events go before their runs: a run that is missing is told from one
 * that was deleted by its event's being there.
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

/** Deletes at most `limit` keys whose window has ended, however young they are; answers how many. */
export async function deleteEndedKeys(database: Database, _before: Date, limit: number): Promise<number> {
  return (await database.query(ENDED_KEYS, [limit])).length;
}
