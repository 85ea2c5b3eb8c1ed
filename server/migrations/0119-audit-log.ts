interface Recorded {
  /** What is recorded, and compared where a row is updated; `:json` where the type cannot be compared. */
  readonly columns: string;
  /** Of these only that they changed. */
  readonly secrets?: string;
  /** Columns whose first value that is not null names the object; none: its owner's. */
  readonly name?: string;
  readonly id?: string;
  /** On which statements; all three by default. */
  readonly on?: string;
  /** A further condition of deletions. */
  readonly deleted?: string;
  /** Secrets that change by themselves, and so make no record alone. */
  readonly quiet?: true;
}

const namesOf = (list: string) => list.split(" ").filter(Boolean);

/** Triggers that record the changes of a table, with the facts that change by themselves left out. */
function record(table: string, { columns, secrets = "", ...more }: Recorded): string[] {
  const { name = "", id = "id", on = "insert update delete", deleted, quiet } = more;
  const plain = namesOf(columns).map((column) => column.replace(":json", ""));
  const given = [id, name, plain.join(" "), secrets].map((text) => `'${text}'`).join(", ");
  const compared = [...namesOf(columns), ...(quiet ? [] : namesOf(secrets))];
  const differs = compared.map((column) => {
    const [bare, json] = column.split(":");
    const cast = json ? "::text" : "";
    return `old.${bare}${cast} is distinct from new.${bare}${cast}`;
  });
  // What goes with its parent is told by the parent's record.
  const direct = "pg_trigger_depth() = 0";
  const conditions: Record<string, string> = {
    insert: direct,
    update: `${direct} and (${differs.join(" or ")})`,
    delete: deleted ? `${direct} and ${deleted}` : direct,
  };
  return namesOf(on).map(
    (event) => `create trigger audit_log_${event} after ${event} on ${table} for each row
      when (${conditions[event]}) execute function record_change(${given})`,
  );
}

const WORKFLOW =
  "slug alias name description icon index_order auto_enable hide_in_config environments nodes:json edges:json settings:json data_slots:json test_instance_meta_data:json";

// Changes of configuration, access and credentials, recorded by the statements that make them: nobody who changes
// something can forget it, and record and fact commit together. Who acts stands in the setting `junctor.actor`.
export const up = [
  // What has not been added to a chain yet.
  `create table audit_log_pending (
    id bigint generated always as identity primary key,
    org_id text collate "C" not null,
    environment text not null,
    at timestamptz not null,
    source text not null,
    event text not null,
    object_id text,
    object_name text,
    account_id text,
    before jsonb,
    after jsonb,
    secrets text[] not null,
    actor jsonb
  )`,

  // The log: a chain for each environment of an organization, and one of what both share. Values are kept as the text
  // that was hashed.
  `create table audit_log (
    org_id text collate "C" not null,
    environment text not null check (environment in ('test', 'production', 'both')),
    sequence bigint not null,
    id text collate "C" not null,
    at timestamptz not null,
    action text not null,
    object_type text not null,
    object_id text collate "C",
    object_name text,
    account_id text collate "C",
    actor_kind text not null,
    actor_id text collate "C",
    actor_name text,
    operation text,
    address text,
    user_agent text,
    before json,
    after json,
    secrets text[] not null,
    hash bytea not null,
    primary key (org_id, environment, sequence)
  )`,
  // The list of all, newest first, and a cursor's place in it.
  `create unique index audit_log_by_id on audit_log (org_id, id)`,
  // What happened to one object.
  `create index audit_log_of_object on audit_log (org_id, object_type, object_id, id)`,
  // What one operator, key or customer did.
  `create index audit_log_of_actor on audit_log (org_id, actor_id, id) where actor_id is not null`,
  // What concerned one customer.
  `create index audit_log_of_account on audit_log (org_id, account_id, id) where account_id is not null`,

  // Where each chain ends, and where its oldest part was cut off; sealed, so that neither can be moved.
  `create table audit_log_chains (
    org_id text collate "C" not null,
    environment text not null,
    last_sequence bigint not null,
    last_hash bytea not null,
    cut_sequence bigint not null default 0,
    cut_hash bytea not null,
    seal bytea not null,
    primary key (org_id, environment)
  )`,
  // Whose turn it is to write. One row.
  `create table audit_log_writer (is_only boolean primary key default true check (is_only))`,
  "insert into audit_log_writer default values",

  `alter table organizations
    add column audit_test_days integer check (audit_test_days > 0),
    add column audit_production_days integer check (audit_production_days > 0)`,

  // A value too large to be kept twice is told by its size and digest. What is shown of a value is decided later.
  `create function audited_value(value jsonb) returns jsonb language sql immutable as $$
    select case when octet_length(value::text) > 262144
      then jsonb_build_object('left_out_bytes', octet_length(value::text),
        'sha256', encode(sha256(convert_to(value::text, 'UTF8')), 'hex'))
      else value end
  $$`,

  `create function record_change() returns trigger language plpgsql as $$
    declare
      was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
      became jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
      changed jsonb := case when tg_op = 'DELETE' then was else became end;
      actor jsonb := nullif(current_setting('junctor.actor', true), '')::jsonb;
      names text[] := string_to_array(tg_argv[1], ' ');
      owner record;
      customer text;
      scope text;
      before jsonb;
      after jsonb;
      secrets text[];
    begin
      if tg_table_name = 'linked_accounts' then
        -- Ids and times of fields are new each time that a field is sent.
        was := was || jsonb_build_object('udf', (select jsonb_object_agg(f->>'key_name', f->'key_value')
          from jsonb_array_elements(was->'udf') f));
        became := became || jsonb_build_object('udf', (select jsonb_object_agg(f->>'key_name', f->'key_value')
          from jsonb_array_elements(became->'udf') f));
      end if;
      select jsonb_object_agg(c, audited_value(was->c)) filter (where tg_op <> 'INSERT'),
          jsonb_object_agg(c, audited_value(became->c)) filter (where tg_op <> 'DELETE')
        into before, after
        from unnest(string_to_array(tg_argv[2], ' ')) c
        where nullif(was->c, 'null') is distinct from nullif(became->c, 'null');
      secrets := array(select s from unnest(string_to_array(nullif(tg_argv[3], ''), ' ')) s
        where nullif(was->s, 'null') is distinct from nullif(became->s, 'null'));
      if tg_op = 'UPDATE' and after is null and secrets = '{}' then
        return null;
      end if;

      case tg_table_name
        when 'config_workflows' then
          select c.org_id, c.environment, c.account_id, c.id, c.slug || '/' || c.config_id as name
            into owner from configs c where c.id = changed->>'config';
        when 'webhook_secrets' then
          select w.org_id, w.environment, null::text as account_id, w.id, coalesce(w.description, w.url) as name
            into owner from webhooks w where w.id = changed->>'webhook_id';
        when 'operator_sessions' then
          select o.org_id, 'both' as environment, null::text as account_id, changed->>'id' as id,
              coalesce(o.name, o.email) as name
            into owner from operators o where o.id = changed->>'operator_id';
        when 'operator_links' then
          select changed->>'org_id' as org_id, 'both' as environment, null::text as account_id, o.id,
              coalesce(o.name, o.email) as name
            into owner from (select) one left join operators o on o.id = changed->>'operator_id';
        else
          select case when tg_table_name = 'organizations' then changed->>'id' else changed->>'org_id' end as org_id,
              case when tg_table_name in ('organizations', 'operators') then 'both'
                when tg_table_name <> 'workflows' then changed->>'environment'
                -- A workflow of both environments is changed in the one from which it is.
                when jsonb_array_length(changed->'environments') = 1 then changed->'environments'->>0
                else coalesce(actor->>'environment', 'both') end as environment,
              case when tg_table_name <> 'linked_accounts' then changed->>'account_id' end as account_id,
              changed->>tg_argv[0] as id,
              (select left(changed->>n, 500) from unnest(names) with ordinality as listed (n, place)
                where changed->>n is not null order by place limit 1) as name
            into owner;
      end case;
      if owner.org_id is null then
        return null;
      end if;
      if tg_table_name = 'linked_accounts' then
        customer := changed->>'account_id';
      elsif owner.account_id is not null then
        select a.account_id into customer from linked_accounts a where a.id = owner.account_id;
      end if;
      insert into audit_log_pending
          (org_id, environment, at, source, event, object_id, object_name, account_id, before, after, secrets, actor)
        values (owner.org_id, owner.environment, date_trunc('milliseconds', clock_timestamp()), tg_table_name,
          lower(tg_op), owner.id, owner.name, customer, before, after, secrets, actor);
      return null;
    end $$`,

  ...record("organizations", {
    columns:
      "name logo color background_color support language offered_test offered_production portal_texts session_token_ttl_s frame_origins whole_workflows provider_oauth_url rate_limit_requests rate_limit_triggers retention_test_days retention_production_days audit_test_days audit_production_days",
    name: "name",
  }),
  ...record("operators", {
    columns: "email name test_role production_role totp_on oidc_issuer oidc_subject",
    secrets: "password_hash totp_sealed",
    name: "name email",
  }),
  // What is renewed and what has ended by itself is nobody's change.
  ...record("operator_sessions", {
    columns: "operator_id address user_agent",
    on: "insert delete",
    deleted: "old.expires_at > now()",
  }),
  ...record("operator_links", { columns: "operator_id expires_at", secrets: "hash", on: "insert" }),
  ...record("api_keys", {
    columns: "name role last_four expires_at revoked_at",
    secrets: "hash",
    name: "name last_four",
  }),
  // They are issued for each page that a customer opens: only that one was revoked is told.
  ...record("session_tokens", { columns: "revoked_at", on: "update" }),

  ...record("webhooks", {
    columns:
      "type url events is_enabled description slug workflow_ids method body headers:json group_name promoted_from disabled_reason",
    secrets: "sealed_url sealed_headers",
    name: "description url",
  }),
  ...record("webhook_secrets", { columns: "expires_at", secrets: "sealed", on: "insert update" }),

  ...record("application_settings", {
    columns: "enabled client_id scopes",
    secrets: "client_secret",
    id: "slug",
    name: "slug",
  }),
  ...record("application_fields", { columns: "fields:json", id: "slug", name: "slug" }),
  ...record("custom_applications", { columns: "definition:json provider", id: "slug", name: "slug" }),
  ...record("connections", {
    columns: "auth_type status identifier connected_at",
    secrets: "secrets",
    name: "slug",
    quiet: true,
  }),
  ...record("connect_links", {
    columns: "slug config_id expires_at without_assistants",
    secrets: "token_hash",
    name: "slug",
    on: "insert",
  }),

  ...record("linked_accounts", {
    columns: "name udf language",
    secrets: "your_app",
    name: "name account_id",
  }),
  ...record("application_events", { columns: "name fields sample json_schema", name: "name" }),

  ...record("workflows", { columns: WORKFLOW, name: "name" }),
  ...record("workflow_publications", {
    columns: "version slug name description icon index_order auto_enable hide_in_config",
    id: "workflow_id",
    name: "name",
  }),
  ...record("workflow_webhook_secrets", {
    columns: "expires_at",
    secrets: "sealed",
    id: "workflow_id",
    deleted: "(old.expires_at is null or old.expires_at > now())",
  }),
  ...record("webhook_address_rotations", { columns: "generation older_until", id: "workflow_id" }),

  ...record("configs", { columns: "slug config_id fields labels", secrets: "secrets", name: "slug" }),
  ...record("config_workflows", { columns: "workflow_id enabled fields", secrets: "secrets" }),
  ...record("schedules", {
    columns: "event_id workflow workflow_id config_id timing options payload:json paused",
    name: "event_id",
  }),

  ...record("mcp_servers", {
    columns:
      "name description agent_name primary_color secondary_color base_prompt safe_mode suggestions chains associated_apps resources",
    name: "name",
  }),
  ...record("mcp_server_changes", { columns: "fields", id: "server_id" }),
  ...record("mcp_settings", { columns: "sign_in_url product_name logo approvals", id: "environment" }),
  ...record("mcp_tokens", {
    columns: "server_id expires_at",
    secrets: "hash",
    on: "insert delete",
    deleted: "(old.expires_at is null or old.expires_at > now())",
  }),
  ...record("mcp_oauth_grants", {
    columns: "server_id client_id client_name expires_at",
    name: "client_name",
    on: "insert delete",
    deleted: "(old.expires_at is null or old.expires_at > now())",
  }),
];
