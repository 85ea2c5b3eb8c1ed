import type { Item } from "../../../api/use-api.ts";
import type { Mood } from "../../../parts/values/state.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";

export type Call = Item<"/api/v2/public/mcp-calls">;

/** What is read again after a decision. */
export const RENEWED = ["/api/v2/public/mcp", "/api/v2/public/approval", "/api/v2/public/execution"];

const MOODS: Record<Call["status"], Mood> = {
  WAITING: "waiting",
  RUNNING: "busy",
  COMPLETED: "good",
  ERRORED: "bad",
  DENIED: "stopped",
  EXPIRED: "stopped",
  REFUSED: "warn",
};

/** How a call stands. */
export function stateOfCall({ status }: Call): { mood: Mood; word: string } {
  return { mood: MOODS[status], word: MCP.statuses[status] };
}

/** How long a call took, in milliseconds; the time that it waited for a decision does not count. */
export function tookMs({ createdAt, decidedAt, finishedAt }: Call): number | undefined {
  if (!finishedAt) return undefined;
  return new Date(finishedAt).getTime() - new Date(decidedAt ?? createdAt).getTime();
}
