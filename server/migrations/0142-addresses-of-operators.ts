// An address belongs to one operator of each organization, so nobody can take it from another organization. Addresses
// of operators whom a provider has vouched for are proved; who else signs in under one is not known.
export const up = [
  `alter table operators drop constraint operators_email_key, add constraint operators_email_key unique (email, org_id)`,
  `alter table operators add column email_proved boolean not null default false`,
  `update operators set email_proved = true where oidc_subject is not null`,
  `drop index operators_by_oidc`,
  `create unique index operators_by_oidc on operators (oidc_issuer, oidc_subject, org_id)
    where oidc_subject is not null`,
];
