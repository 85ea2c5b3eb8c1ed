// Mails that were not sent yet, sealed: their links sign in. Jobs name them by id.
export const up = [
  `create table mails (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    sealed bytea not null,
    tries integer not null default 0,
    expires_at timestamptz not null,
    created_at timestamptz not null
  )`,
  "create index mails_of_organization on mails (org_id)",
];
