import { Group } from "@mantine/core";
import { ExecutionState, type ExecutionStatus } from "../../parts/values/execution-state.tsx";
import { EVENTS } from "../../words/events.ts";
import type { Received } from "./received.ts";

/** The states of the executions of an event: each state once, with its count. */
export function StartedStates({ executions }: { executions: Received["executions"] }) {
  if (executions.length === 0) return <span className="muted">{EVENTS.startedOf(0)}</span>;
  const counts = new Map<string, number>();
  for (const { status } of executions) counts.set(status, (counts.get(status) ?? 0) + 1);
  return (
    <Group gap="sm" wrap="nowrap" component="span" display="inline-flex" style={{ verticalAlign: "middle" }}>
      {[...counts].map(([status, count]) => (
        <Group key={status} gap={4} wrap="nowrap" component="span" display="inline-flex">
          {count > 1 && <span className="number">{count}</span>}
          <ExecutionState status={status as ExecutionStatus} />
        </Group>
      ))}
    </Group>
  );
}
