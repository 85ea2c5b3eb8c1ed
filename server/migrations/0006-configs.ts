// A linked account's choices for an application: values of fields, and which workflows are on.
export const up = [
  // "config_id" is the caller's own name for the config; an account may have several for one application.
  `create table configs (
    id text collate "C" primary key,
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    slug text collate "C" not null,
    config_id text collate "C" not null,
    fields jsonb not null default '{}',
    labels jsonb not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0,
    unique (account_id, slug, config_id)
  )`,

  // "secrets" holds the values of password fields, sealed. No row: the workflow's own "auto_enable", and no values.
  `create table config_workflows (
    config text collate "C" not null references configs (id) on delete cascade,
    workflow_id text collate "C" not null references workflows (id) on delete cascade,
    enabled boolean not null,
    fields jsonb not null default '{}',
    secrets jsonb not null default '{}',
    primary key (config, workflow_id)
  )`,
  `create index config_workflows_of_workflow on config_workflows (workflow_id)`,

  // Disconnecting an application removes what was set up for it. A config may exist before the connection does, so
  // this cannot be a foreign key; as a trigger it holds for every way in which the last connection can go.
  `create function delete_configs_of_connection() returns trigger language plpgsql as $$
    begin
      delete from configs
        where account_id = old.account_id and slug = old.slug
          and not exists (select from connections where account_id = old.account_id and slug = old.slug);
      return null;
    end
  $$`,
  `create trigger connections_delete_configs after delete on connections
    for each row execute function delete_configs_of_connection()`,
];
