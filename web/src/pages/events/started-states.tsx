import { Group } from "@mantine/core";
import { ExecutionState, type ExecutionStatus } from "../../parts/values/execution-state.tsx";
import { EVENTS } from "../../words/events.ts";
import { isSwitchedOff, type Received } from "./received.ts";

/** The states of the executions of an event: each state once, with its count; or why there are none. */
export function StartedStates({ received }: { received: Received }) {
  const { executions } = received;
  if (executions.length === 0)
    return (
      <span className="muted">{isSwitchedOff(received) ? EVENTS.switchedOff : EVENTS.startedOf(0)}</span>
    );
  const states = Map.groupBy(executions, ({ status, waits }) => (waits ? `${status} waits` : status));
  return (
    <Group gap="sm" wrap="nowrap" component="span" display="inline-flex" style={{ verticalAlign: "middle" }}>
      {[...states].map(([state, [first, ...others]]) => (
        <Group key={state} gap={4} wrap="nowrap" component="span" display="inline-flex">
          {others.length > 0 && <span className="number">{others.length + 1}</span>}
          <ExecutionState status={first?.status as ExecutionStatus} isWaiting={first?.waits === true} />
        </Group>
      ))}
    </Group>
  );
}
