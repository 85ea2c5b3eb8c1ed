// Organizations, their credentials and their linked accounts. Ids are 24 hex characters in time order, and
// text in the C collation, so that an index on them is in time order too.
export const up = [
  `create table installation (name text primary key, sealed bytea not null)`,

  `create table organizations (
    id text collate "C" primary key,
    name text not null,
    logo text,
    session_token_ttl_s integer not null default 86400,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0
  )`,

  `create table api_keys (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    hash text collate "C" not null unique,
    last_four text not null,
    sealed bytea not null,
    created_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create index api_keys_by_org on api_keys (org_id, environment, created_at)`,

  // Room in each page: an update of a row, the hottest write of the API, then touches no index.
  `create table linked_accounts (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null,
    name text,
    udf jsonb not null default '[]' constraint linked_accounts_udf_limit check (jsonb_array_length(udf) <= 200),
    your_app bytea,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0,
    unique (org_id, environment, account_id)
  ) with (fillfactor = 80)`,
  `create index linked_accounts_newest on linked_accounts (org_id, environment, id desc)`,

  // Sets the fields of "given" in "stored", both arrays of {key_name, key_value, _id, createdAt, updatedAt}: a
  // field that exists keeps its id, place and creation time. In plpgsql, because a function in SQL is planned
  // anew at every call, which took longer than the upsert itself.
  `create function merge_user_fields(stored jsonb, given jsonb) returns jsonb language plpgsql immutable as $$
    declare
      merged jsonb := stored;
      field jsonb;
      known jsonb;
      place integer;
    begin
      for position in 0 .. jsonb_array_length(given) - 1 loop
        field := given -> position;
        place := null;
        for i in 0 .. jsonb_array_length(merged) - 1 loop
          if merged -> i -> 'key_name' = field -> 'key_name' then
            place := i;
            exit;
          end if;
        end loop;
        if place is null then
          merged := merged || field;
        else
          known := merged -> place;
          merged := jsonb_set(merged, array[place::text],
            field || jsonb_build_object('_id', known -> '_id', 'createdAt', known -> 'createdAt'));
        end if;
      end loop;
      return merged;
    end
  $$`,

  `create table session_tokens (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create index session_tokens_by_account on session_tokens (account_id)`,
  `create index session_tokens_by_expiry on session_tokens (expires_at)`,

  // Counters may be lost in a crash; they must be cheap.
  `create unlogged table rate_limits (key text collate "C" primary key, points integer not null, expire bigint)`,
];
