// What an execution, or a delivery, continues in a trace (D531); null while tracing is off.
export const up = [
  `alter table runs add column traceparent text`,
  `alter table webhook_deliveries add column traceparent text`,
];
