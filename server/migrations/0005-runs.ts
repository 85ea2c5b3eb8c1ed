// `json`, not `jsonb`: payloads keep the order of their keys and are never searched.
// Runs of workflows and the results of their steps. A run refers to one version of its workflow, which never
// changes; a step's key is (run, path, attempt), the path being the node's id with its loop indexes.
export const up = [
  `create table runs (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null,
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    workflow_id text collate "C" not null,
    workflow_version integer not null,
    workflow_name text not null,
    slug text,
    config_id text not null,
    status text not null,
    source text not null,
    event_name text,
    event_id text collate "C",
    execution_type text not null,
    settings json not null,
    input json,
    error json,
    response json,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz
  ) with (fillfactor = 80)`,
  `create index runs_newest on runs (org_id, environment, id desc)`,
  `create index runs_of_account on runs (account_id, id desc)`,
  `create index runs_of_workflow on runs (workflow_id, id desc)`,
  // No foreign key: it would cost every step a look-up. A trigger deletes steps with their runs.
  `create table run_steps (
    run_id text collate "C" not null,
    path text collate "C" not null,
    attempt integer not null,
    node_id text not null,
    status text not null,
    input json,
    output json,
    error json,
    logs json,
    retry_at timestamptz,
    started_at timestamptz not null,
    duration_ms integer not null,
    primary key (run_id, path, attempt)
  )`,
  `create function delete_steps_of_runs() returns trigger language plpgsql as $$
    begin
      delete from run_steps using deleted where run_steps.run_id = deleted.id;
      return null;
    end
  $$`,
  `create trigger runs_delete_steps after delete on runs referencing old table as deleted
    for each statement execute function delete_steps_of_runs()`,
];
