// Large payloads of events are stored with those of the runs that they start, which are the same values.
export const up = [
  `alter table received_events add column payload_refs json`,
  `create function release_payloads_of_events() returns trigger language plpgsql as $$
    begin
      perform release_payloads(array(select id from deleted where payload_refs is not null));
      return null;
    end
  $$`,
  `create trigger received_events_deleted after delete on received_events referencing old table as deleted
    for each statement execute function release_payloads_of_events()`,
];
