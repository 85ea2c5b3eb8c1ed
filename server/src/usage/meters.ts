/** What is counted for each linked account; `storage` is measured, in bytes. */
export const METERS = ["executions", "calls", "mcp_calls", "storage"] as const;
export type Meter = (typeof METERS)[number];
