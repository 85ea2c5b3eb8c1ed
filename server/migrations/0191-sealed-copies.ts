// Where redaction rules apply, records show redacted copies. The originals that still have to be sent are sealed beside
// them: the payload of a delivery until its endpoint has accepted it, the result of a tool call until its agent has read
// it.
export const up = [
  `alter table webhook_deliveries add column sealed text`,
  `alter table mcp_calls add column sealed_result text`,
  `create index mcp_calls_with_sealed_result on mcp_calls (id) where sealed_result is not null`,
];
