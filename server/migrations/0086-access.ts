// Links of support do not let assistants in; an operator is whom the identity provider calls by issuer and subject.
export const up = [
  `alter table connect_links add column without_assistants boolean not null default false`,
  `alter table operators add column oidc_issuer text, add column oidc_subject text,
    add constraint operators_oidc_whole check ((oidc_issuer is null) = (oidc_subject is null))`,
  `create unique index operators_by_oidc on operators (oidc_issuer, oidc_subject) where oidc_subject is not null`,
];
