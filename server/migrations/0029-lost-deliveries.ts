// Pending deliveries that nobody will send: next to none, so that the index costs nothing.
export const up = [
  `create index webhook_deliveries_lost on webhook_deliveries (id) where status = 'pending' and next_attempt_at is null
    and ready_at is null and worker is null`,
];
