// What lately arrived at the webhook address that all customers of an application share, so that whoever sets it up sees
// it also while nobody listens: the last time of each event and of what came of it, a few for each application.
export const up = [
  `create table shared_arrivals (
    org_id text collate "C" not null references organizations (id) on delete cascade,
    environment text not null,
    slug text collate "C" not null,
    event text collate "C" not null,
    outcome text not null check (outcome in ('delivered', 'unheard', 'unknown_customer')),
    arrived_at timestamptz not null,
    primary key (org_id, environment, slug, event, outcome)
  )`,
];
