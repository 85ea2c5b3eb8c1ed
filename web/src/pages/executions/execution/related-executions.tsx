import { Table, Text, Title } from "@mantine/core";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { Duration, Moment } from "../../../parts/time/moment.tsx";
import { ExecutionState } from "../../../parts/values/execution-state.tsx";
import { Identifier } from "../../../parts/values/identifier.tsx";
import { RELATED } from "../../../words/execution.ts";
import { useCalled, useReplays } from "./relatives.ts";
import type { Execution } from "./use-execution.ts";

/** Executions that repeat this one, and those that it has called. */
export function RelatedExecutions({ execution }: { execution: Execution }) {
  const { _id: id, environment } = execution;
  const replays = useReplays(execution);
  const called = useCalled(execution);
  return (
    <>
      {(replays.error || (replays.data?.docs.length ?? 0) > 0) && (
        <Listed title={RELATED.replays} list={replays} environment={environment} filter={{ replay_of: id }} />
      )}
      {(called.error !== null || called.data !== undefined) && (
        <Listed
          title={RELATED.called}
          list={called}
          environment={environment}
          filter={{ parent_execution_id: id }}
          empty={RELATED.noneCalled}
        />
      )}
    </>
  );
}

interface ListedProps {
  readonly title: string;
  readonly list: ReturnType<typeof useReplays>;
  readonly environment: string;
  /** The filter with which the list of executions finds all of them. */
  readonly filter: Readonly<Record<string, string>>;
  readonly empty?: string;
}

function Listed({ title, list: { data, error, refetch }, environment, filter, empty }: ListedProps) {
  const rows = data?.docs ?? [];
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {error && <Problem error={error} onRetry={refetch} />}
      {data && rows.length === 0 && (
        <Text size="sm" className="muted">
          {empty}
        </Text>
      )}
      {rows.length > 0 && (
        <Table fz="sm" aria-label={title} layout="fixed">
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row._id}>
                <Table.Td w={120}>
                  <ExecutionState status={row.status} isWaiting={row.waits_for !== undefined} />
                </Table.Td>
                <Table.Td>
                  <TextLink
                    to="/$environment/executions/$id"
                    params={{ environment, id: row._id }}
                    size="sm"
                    truncate
                    display="block"
                  >
                    {row.associated_workflow.name}
                  </TextLink>
                </Table.Td>
                <Table.Td w={112}>
                  <Identifier id={row._id} />
                </Table.Td>
                <Table.Td w={80} ta="right">
                  <Duration ms={row.instance_execution_time} />
                </Table.Td>
                <Table.Td w={96} ta="right">
                  <Moment at={row.createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {data?.hasNextPage && (
        <TextLink to="/$environment/executions" params={{ environment }} search={filter} size="sm">
          {RELATED.all(data.totalDocs, data.totalDocsIsEstimate === true)}
        </TextLink>
      )}
    </div>
  );
}
