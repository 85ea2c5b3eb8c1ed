// Addresses of incoming webhooks carry a key. Rotations end the keys before them; whatever is null stands for all.
export const up = [
  `create table webhook_address_rotations (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    workflow_id text collate "C" references workflows (id) on delete cascade,
    account_id text collate "C" references linked_accounts (id) on delete cascade,
    generation bigint not null,
    older_until timestamptz not null,
    check (workflow_id is not null or account_id is not null)
  )`,
  `create index webhook_address_rotations_of_account on webhook_address_rotations (account_id, workflow_id)`,
  `create index webhook_address_rotations_of_workflow on webhook_address_rotations (workflow_id, environment)
    where account_id is null`,
  `create index webhook_address_rotations_of_scope on webhook_address_rotations (org_id, environment, generation)`,

  // Senders of before have addresses without a key: unsigned workflows that they may start go on taking these.
  ...["workflows", "workflow_versions"].map(
    (table) => `update ${table} w set settings = (w.settings::jsonb || '{"keyless_webhooks": true}')::json
      where exists (
        select from json_array_elements(w.nodes) n
        cross join json_array_elements(case json_typeof(n -> 'triggers') when 'array' then n -> 'triggers' else '[]' end) t
        where n ->> 'type' = 'start' and t ->> 'event' = 'Webhook'
      ) and not exists (
        select from json_array_elements(w.nodes) n
        cross join json_array_elements(case json_typeof(n -> 'triggers') when 'array' then n -> 'triggers' else '[]' end) t
        where n ->> 'type' = 'start' and t ->> 'event' = 'Webhook'
          and coalesce(t #>> '{input,signature,kind}', 'none') <> 'none'
      )`,
  ),
];
