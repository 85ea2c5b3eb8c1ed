// Deliveries become work that lies in their own table (see the migration `work`): ready (`ready_at`), held by a worker
// (`worker`), asleep until `next_attempt_at` (neither of them), or ended (`next_attempt_at` is null). Their lane is the
// webhook, so that each endpoint has its turn.
export const up = [
  `alter table webhook_deliveries
    add column response json,
    add column ready_at timestamptz,
    add column worker text collate "C",
    add column claim integer not null default 0,
    add column recoveries integer not null default 0`,
  // Deliveries of the time when pg-boss carried them.
  `update webhook_deliveries set ready_at = now() where status = 'pending' and next_attempt_at <= now()`,
  `create index webhook_deliveries_ready on webhook_deliveries (webhook_id, ready_at, id) where ready_at is not null`,
  `create index webhook_deliveries_held on webhook_deliveries (webhook_id, worker) where worker is not null`,
  `create index webhook_deliveries_asleep on webhook_deliveries (next_attempt_at)
    where next_attempt_at is not null and ready_at is null and worker is null`,

  // What was sent: nulls stand for a plain post of the payload.
  `alter table webhook_attempts
    add column url text,
    add column method text,
    add column headers json,
    add column body text`,

  `alter table webhooks
    add column method text not null default 'POST' check (method in ('POST', 'PUT', 'PATCH')),
    add column body text,
    add column headers json,
    add column sealed_headers bytea,
    add column group_name text,
    add column failing_since timestamptz,
    add column failed_at timestamptz,
    add column disabled_at timestamptz,
    add column disabled_reason text`,

  // No foreign keys where each delivery and each attempt would pay for their check. Whoever inserts a delivery holds a
  // lock on its webhook, and whoever inserts an attempt one on its delivery: a deletion waits for them, and its trigger
  // sees what they have written.
  `alter table webhook_deliveries drop constraint webhook_deliveries_webhook_id_fkey`,
  `alter table webhook_attempts drop constraint webhook_attempts_delivery_id_fkey`,
  `create function delete_deliveries_of_webhooks() returns trigger language plpgsql as $$
    begin
      delete from webhook_deliveries using deleted where webhook_deliveries.webhook_id = deleted.id;
      return null;
    end
  $$`,
  `create trigger webhooks_delete_deliveries after delete on webhooks
    referencing old table as deleted for each statement execute function delete_deliveries_of_webhooks()`,
  `create function delete_attempts_of_deliveries() returns trigger language plpgsql as $$
    begin
      delete from webhook_attempts using deleted where webhook_attempts.delivery_id = deleted.id;
      return null;
    end
  $$`,
  `create trigger webhook_deliveries_delete_attempts after delete on webhook_deliveries
    referencing old table as deleted for each statement execute function delete_attempts_of_deliveries()`,
];
