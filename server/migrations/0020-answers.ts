// Steps that wait, such as approvals, are listed over all runs of an organization.
export const up = [`create index run_steps_waiting on run_steps (run_id) where status = 'Waiting'`];
