// Executions that try a draft (`test`), and the steps in them that were not carried out (`stand_in`). Null of all others.
// What a test runs is a version with a number below zero, so that whatever reads the version of an execution finds it.
const OWNERS = [
  "org_id || '/' || environment",
  "account_id",
  "org_id || '/' || environment || '/' || workflow_id",
];
// Lists leave tests out, and so do their milestones: an owner that is null has none.
const UNTESTED = OWNERS.map((owner) => `'case when test is null then ${owner.replaceAll("'", "''")} end'`);

export const up = [
  `alter table runs add column test json`,
  `alter table run_steps add column stand_in json`,
  // The list of tests.
  `create index runs_of_tests on runs (org_id, environment, id desc) where test is not null`,
  // Whether a test still refers to a version of its own.
  `create index runs_by_tested_version on runs (workflow_id, workflow_version) where test is not null`,
  `create index workflow_versions_of_tests on workflow_versions (workflow_id, version) where version < 0`,
  `drop trigger runs_lower_milestones on runs`,
  `create trigger runs_lower_milestones after delete on runs referencing old table as deleted
    for each statement execute function lower_milestones(${UNTESTED.join(", ")})`,
];
