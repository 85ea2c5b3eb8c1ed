// What a step gave, where its record hides passwords in it: the run goes on with that.
export const up = [`alter table run_steps add column sealed text`];
