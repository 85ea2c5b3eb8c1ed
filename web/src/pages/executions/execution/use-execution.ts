import type { Reply } from "@junctor/sdk";
import { useRead } from "../../../api/use-api.ts";
import { useRenewal, useWatch } from "../../../api/use-live.ts";
import type { ExecutionStatus } from "../../../parts/values/execution-state.tsx";

const PATH = "/api/v2/public/execution/{id}";
export const TIMELINE_PATH = "/api/v2/public/execution/{id}/timeline";
/** Milliseconds between two readings of what goes on, where changes are not told. */
export const POLL_EVERY_MS = 2000;

/** An execution with its steps, without what they were given and came to. */
export type Execution = Reply<"get", typeof PATH>;
/** A node of its workflow, and how it stands. */
export type ExecutionNode = Execution["nodes"][number];

/** Whether nothing more will happen. */
export function hasEnded(status: ExecutionStatus): boolean {
  return status !== "RUNNING" && status !== "STOPPING";
}

/** Whether it goes on only after something that it waits for; its turn comes by itself. */
export function isWaiting({ status, waiting_for: reasons }: Execution): boolean {
  return status === "RUNNING" && reasons.some(({ kind }) => kind !== "queue");
}

/** The step that made it fail: what came before it need not happen twice. */
export function failedPath({ execution_error: error }: Execution): string | undefined {
  return error?.path ?? error?.node_id;
}

/** What tells that an execution has changed. */
export const EXECUTION_KINDS = ["execution", "progress"] as const;

/**
 * Reads an execution, again as something happens in it; none without an id. Where changes are told it is read every
 * `liveEveryMs` all the same, if given.
 */
export function useExecution(id: string | undefined, { liveEveryMs }: { liveEveryMs?: number } = {}) {
  const everyMs = useRenewal(EXECUTION_KINDS, [PATH], {
    isAbout: ({ _id }) => _id === id,
    // It may be long, and is then read less often.
    except: [TIMELINE_PATH],
    everyMs: POLL_EVERY_MS,
    ...(liveEveryMs !== undefined && { liveEveryMs }),
  });
  const read = useRead(
    PATH,
    { path: { id: id ?? "" }, query: { payloads: false } },
    { enabled: id !== undefined, everyMs: (last) => (last && !hasEnded(last.status) ? everyMs : undefined) },
  );
  // What is still shown of the last one is not this one.
  useWatch("watch", id ?? "", id !== undefined && read.data?._id === id && !hasEnded(read.data.status));
  return read;
}

/** The node that a path leads to: what would be read as part of a path is percent-encoded in it. */
export function nodeAt({ nodes }: Execution, path: string): ExecutionNode | undefined {
  const last = (path.split("/").at(-1) ?? "").replace(/%(25|2F|5B|5D)/g, decodeURIComponent);
  return nodes.find(({ node_id: id }) => id === last);
}
