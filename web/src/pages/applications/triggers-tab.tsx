import type { Reply } from "@junctor/sdk";
import { Skeleton, Table, Text } from "@mantine/core";
import { IconBell, IconPlugConnectedX } from "@tabler/icons-react";
import { useRead } from "../../api/use-api.ts";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { APPLICATION_LISTS, TRY } from "../../words/applications.ts";
import type { ListedApplication } from "./application.ts";

const PATH = "/api/v2/public/triggers/{slug}";

/** Its events, which can start workflows. */
export function TriggersTab({ application: { slug, enabled } }: { application: ListedApplication }) {
  const { data: triggers, error, refetch } = useRead(PATH, { path: { slug } }, { enabled });
  if (!enabled)
    return (
      <Nothing icon={<IconPlugConnectedX size={28} />} title={TRY.notEnabled} text={TRY.notEnabledHint} />
    );
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!triggers) return <Skeleton height={120} />;
  if (triggers.length === 0)
    return (
      <Nothing
        icon={<IconBell size={28} />}
        title={APPLICATION_LISTS.noTriggers}
        text={APPLICATION_LISTS.noTriggersHint}
      />
    );
  return (
    <Table aria-label={APPLICATION_LISTS.trigger} fz="sm" maw={900}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{APPLICATION_LISTS.trigger}</Table.Th>
          <Table.Th>{APPLICATION_LISTS.how}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {triggers.map((trigger) => (
          <Table.Tr key={trigger.id}>
            <Table.Td>
              <Text size="sm" fw={500}>
                {trigger.title} <span className="mono muted">{trigger.id}</span>
              </Text>
              <Text size="sm" className="muted">
                {trigger.description}
              </Text>
            </Table.Td>
            <Table.Td valign="top">{howOf(trigger)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function howOf({ delivery, automatic, every_seconds: seconds }: Reply<"get", typeof PATH>[number]): string {
  if (delivery === "poll") return APPLICATION_LISTS.poll(seconds ?? 60);
  return automatic ? APPLICATION_LISTS.webhook : APPLICATION_LISTS.byHand;
}
