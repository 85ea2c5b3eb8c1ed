// Codes that a browser exchanges once for a session token.
export const up = [
  `create table connect_codes (
    hash bytea primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text collate "C" not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    expires_at timestamptz not null
  )`,
  `create index connect_codes_expired on connect_codes (expires_at)`,
  `create index connect_codes_of_account on connect_codes (account_id)`,
];
