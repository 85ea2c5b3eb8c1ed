// With two default connections, one for each auth type, subscriptions were set up with the one in use. It can become the
// only default: then they go on, and do not end with the one that was idle (D518).
export const up = [
  `drop trigger connections_keep_subscriptions on connections`,
  `create trigger connections_keep_subscriptions after update of is_default on connections for each row
    when (old.is_default and not new.is_default
      and current_setting('junctor.default_stays', true) is distinct from 'true')
    execute function keep_subscriptions_of_connection()`,
];
