// Which operators have which draft open, by the streams of changes that say so: a stream that is alive renews its rows.
export const up = [
  `create table draft_readers (
    stream_id text collate "C" not null,
    workflow_id text collate "C" not null references workflows (id) on delete cascade,
    operator_id text collate "C" not null references operators (id) on delete cascade,
    seen_at timestamptz not null,
    primary key (stream_id, workflow_id)
  )`,
  `create index draft_readers_of_workflow on draft_readers (workflow_id)`,
  `create index draft_readers_of_operator on draft_readers (operator_id)`,
];
