// Requests to third parties, for the people who look for the cause of a failure: without secrets, and cut where they
// are long. One table and few indexes, because every call of a step adds a row.
export const up = [
  `create table provider_requests (
    id text collate "C" primary key,
    org_id text collate "C" not null,
    environment text not null check (environment in ('test', 'production')),
    account_id text collate "C" not null references linked_accounts (id) on delete cascade,
    slug text collate "C",
    connection_id text collate "C",
    cause text not null,
    subject text,
    run_id text collate "C",
    step_path text,
    method text,
    url text,
    status integer,
    status_class integer not null,
    error text,
    duration_ms integer not null,
    request json,
    response json,
    created_at timestamptz not null
  )`,
  `create index provider_requests_of_organization on provider_requests (org_id, environment, id)`,
  `create index provider_requests_of_account on provider_requests (account_id, id)`,
  `create index provider_requests_of_application on provider_requests (org_id, environment, slug, id)`,
  `create index provider_requests_of_run on provider_requests (run_id, id) where run_id is not null`,
  `create index provider_requests_of_connection on provider_requests (connection_id, id) where connection_id is not null`,
  // Filters that few rows match: without an index the whole list is read to find that out.
  `create index provider_requests_by_status on provider_requests (org_id, environment, id, status_class)
    where status_class <> 2`,
  `create index provider_requests_by_cause on provider_requests (org_id, environment, cause, id) where cause <> 'step'`,
];
