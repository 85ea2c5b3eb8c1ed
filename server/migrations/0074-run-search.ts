// What executions are found by: a row beside each run, because an index on `runs` over values that change would make
// every update of a run write all of its indexes. A term is the hash of a value or a word (`runs/start/search-terms.ts`; D287).
export const up = [
  `create table run_search (
    run_id text collate "C" primary key,
    terms bigint[] not null,
    places integer[] not null default '{}'
  )`,
  // What was inserted last waits in a list that each search reads: a short one keeps searches fast.
  `create index run_search_terms on run_search using gin (terms) with (gin_pending_list_limit = 512)`,
  // With the errors of the few that fail, a row changes once.
  `alter table run_search set (fillfactor = 95)`,
  `create or replace function delete_steps_of_runs() returns trigger language plpgsql as $$
    begin
      delete from run_steps using deleted where run_steps.run_id = deleted.id;
      delete from run_signals using deleted where run_signals.run_id = deleted.id;
      delete from run_search using deleted where run_search.run_id = deleted.id;
      perform release_payloads(array(select id from deleted));
      return null;
    end
  $$`,
];
