// Consents whose customer must still choose one of several accounts: "secrets" holds the tokens and the accounts. A
// choice deletes its row.
export const up = [
  `create table account_choices (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    slug text collate "C" not null,
    secrets bytea not null,
    expires_at timestamptz not null
  )`,
  `create index account_choices_by_expiry on account_choices (expires_at)`,
];
