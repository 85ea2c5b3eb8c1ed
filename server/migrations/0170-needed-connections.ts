// Whether an account has to connect an application of one's own, for queries: the rule of `needsConnection` in
// `server/src/apps/connector-auth.ts` (D515). Texts are compared because this must never fail.
export const up = [
  `alter table custom_applications add column needs_connection boolean not null generated always as (
    not coalesce(case provider
      when 'mcp' then definition #>> '{auth,kind}' = 'none'
      else definition #>> '{auth,your_app}' is not null
        or definition #>> '{auth,keybased,fields}' = '[]' and definition #>> '{auth,keybased,token}' is null
          and definition #>> '{auth,oauth2}' is null and coalesce(definition #>> '{settings}', '[]') = '[]'
    end, false)) stored`,
  // Applications of the catalog are known to processes alone: `server/src/triggers/wanted-store.ts` has its query.
  `drop view wanted_triggers`,

  // The settings for an application that needs no connection do not end with one.
  `drop trigger connections_delete_configs on connections`,
  `create trigger connections_delete_configs after delete on connections for each row
    when (current_setting('junctor.configs_stay', true) is distinct from 'true')
    execute function delete_configs_of_connection()`,
];
