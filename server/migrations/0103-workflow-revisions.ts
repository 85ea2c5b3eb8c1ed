// What each change of a workflow changed and who made it, so that a write made from an older revision is refused with
// what has happened since. The newest hundred of a workflow are kept.
export const up = [
  `create table workflow_revisions (
    workflow_id text collate "C" not null references workflows (id) on delete cascade,
    revision integer not null,
    at timestamptz not null,
    by_kind text not null check (by_kind in ('operator', 'api_key', 'linked_account', 'agent')),
    by_id text collate "C" not null,
    by_name text,
    changes json not null,
    is_edit boolean not null,
    primary key (workflow_id, revision)
  )`,
];
