// Addresses that open a page for one linked account without any other credential: the portal, or, with a slug, the
// page that reconnects one application. The token itself is not kept. "properties" is json, which keeps what was sent.
export const up = [
  `create table connect_links (
    id text collate "C" primary key,
    token_hash bytea not null unique,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    slug text collate "C",
    config_id text collate "C",
    properties json not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index connect_links_of_account on connect_links (account_id, id)`,
  `create index connect_links_by_expiry on connect_links (expires_at)`,
];
