// What an organization decides about applications, the connections of its linked accounts, and OAuth2 flows under way.
export const up = [
  // No row: the application's default. The client secret is sealed.
  `create table application_settings (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    slug text collate "C" not null,
    enabled boolean,
    client_id text,
    client_secret bytea,
    scopes jsonb,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0,
    unique (org_id, environment, slug)
  )`,

  // An organization's own applications: a manifest as it was sent.
  `create table custom_applications (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    slug text collate "C" not null,
    manifest jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0,
    unique (org_id, environment, slug)
  )`,

  // "revision" grows with every change of the credential or of its status, and with nothing else: whoever used
  // an access token can tell whether it has been renewed since. The lease is held by who renews it right now.
  `create table connections (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    slug text collate "C" not null,
    auth_type text not null check (auth_type in ('oauth2', 'keybased')),
    status text not null check (status in ('active', 'expired')),
    identifier text,
    secrets bytea not null,
    connected_at timestamptz not null,
    expires_at timestamptz,
    refresh_at timestamptz,
    retry_at timestamptz,
    last_error text,
    lease text,
    leased_until timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0,
    unique (account_id, slug, auth_type)
  )`,
  `create index connections_by_application on connections (org_id, environment, slug)`,

  // Used once: a callback deletes its row. "secrets" holds the PKCE verifier and what the customer typed in.
  `create table oauth_states (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    slug text collate "C" not null,
    secrets bytea not null,
    expires_at timestamptz not null
  )`,
  `create index oauth_states_by_expiry on oauth_states (expires_at)`,
];
