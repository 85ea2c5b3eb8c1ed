// Fields that the configs of an application ask for, declared by the organization, and their passwords.
export const up = [
  `create table application_fields (
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null check (environment in ('test', 'production')),
    slug text collate "C" not null,
    fields json not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0,
    primary key (org_id, environment, slug)
  )`,

  // Values of the application's password fields, sealed.
  `alter table configs add column secrets jsonb not null default '{}'`,
];
