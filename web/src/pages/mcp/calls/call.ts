import type { Item } from "../../../api/use-api.ts";
import type { Mood } from "../../../parts/values/state.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";

export type McpCall = Item<"/api/v2/public/mcp-calls">;

/** What is read again after a decision. */
export const RENEWED = [
  "/api/v2/public/mcp-calls",
  "/api/v2/public/mcp-servers",
  "/api/v2/public/approval",
  "/api/v2/public/execution",
] as const;

const MOODS: Record<McpCall["status"], Mood> = {
  WAITING: "waiting",
  RUNNING: "busy",
  COMPLETED: "good",
  ERRORED: "bad",
  DENIED: "stopped",
  EXPIRED: "stopped",
  REFUSED: "warn",
};

/** The state of a call. */
export function stateOfCall({ status }: McpCall): { mood: Mood; word: string } {
  return { mood: MOODS[status], word: MCP.statuses[status] };
}

/** How long a call took, in milliseconds, without the wait for a decision. */
export function tookMs({ createdAt, decidedAt, finishedAt }: McpCall): number | undefined {
  if (!finishedAt) return undefined;
  return new Date(finishedAt).getTime() - new Date(decidedAt ?? createdAt).getTime();
}
