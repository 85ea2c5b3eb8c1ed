// Subscriptions at providers are renewed or checked from now on, those from before first within a day.
export const up = [
  `update trigger_subscriptions set next_at = now() + random() * interval '1 day'
    where kind = 'webhook' and subscribed and wanted and next_at is null and status = 'active'`,
];
