// Some applications send the events of all customers to one address. What proves them is a secret of the organization,
// and whose an event is, a listener says: an event and the provider's own identifier of an account (D522).
const RECORDED = "'slug', 'slug', 'enabled client_id scopes', 'client_secret webhook_secret'";
const COLUMNS = ["enabled", "client_id", "scopes", "client_secret", "webhook_secret"];
const differs = COLUMNS.map((column) => `old.${column} is distinct from new.${column}`).join(" or ");

export const up = [
  `alter table application_settings add column webhook_secret bytea`,

  ...["insert", "update", "delete"].flatMap((event) => [
    `drop trigger audit_log_${event} on application_settings`,
    `create trigger audit_log_${event} after ${event} on application_settings for each row
      when (pg_trigger_depth() = 0${event === "update" ? ` and (${differs})` : ""})
      execute function record_change(${RECORDED})`,
  ]),

  `create table trigger_listeners (
    subscription_id text collate "C" not null references trigger_subscriptions (id) on delete cascade,
    event text collate "C" not null,
    identifier text collate "C" not null,
    org_id text collate "C" not null,
    environment text not null,
    slug text collate "C" not null,
    primary key (subscription_id, event, identifier)
  )`,
  `create index trigger_listeners_by_identifier on trigger_listeners (org_id, environment, slug, identifier, event)`,
];
