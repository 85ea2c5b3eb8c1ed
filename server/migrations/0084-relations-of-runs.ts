// Executions that one has called, as a list in their order; and bulk replays as a list, with what they were asked for
// and by whom.
export const up = [
  `drop index runs_of_parent`,
  `create index runs_of_parent on runs (parent_run, id) where parent_run is not null`,

  // Null of those from before.
  `alter table replays add column filter json, add column started_by json`,
  `drop index replays_of_organization`,
  `create index replays_in_order on replays (org_id, environment, id desc)`,
  `drop index replays_of_account`,
  `create index replays_of_account on replays (account_id, id desc) where account_id is not null`,
];
