import type { Reply } from "@junctor/sdk";
import { useRead } from "../../../api/use-api.ts";
import { useRenewal, useWatch } from "../../../api/use-live.ts";
import type { ExecutionStatus } from "../../../parts/values/execution-state.tsx";

const PATH = "/api/v2/public/execution/{id}";
export const TIMELINE_PATH = "/api/v2/public/execution/{id}/timeline";
/** Milliseconds between reads of a running execution while changes are not streamed. */
export const POLL_EVERY_MS = 2000;

/** An execution with its steps, without their inputs and outputs. */
export type Execution = Reply<"get", typeof PATH>;
/** A node of its workflow, and its state. */
export type ExecutionNode = Execution["nodes"][number];

/** Whether nothing more will happen. */
export function hasEnded(status: ExecutionStatus): boolean {
  return status !== "RUNNING" && status !== "STOPPING";
}

/** Whether it waits for something external; a queued one continues by itself. */
export function isWaiting({ status, waiting_for: reasons }: Execution): boolean {
  return status === "RUNNING" && reasons.some(({ kind }) => kind !== "queue");
}

/** The step that made it fail: what came before it need not be repeated. */
export function failedPath({ execution_error: error }: Execution): string | undefined {
  return error?.path ?? error?.node_id;
}

/** The changes that concern an execution. */
export const EXECUTION_KINDS = ["execution", "progress"] as const;

/**
 * Reads an execution, and again when something happens in it; nothing without an id. While changes are streamed it is
 * also read every `liveEveryMs`, if given.
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
  // Data that is still shown may be of the previous one.
  useWatch("watch", id ?? "", id !== undefined && read.data?._id === id && !hasEnded(read.data.status));
  return read;
}

/** The node that a path leads to, with its percent-encoding undone. */
export function nodeAt({ nodes }: Execution, path: string): ExecutionNode | undefined {
  const last = (path.split("/").at(-1) ?? "").replace(/%(25|2F|5B|5D)/g, decodeURIComponent);
  return nodes.find(({ node_id: id }) => id === last);
}
