// Large responses are stored with the results that they are made of, also where they are told to the run that called.
export const up = [
  `alter table runs add column response_refs json`,
  `alter table run_signals add column body_refs json`,
];
