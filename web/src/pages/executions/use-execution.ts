import type { Reply } from "@junctor/sdk";
import { useRead } from "../../api/use-api.ts";
import { useRenewal } from "../../api/use-live.ts";
import type { ExecutionStatus } from "../../parts/execution-state.tsx";

const PATH = "/api/v2/public/execution/{id}";
const LIVE_EVERY_MS = 2000;

/** An execution with its steps, without what they were given and came to. */
export type Execution = Reply<"get", typeof PATH>;
/** A node of its workflow, and how it stands. */
export type ExecutionNode = Execution["nodes"][number];

/** Whether nothing more will happen. */
export function hasEnded(status: ExecutionStatus): boolean {
  return status !== "RUNNING" && status !== "STOPPING";
}

/** Reads an execution, again and again while it goes on. */
export function useExecution(id: string) {
  // The stream tells at once of the beginning and the end, but not of steps.
  const everyMs = useRenewal(["execution"], [PATH], {
    isAbout: ({ _id }) => _id === id,
    everyMs: LIVE_EVERY_MS,
    liveEveryMs: LIVE_EVERY_MS,
  });
  return useRead(
    PATH,
    { path: { id }, query: { payloads: false } },
    { everyMs: (last) => (last && !hasEnded(last.status) ? everyMs : undefined) },
  );
}

/** The node that a path leads to: what would be read as part of a path is percent-encoded in it. */
export function nodeAt({ nodes }: Execution, path: string): ExecutionNode | undefined {
  const last = (path.split("/").at(-1) ?? "").replace(/%(25|2F|5B|5D)/g, decodeURIComponent);
  return nodes.find(({ node_id: id }) => id === last);
}
