import { Group, Table, Title } from "@mantine/core";
import { useRead } from "../../../api/use-api.ts";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { getTitle, stateOfRequest } from "../../../parts/requests/request.ts";
import { Duration } from "../../../parts/time/moment.tsx";
import { State } from "../../../parts/values/state.tsx";
import { REQUESTS } from "../../../words/requests.ts";
import { type Execution, hasEnded, POLL_EVERY_MS } from "./use-execution.ts";

const SHOWN = 5;
// The log is written a moment after the step.
const LATE_MS = 10_000;

interface StepRequestsProps {
  readonly execution: Execution;
  readonly path: string;
  /** When the shown attempt ended, in milliseconds since the epoch. */
  readonly endedMs: number;
}

/** The newest requests of a step to third parties; nothing if it sent none. */
export function StepRequests({ execution, path, endedMs }: StepRequestsProps) {
  const { _id: id, status } = execution;
  const isSettled = hasEnded(status) && Date.now() - endedMs > LATE_MS;
  const { data } = useRead(
    "/api/v2/public/requests",
    { query: { execution_id: id, step: path, limit: SHOWN } },
    { everyMs: isSettled ? undefined : POLL_EVERY_MS },
  );
  if (!data || data.docs.length === 0) return null;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h6">
          {REQUESTS.ofStep}
        </Title>
        {data.totalDocs > data.docs.length && (
          <TextLink to="/$environment/requests" search={{ execution_id: id, step: path }} size="sm">
            {REQUESTS.allOfStep(data.totalDocs)}
          </TextLink>
        )}
      </Group>
      <Table fz="sm" layout="fixed" aria-label={REQUESTS.ofStep}>
        <Table.Tbody>
          {data.docs.map((request) => (
            <Table.Tr key={request._id}>
              <Table.Td w={112}>
                <State {...stateOfRequest(request)} />
              </Table.Td>
              <Table.Td>
                <TextLink
                  to="/$environment/requests/$id"
                  params={{ id: request._id }}
                  size="sm"
                  truncate
                  display="block"
                >
                  {getTitle(request)}
                </TextLink>
              </Table.Td>
              <Table.Td w={80} ta="right">
                <Duration ms={request.duration_ms} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
