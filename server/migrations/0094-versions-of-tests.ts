// The version that a test runs is of that execution alone, and goes with it; nobody looks for those that are left over.
export const up = [
  `drop index runs_by_tested_version`,
  `drop index workflow_versions_of_tests`,
  `create function delete_versions_of_tests() returns trigger language plpgsql as $$
    begin
      delete from workflow_versions v using deleted d
        where d.workflow_version < 0 and v.workflow_id = d.workflow_id and v.version = d.workflow_version;
      return null;
    end
  $$`,
  `create trigger runs_delete_versions_of_tests after delete on runs referencing old table as deleted
    for each statement execute function delete_versions_of_tests()`,
];
