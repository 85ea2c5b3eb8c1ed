// The runs table is its own queue. A row is ready (`ready_at`), held by a worker (`worker`), asleep (`wake_at`), parked
// (`parked_at`), waiting for an answer (none of them, or asleep until the time limit), or ended. `claim` grows with each
// change of hands and is, with `worker`, the fencing token: what a process writes for a run it no longer holds is refused.
export const up = [
  // One row for each process that works; it survives a crash of the database, so that nothing is taken from the living.
  `create table workers (
    id text collate "C" primary key,
    seen_at timestamptz not null,
    steady_since timestamptz not null default now()
  )`,

  `alter table runs
    add column lane text collate "C" not null default '',
    add column ready_at timestamptz,
    add column wake_at timestamptz,
    add column worker text collate "C",
    add column claim integer not null default 0,
    add column recoveries integer not null default 0,
    add column signals integer not null default 0,
    add column workflow_limit integer,
    add column deadline_at timestamptz,
    add column response_status integer,
    add column response_headers json,
    add column responded_at timestamptz,
    add column parent_run text collate "C",
    add column parent_path text collate "C",
    add column replay_of text collate "C",
    add column overrides json`,
  // Runs of the time when pg-boss carried them: ready at once, from wherever they stand.
  `update runs set lane = account_id, ready_at = now()
    where status in ('RUNNING', 'STOPPING') and parked_at is null`,
  `create index runs_ready on runs (lane, ready_at, id) where ready_at is not null`,
  `create index runs_held on runs (worker) where worker is not null`,
  `create index runs_held_of_account on runs (account_id) where worker is not null`,
  `create index runs_held_of_workflow on runs (workflow_id, environment) where worker is not null and workflow_limit is not null`,
  `create index runs_asleep on runs (wake_at) where wake_at is not null`,
  `create index runs_of_parent on runs (parent_run) where parent_run is not null`,

  // Which branch a step took, and what a waiting one waits for.
  `alter table run_steps add column handle text, add column wait json`,

  // Answers to links and ends of called workflows, kept until the step that waits for them takes them.
  `create table run_signals (
    run_id text collate "C" not null,
    path text collate "C" not null,
    kind text not null check (kind in ('answer', 'child')),
    body json,
    created_at timestamptz not null,
    primary key (run_id, path, kind)
  )`,
  `create or replace function delete_steps_of_runs() returns trigger language plpgsql as $$
    begin
      delete from run_steps using deleted where run_steps.run_id = deleted.id;
      delete from run_signals using deleted where run_signals.run_id = deleted.id;
      return null;
    end
  $$`,
];
