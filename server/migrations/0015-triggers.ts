// Subscriptions of linked accounts to what connectors tell of, which starts workflows.
export const up = [
  // What there should be: one for each trigger of a published workflow, connection to its application, and config in
  // which the workflow is on. An event that is none of the connector's is here too; only the server knows connectors.
  `create view wanted_triggers as
    select distinct w.org_id, con.environment, con.account_id, w.id as workflow_id,
      coalesce(c.config_id, a.account_id) as config_id, t ->> 'application' as slug, t ->> 'event' as trigger_id,
      coalesce(t -> 'input', '{}') as input, md5(coalesce(t -> 'input', '{}')::text) as input_key,
      w.version || '/' || coalesce(c.revision, 0) as facts
    from workflows w
    cross join lateral jsonb_array_elements(w.nodes::jsonb) node
    cross join lateral jsonb_array_elements(node -> 'triggers') t
    join connections con on con.org_id = w.org_id and con.slug = t ->> 'application'
      and con.environment = any (w.environments) and (w.account_id is null or w.account_id = con.account_id)
    join linked_accounts a on a.id = con.account_id
    left join configs c on c.org_id = w.org_id and c.environment = con.environment
      and c.account_id = con.account_id and c.slug = w.slug
    left join config_workflows choice on choice.config = c.id and choice.workflow_id = w.id
    where w.published and node ->> 'type' = 'start'
      and (w.slug is null or (c.id is not null and coalesce(choice.enabled, w.auto_enable)))`,

  // No foreign key to the workflow: what was set up at the provider is taken down after the workflow was deleted.
  // "revision" counts what others want of the row while somebody holds its lease.
  `create table trigger_subscriptions (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    workflow_id text collate "C" not null,
    config_id text collate "C" not null,
    slug text collate "C" not null,
    trigger_id text collate "C" not null,
    input jsonb not null,
    input_key text not null,
    facts text not null,
    kind text not null check (kind in ('poll', 'webhook')),
    token_hash bytea not null unique,
    secrets bytea not null,
    setup bytea,
    subscribed boolean not null default false,
    cursor json,
    wanted boolean not null default true,
    status text not null default 'starting' check (status in ('starting', 'active', 'waiting', 'broken')),
    failures integer not null default 0,
    last_error text,
    last_event_at timestamptz,
    next_at timestamptz,
    lease text,
    leased_until timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0,
    unique (account_id, slug, workflow_id, config_id, trigger_id, input_key)
  )`,
  `create index trigger_subscriptions_due on trigger_subscriptions (next_at) where next_at is not null`,
];
