import { useEffect, useRef } from "react";
import { useRead } from "../../../api/use-api.ts";
import { useNodeTypes } from "../../../parts/workflow-graph/node-types.ts";
import { type Execution, hasEnded } from "./use-execution.ts";

const PATH = "/api/v2/public/execution";
const SHOWN = 10;
const LIVE_EVERY_MS = 3000;

/** Executions that replay one, the newest first. */
export function useReplays({ _id: id, status }: Execution) {
  // Running executions are not replayed.
  return useRead(
    PATH,
    { query: { replay_of: id, limit: SHOWN } },
    {
      enabled: hasEnded(status),
      everyMs: (last) => (last?.docs.some((one) => !hasEnded(one.status)) ? LIVE_EVERY_MS : undefined),
    },
  );
}

/** Executions that one has called, the newest first. */
export function useCalled({ _id: id, status, nodes }: Execution) {
  const { types } = useNodeTypes();
  const called = useRead(
    PATH,
    { query: { parent_execution_id: id, limit: SHOWN } },
    {
      enabled: nodes.some(({ node_type: type }) => types.get(type)?.calls_workflows),
      everyMs: hasEnded(status) ? undefined : LIVE_EVERY_MS,
    },
  );
  const { refetch } = called;
  const before = useRef(status);
  useEffect(() => {
    // Calls between the last reading and the end.
    if (before.current !== status && hasEnded(status)) refetch();
    before.current = status;
  }, [status, refetch]);
  return called;
}
