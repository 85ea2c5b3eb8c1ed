const PLACES = "('test', 'production', 'both')";
const CONTENT = ["environment", "workflow_id", "keep", "rules", "reveal"];
const differs = CONTENT.map((column) => `old.${column} is distinct from new.${column}`).join(" or ");

// What executions keep, and what is redacted in their records. A policy is of a workflow in one environment, of an
// environment, or (`both`) of the organization.
export const up = [
  `create table redaction_policies (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text collate "C" not null check (environment in ${PLACES}),
    workflow_id text collate "C" references workflows (id) on delete cascade,
    keep text check (keep in ('everything', 'failures', 'nothing')),
    rules jsonb not null default '[]',
    reveal jsonb,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0
  )`,
  `create unique index redaction_policies_of_place
    on redaction_policies (org_id, environment, coalesce(workflow_id, ''))`,
  `create index redaction_policies_of_workflow on redaction_policies (workflow_id)`,
  ...["insert", "update", "delete"].map(
    (event) => `create trigger audit_log_${event} after ${event} on redaction_policies for each row
      when (pg_trigger_depth() = 0${event === "update" ? ` and (${differs})` : ""})
      execute function record_change('id', 'workflow_id', '${CONTENT.join(" ")}', '')`,
  ),

  // "redaction" is the policy that the execution began with, and what has become of its data since: null for nearly all.
  // "sealed_response" is the response for the caller who waits for it. Originals are deleted at "originals_until".
  `alter table runs
    add column redaction jsonb,
    add column sealed_response text,
    add column originals_until timestamptz`,
  // Signals are consumed by steps, and shown nowhere.
  `alter table run_signals add column sealed text`,
  `create index runs_with_originals on runs (originals_until) where originals_until is not null`,

  // However an execution ends, its data go in the transaction of its end. Deferred: its last steps are written after the
  // statement that ends it.
  `create function redact_ended_run() returns trigger language plpgsql as $$
    declare
      kept text := new.redaction ->> 'keep';
      days integer := coalesce((new.redaction -> 'reveal' ->> 'days')::integer, 0);
      is_removed boolean := kept = 'nothing' or (kept = 'failures' and new.status = 'COMPLETED');
      has_originals boolean;
    begin
      select r.settings::jsonb ?| array['sealedInput', 'sealedContext']
          or exists (select from run_steps s where s.run_id = r.id and s.sealed is not null)
        into has_originals from runs r where r.id = new.id;
      if is_removed then
        update run_steps set input = null, output = null, logs = null, sealed = null, refs = null,
            error = case when error is not null then (error::jsonb || '{"message": "Not kept."}')::json end
          where run_id = new.id;
        update run_search set terms = terms[1:2], places = '{}' where run_id = new.id;
        perform release_payloads(array[new.id]);
        delete from files where run_id = new.id;
      elsif days = 0 then
        update run_steps set sealed = null where run_id = new.id and sealed is not null;
      end if;
      delete from run_signals where run_id = new.id;
      update runs r set
          input = case when is_removed then null else r.input end,
          input_refs = case when is_removed then null else r.input_refs end,
          response = case when is_removed then null else r.response end,
          response_refs = case when is_removed then null else r.response_refs end,
          response_headers = case when is_removed then null else r.response_headers end,
          error = case when is_removed and r.error is not null
            then (r.error::jsonb || '{"message": "Not kept."}')::json else r.error end,
          settings = case
            when is_removed then (r.settings::jsonb || '{"fields": {}, "workflowFields": {}}'
              - array['sealedInput', 'sealedContext', 'applicationSecrets', 'secrets', 'request'])::json
            when days = 0 then (r.settings::jsonb - array['sealedInput', 'sealedContext'])::json
            else r.settings end,
          overrides = (r.overrides::jsonb || '{"data": {}}')::json,
          test = case when r.test is not null then (r.test::jsonb || '{"pins": {}}')::json end,
          originals_until = case
            when not is_removed and days > 0 then new.finished_at + days * interval '1 day'
            when r.sealed_response is not null then new.finished_at + interval '1 hour' end,
          redaction = r.redaction || case
            when is_removed then '{"state": "removed"}'::jsonb
            when has_originals and days = 0 then '{"state": "redacted"}'
            when has_originals then '{"state": "sealed"}'
            else '{}' end
        where r.id = new.id;
      return null;
    end $$`,
  `create constraint trigger runs_redact_ended after update of status on runs deferrable initially deferred for each row
    when (new.redaction is not null and old.status is distinct from new.status
      and new.status not in ('RUNNING', 'STOPPING'))
    execute function redact_ended_run()`,
];
