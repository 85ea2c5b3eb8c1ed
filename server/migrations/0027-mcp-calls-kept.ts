// What more is known of a call: which process makes it, so that one whose process has gone is seen; the key under which it
// is made once; and who decided on it. A call that is refused before it is made is in the log, too.
export const up = [
  `alter table mcp_calls
    add column maker text collate "C",
    add column begun_at timestamptz,
    add column idempotency_key text collate "C",
    add column fingerprint bytea,
    add column decided_by text,
    add column decision_reason text,
    drop constraint mcp_calls_status_check,
    add constraint mcp_calls_status_check check
      (status in ('WAITING', 'RUNNING', 'COMPLETED', 'ERRORED', 'DENIED', 'EXPIRED', 'REFUSED'))`,
  // Two equal calls never wait at a time.
  `drop index mcp_calls_waiting`,
  `create unique index mcp_calls_waiting on mcp_calls (account_id, server_id, tool, fingerprint) where status = 'WAITING'`,
  `create unique index mcp_calls_by_key on mcp_calls (account_id, server_id, tool, idempotency_key)
    where idempotency_key is not null`,
  `create index mcp_calls_under_way on mcp_calls (maker) where status = 'RUNNING' and maker is not null`,
  `create index mcp_calls_of_organization on mcp_calls (org_id, environment, id)`,
  // Nobody knew which process made those that began before this; what is older than any call can last has ended.
  `update mcp_calls set status = 'ERRORED', finished_at = now(),
      error = 'The server stopped in the middle of this call. It may have been done: check before you call again.'
    where status = 'RUNNING' and title is null and created_at < now() - interval '1 day'`,

  // How approvals are asked for; null: by a link.
  `alter table mcp_settings add column approvals text check (approvals in ('link', 'api'))`,
];
