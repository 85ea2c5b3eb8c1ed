// That an account came to a limit, once for each period: what its organization was told of.
export const up = [
  `create table usage_notices (
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    cap text collate "C" not null,
    starts_on date not null,
    level text not null check (level in ('soft', 'hard')),
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text collate "C" not null check (environment in ('test', 'production')),
    plan text,
    most bigint not null,
    used bigint not null,
    ends_on date not null,
    created_at timestamptz not null,
    primary key (account_id, cap, starts_on, level)
  )`,
  `create index usage_notices_newest on usage_notices (org_id, environment, created_at)`,
  `create index usage_notices_by_age on usage_notices (starts_on)`,
];
