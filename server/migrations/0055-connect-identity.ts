// Links that begin one consent keep what was typed in before it, sealed; links that came out of an agent's call say who
// asked. An organization may have the addresses that it asks for with its API key lead to the provider at once.
export const up = [
  `alter table connect_links add column settings bytea, add column asked_by json`,
  `alter table organizations add column provider_oauth_url boolean not null default false`,
];
