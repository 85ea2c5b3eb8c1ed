// A meter that few accounts use would otherwise be looked for among all usage.
export const up = [
  `create index concurrently usage_days_of_meter on usage_days (org_id, environment, meter, id desc)`,
];
