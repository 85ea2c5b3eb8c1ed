import { Table } from "@mantine/core";
import { useRead } from "../../../api/use-api.ts";
import { Moment } from "../../../parts/time/moment.tsx";
import { ExecutionState } from "../../../parts/values/execution-state.tsx";
import { BULK } from "../../../words/executions.ts";
import type { BulkFilter } from "./use-bulk-replay.ts";

const EXAMPLES = 4;

/** The newest executions that a bulk replay would match, to check that they are the intended ones. */
export function BulkExamples({ filter }: { filter: BulkFilter }) {
  const { linked_account_id: account, failed_node: _, execution_id: ids, ...query } = filter;
  // A URL has no room for a thousand ids.
  const some = ids?.split(",").slice(0, EXAMPLES).join(",");
  const { data } = useRead("/api/v2/public/execution", {
    query: { ...query, execution_id: some, limit: EXAMPLES },
    account,
  });
  const rows = (data?.docs ?? []).filter(({ status }) => status !== "RUNNING" && status !== "STOPPING");
  if (rows.length === 0) return null;
  return (
    <Table fz="sm" aria-label={BULK.examples} layout="fixed">
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row._id}>
            <Table.Td w={110}>
              <ExecutionState status={row.status} />
            </Table.Td>
            <Table.Td>{row.associated_workflow.name}</Table.Td>
            <Table.Td>{row.linked_account_id}</Table.Td>
            <Table.Td ta="right" w={90}>
              <Moment at={row.createdAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
