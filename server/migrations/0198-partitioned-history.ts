// Steps and search terms of old executions are dropped with their partitions (D569). Retention, which deletes the
// executions before that, says so for its transaction; otherwise they are deleted with their execution as before.
export const up = [
  `create or replace function delete_steps_of_runs() returns trigger language plpgsql as $$
    begin
      if current_setting('junctor.drops_history', true) is distinct from 'on' then
        delete from run_steps using deleted where run_steps.run_id = deleted.id;
        delete from run_search using deleted where run_search.run_id = deleted.id;
      end if;
      delete from run_signals using deleted where run_signals.run_id = deleted.id;
      perform release_payloads(array(select id from deleted));
      return null;
    end
  $$`,
];
