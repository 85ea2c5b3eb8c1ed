import { useRead } from "../../api/use-api.ts";

const EVERY_MS = 10_000;

/** How many calls and steps of executions wait for a decision; undefined until both are known. */
export function useWaiting(): number | undefined {
  const query = { limit: 1 };
  const calls = useRead(
    "/api/v2/public/mcp-calls",
    { query: { ...query, status: "WAITING" } },
    { everyMs: EVERY_MS },
  );
  const steps = useRead("/api/v2/public/approval", { query }, { everyMs: EVERY_MS });
  if (!calls.data || !steps.data) return undefined;
  return calls.data.totalDocs + steps.data.totalDocs;
}
