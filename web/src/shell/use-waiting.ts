import { useRead } from "../api/use-api.ts";
import { useRenewal } from "../api/use-live.ts";

const EVERY_MS = 10_000;
const PATHS = ["/api/v2/public/mcp-calls", "/api/v2/public/approval"] as const;

/** How many calls and steps of executions wait for a decision; undefined until both are known. */
export function useWaiting(): number | undefined {
  const query = { limit: 1 };
  const everyMs = useRenewal(["mcp_call", "approval"], PATHS, { everyMs: EVERY_MS });
  const calls = useRead("/api/v2/public/mcp-calls", { query: { ...query, status: "WAITING" } }, { everyMs });
  const steps = useRead("/api/v2/public/approval", { query }, { everyMs });
  if (!calls.data || !steps.data) return undefined;
  return calls.data.totalDocs + steps.data.totalDocs;
}
