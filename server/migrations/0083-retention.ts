// How many days an organization keeps what has happened in each environment; null: as long as the server does.
export const up = [
  `alter table organizations
    add column retention_test_days integer check (retention_test_days > 0),
    add column retention_production_days integer check (retention_production_days > 0)`,
];
