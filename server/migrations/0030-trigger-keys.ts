// A key goes when its window ends; one without an end goes by its age. Each is in one of the two indexes.
export const up = [
  `drop index trigger_keys_by_age`,
  `create index trigger_keys_by_end on trigger_keys (free_at) where free_at is not null`,
  `create index trigger_keys_endless on trigger_keys (claimed_at) where free_at is null`,
];
