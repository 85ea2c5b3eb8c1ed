import { Alert, Group, List, Skeleton, Stack, Table, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { useApplications } from "../../parts/applications/use-building-blocks.ts";
import { JsonTree } from "../../parts/json-tree/json-tree.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { ExecutionState, type ExecutionStatus } from "../../parts/values/execution-state.tsx";
import { Identifier } from "../../parts/values/identifier.tsx";
import { State } from "../../parts/values/state.tsx";
import { EVENTS } from "../../words/events.ts";
import { NoExecutions } from "./no-executions.tsx";
import { getBalance, type WholeReceived } from "./received.ts";

export const Route = createLazyRoute("/$environment/events/$id")({ component: EventPage });

const EVERY_MS = 5000;

function EventPage() {
  const { id } = useParams({ from: "/$environment/events/$id" });
  const {
    data: event,
    error,
    refetch,
  } = useRead("/api/v2/public/event/received/{id}", { path: { id } }, { everyMs: EVERY_MS });
  return (
    <Page
      title={event?.event ?? EVENTS.event}
      back={{ to: "/$environment/events", label: EVENTS.inbox }}
      facts={
        event && (
          <Group gap="md">
            <State {...getBalance(event)} />
            <Identifier id={event._id} />
            <Moment at={event.received_at} />
          </Group>
        )
      }
    >
      {error && !event && <Problem error={error} onRetry={refetch} />}
      {!error && !event && <Skeleton height={200} />}
      {event && (
        <>
          {event.imbalance && <Imbalance messages={event.imbalance} />}
          <Related event={event} />
          <Started event={event} />
          <section>
            <Title order={2} fz={15} mb="sm">
              {EVENTS.payload}
            </Title>
            <JsonTree label={EVENTS.payload} value={event.payload} expression="input" />
          </section>
        </>
      )}
    </Page>
  );
}

function Imbalance({ messages }: { messages: readonly string[] }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title={EVENTS.wrong}>
      <List size="sm">
        {messages.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Related({
  event: { linked_account_id: account, slug, repeated, payload_size },
}: {
  event: WholeReceived;
}) {
  const application = useApplications(slug !== undefined).find((one) => one.slug === slug);
  return (
    <Group gap="lg" fz="sm">
      <span>
        <span className="muted">{EVENTS.customer} </span>
        <TextLink fz="sm" to="/$environment/customers/$id" params={{ id: account }}>
          {account}
        </TextLink>
      </span>
      {slug && (
        <span>
          <span className="muted">{EVENTS.application} </span>
          <TextLink fz="sm" to="/$environment/applications/$slug" params={{ slug }}>
            {application?.name ?? slug}
          </TextLink>
        </span>
      )}
      {repeated > 0 && <span>{EVENTS.repeated(repeated)}</span>}
      <span>
        <span className="muted">{EVENTS.size} </span>
        {payload_size.toLocaleString("en")} B
      </span>
    </Group>
  );
}

function Started({ event }: { event: WholeReceived }) {
  const { executions } = event;
  return (
    <Stack gap="sm">
      <Title order={2} fz={15}>
        {EVENTS.executions}
      </Title>
      {executions.length === 0 ? (
        <NoExecutions event={event} />
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table aria-label={EVENTS.executions} fz="sm">
            <Table.Thead>
              <Table.Tr>
                {[EVENTS.workflow, EVENTS.status, EVENTS.deliveries, EVENTS.execution].map((header) => (
                  <Table.Th key={header}>{header}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {executions.map(({ _id, workflow_name, status, waits, deliveries }) => (
                <Table.Tr key={_id}>
                  <Table.Td>
                    <TextLink fz="sm" to="/$environment/executions/$id" params={{ id: _id }}>
                      {workflow_name}
                    </TextLink>
                  </Table.Td>
                  <Table.Td>
                    <ExecutionState status={status as ExecutionStatus} isWaiting={waits === true} />
                  </Table.Td>
                  <Table.Td>
                    <TextLink fz="sm" to="/$environment/webhooks/deliveries" search={{ execution_id: _id }}>
                      {EVENTS.deliveriesOf(deliveries)}
                    </TextLink>
                  </Table.Td>
                  <Table.Td>
                    <Identifier id={_id} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
