// What each execution costs the database besides its own rows.
export const up = [
  // Held runs are few: those of a worker are found among all of them.
  `drop index runs_held`,
  `drop index runs_held_of_account`,
  `create index runs_held on runs (account_id, worker) where worker is not null`,

  // The account belongs to the organization and takes its executions along. Last, because it locks both tables.
  `alter table runs drop constraint runs_org_id_fkey`,
];
