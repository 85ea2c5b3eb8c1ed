// What an organization shows its customers in the portal: which applications it offers, in which order, in each
// environment (null, as organizations have had it so far: all that are enabled), and texts of its own.
export const up = [
  `alter table organizations
    add column offered_test jsonb,
    add column offered_production jsonb,
    add column portal_texts jsonb not null default '{}'`,
];
