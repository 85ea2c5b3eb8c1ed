import { JunctorError } from "@junctor/sdk";
import { Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useState } from "react";
import { type Item, useRead } from "../../../api/use-api.ts";
import { useRenewal } from "../../../api/use-live.ts";
import { JsonTree } from "../../../parts/json-tree/json-tree.tsx";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { Moment } from "../../../parts/time/moment.tsx";
import { Identifier } from "../../../parts/values/identifier.tsx";
import { type Mood, State } from "../../../parts/values/state.tsx";
import { RELATED } from "../../../words/execution.ts";
import { RelatedExecutions } from "./related-executions.tsx";
import { type Execution, hasEnded, POLL_EVERY_MS } from "./use-execution.ts";

const DELIVERIES_PATH = "/api/v2/public/webhook-deliveries";
const MOST_DELIVERIES = 20;

type Delivery = Item<"/api/v2/public/webhook-deliveries">;

const DELIVERY_MOODS: Readonly<Record<Delivery["status"], Mood>> = {
  pending: "busy",
  delivered: "good",
  failed: "bad",
  cancelled: "stopped",
};

/** The event that caused an execution, its replays and called executions, and the deliveries about it. */
export function Related({ execution }: { execution: Execution }) {
  const { associated_event_id: event } = execution;
  return (
    <Stack gap="md">
      <Title order={2} size="h5">
        {RELATED.title}
      </Title>
      {event !== null && <CausingEvent id={event} />}
      <RelatedExecutions execution={execution} />
      <TextLink to="/$environment/requests" search={{ execution_id: execution._id }} size="sm">
        {RELATED.requests}
      </TextLink>
      <Deliveries execution={execution} />
    </Stack>
  );
}

function CausingEvent({ id }: { id: string }) {
  const { data: event, error, refetch } = useRead("/api/v2/public/event/received/{id}", { path: { id } });
  const [isOpen, setIsOpen] = useState(false);
  const isGone = error instanceof JunctorError && error.status === 404;
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {RELATED.event}
      </Title>
      {isGone && (
        <Text size="sm" className="muted">
          {RELATED.eventGone}
        </Text>
      )}
      {error && !isGone && <Problem error={error} onRetry={refetch} />}
      {event && (
        <>
          <Group gap="md">
            <Text size="sm" fw={500}>
              {event.event}
            </Text>
            <Identifier id={event._id} />
            <Text size="sm" className="muted">
              {RELATED.received} <Moment at={event.received_at} />
            </Text>
            {!isOpen && (
              <Button variant="subtle" size="compact-xs" onClick={() => setIsOpen(true)}>
                {RELATED.showPayload}
              </Button>
            )}
          </Group>
          {isOpen && <JsonTree label={RELATED.event} value={event.payload} expression="input" />}
        </>
      )}
    </div>
  );
}

function Deliveries({ execution }: { execution: Execution }) {
  const { _id: id, environment, status, linked_account_id: customer } = execution;
  const everyMs = useRenewal(["delivery"], [DELIVERIES_PATH], {
    isAbout: (change) => change.linked_account_id === customer,
    everyMs: POLL_EVERY_MS,
  });
  const { data, error, refetch } = useRead(
    DELIVERIES_PATH,
    { query: { execution_id: id, limit: MOST_DELIVERIES } },
    {
      everyMs: (last) =>
        !hasEnded(status) || last?.docs.some((one) => one.status === "pending") ? everyMs : undefined,
    },
  );
  const deliveries = data?.docs ?? [];
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {RELATED.deliveries}
      </Title>
      {error && <Problem error={error} onRetry={refetch} />}
      {data && deliveries.length === 0 && (
        <Text size="sm" className="muted">
          {RELATED.noDeliveries}
        </Text>
      )}
      {deliveries.length > 0 && (
        <Table fz="sm" aria-label={RELATED.deliveries}>
          <Table.Tbody>
            {deliveries.map((one) => (
              <Table.Tr key={one._id}>
                <Table.Td w={120}>
                  <State mood={DELIVERY_MOODS[one.status]} word={RELATED.states[one.status]} />
                </Table.Td>
                <Table.Td>
                  <TextLink
                    to="/$environment/webhooks/deliveries/$id"
                    params={{ environment, id: one._id }}
                    size="sm"
                  >
                    {one.event}
                  </TextLink>
                </Table.Td>
                <Table.Td ta="right">
                  <Moment at={one.createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}
