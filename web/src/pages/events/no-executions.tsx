import { Group, Text } from "@mantine/core";
import { TextLink } from "../../parts/links/text-link.tsx";
import { EVENTS } from "../../words/events.ts";
import { isSwitchedOff, type WholeReceived } from "./received.ts";

/** Why an event has no executions. */
export function NoExecutions({ event }: { event: WholeReceived }) {
  const { linked_account_id: customer, workflow_id: workflow } = event;
  if (isSwitchedOff(event) && workflow !== undefined)
    return (
      <>
        <Text size="sm">{EVENTS.switchedOffHint(customer)}</Text>
        <Group gap="lg">
          <TextLink fz="sm" to="/$environment/workflows/$id" params={{ id: workflow }}>
            {EVENTS.showWorkflow}
          </TextLink>
          <TextLink
            fz="sm"
            to="/$environment/customers/$id"
            params={{ id: customer }}
            search={{ tab: "settings" }}
          >
            {EVENTS.switchOn}
          </TextLink>
        </Group>
      </>
    );
  return (
    <Text size="sm" className="muted">
      {getReason(event)}
    </Text>
  );
}

function getReason({ matched, repeated }: WholeReceived): string {
  if (matched > 0) return EVENTS.executionsDeleted;
  return repeated > 0 ? EVENTS.onlyRepeats : EVENTS.noExecutionsHint;
}
