import { Table, Text, Title } from "@mantine/core";
import { useRead } from "../../api/use-api.ts";
import { Problem } from "../../parts/page/problem.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { SHARED_WEBHOOK } from "../../words/application-setup.ts";

// Somebody who sets up a webhook waits for its first event.
const EVERY_MS = 5000;

/** What lately arrived at the address that all customers of an application share. */
export function SharedArrivals({ slug }: { slug: string }) {
  const path = "/api/v2/public/application/{slug}/webhook-arrivals";
  const { data, error, refetch } = useRead(path, { path: { slug } }, { everyMs: EVERY_MS });
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (data === undefined) return null;
  return (
    <div>
      <Title order={3} fz="sm" mb="xs">
        {SHARED_WEBHOOK.arrivals}
      </Title>
      {data.docs.length === 0 ? (
        <Text size="sm" className="muted">
          {SHARED_WEBHOOK.noArrivals}
        </Text>
      ) : (
        <Table aria-label={SHARED_WEBHOOK.arrivals} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{SHARED_WEBHOOK.arrivalEvent}</Table.Th>
              <Table.Th>{SHARED_WEBHOOK.arrivalOutcome}</Table.Th>
              <Table.Th>{SHARED_WEBHOOK.arrivalTime}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.docs.map(({ event, outcome, arrived_at: at }) => (
              <Table.Tr key={`${event} ${outcome}`}>
                <Table.Td className="mono">{event}</Table.Td>
                <Table.Td>{SHARED_WEBHOOK.outcomes[outcome]}</Table.Td>
                <Table.Td>
                  <Moment at={at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}
