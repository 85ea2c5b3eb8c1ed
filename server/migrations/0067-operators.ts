// The people who sign in, their sessions and one-time links; of cookies and links only hashes. Keys get a role: what
// those that are there may do stays as it is.
const ROLE = "('viewer', 'support', 'developer', 'owner')";

export const up = [
  `create table operators (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    email text collate "C" not null unique,
    name text,
    password_hash text,
    totp_sealed bytea,
    totp_on boolean not null default false,
    totp_last_step bigint,
    test_role text check (test_role in ${ROLE}),
    production_role text check (production_role in ${ROLE}),
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index operators_by_org on operators (org_id, id)`,

  // Without an operator: the first sign-in, which makes one.
  `create table operator_links (
    hash text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    operator_id text collate "C" references operators (id) on delete cascade,
    expires_at timestamptz not null
  )`,
  `create index operator_links_by_operator on operator_links (operator_id)`,
  `create index operator_links_by_expiry on operator_links (expires_at)`,

  `create table operator_sessions (
    id text collate "C" primary key,
    hash text collate "C" not null unique,
    operator_id text collate "C" not null references operators (id) on delete cascade,
    address text not null,
    user_agent text not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index operator_sessions_by_operator on operator_sessions (operator_id, id)`,
  `create index operator_sessions_by_expiry on operator_sessions (expires_at)`,

  `alter table api_keys
    add column name text,
    add column role text not null default 'owner' check (role in ${ROLE}),
    add column expires_at timestamptz,
    add column last_used_at date,
    add column last_used_from text`,
];
