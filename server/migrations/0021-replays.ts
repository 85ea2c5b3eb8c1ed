// Executions that are done again: one by one, or all that a filter finds. And large values, which are stored once for
// all runs and steps that hold them.
export const up = [
  // Steps that a repeated run has taken over from the first one.
  `alter table run_steps add column is_copied boolean not null default false`,

  // The first of the runs that repeat each other: which of them was the last, and what became of it, is one look-up.
  `alter table runs add column replay_root text collate "C"`,
  `create index runs_repeated on runs (replay_root, id) where replay_root is not null`,

  `create table replays (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null,
    account_id text collate "C" references linked_accounts (id) on delete cascade,
    status text not null check (status in ('RUNNING', 'COMPLETED', 'STOPPED')),
    options json not null,
    matched integer not null,
    started integer not null default 0,
    failed integer not null default 0,
    problems json not null default '[]',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create index replays_of_account on replays (account_id) where account_id is not null`,
  `create index replays_of_organization on replays (org_id)`,
  // The runs that a replay has still to do: a row goes in the transaction that starts the new run.
  `create table replay_runs (
    replay_id text collate "C" not null references replays (id) on delete cascade,
    run_id text collate "C" not null,
    primary key (replay_id, run_id)
  )`,

  // Large values by the hash of their JSON; `refs` of a row say where in it they belong, and who holds one is its run.
  `create table payloads (
    org_id text collate "C" not null references organizations (id) on delete cascade,
    sha256 text collate "C" not null,
    size integer not null,
    body json not null,
    unused_since timestamptz,
    primary key (org_id, sha256)
  )`,
  `create index payloads_unused on payloads (unused_since) where unused_since is not null`,
  `create table payload_uses (
    org_id text collate "C" not null,
    sha256 text collate "C" not null,
    holder_id text collate "C" not null,
    primary key (org_id, sha256, holder_id)
  )`,
  `create index payload_uses_of_holder on payload_uses (holder_id)`,
  `alter table run_steps add column refs json`,
  `alter table runs add column input_refs json`,
  // What nobody may use any more is marked, and looked at again a while later: somebody may just be taking it up.
  `create function release_payloads(holders text[]) returns void language sql as $$
    with gone as (
      delete from payload_uses where holder_id = any (holders) returning org_id, sha256
    ), marked as (
      select p.org_id, p.sha256 from payloads p join (select distinct * from gone) g using (org_id, sha256)
      order by p.org_id, p.sha256 for no key update of p
    )
    update payloads p set unused_since = now() from marked
      where p.org_id = marked.org_id and p.sha256 = marked.sha256
  $$`,
  `create or replace function delete_steps_of_runs() returns trigger language plpgsql as $$
    begin
      delete from run_steps using deleted where run_steps.run_id = deleted.id;
      delete from run_signals using deleted where run_signals.run_id = deleted.id;
      perform release_payloads(array(select id from deleted));
      return null;
    end
  $$`,
];
