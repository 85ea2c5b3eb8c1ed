import { Badge, Button, Group, Table, VisuallyHidden } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SESSION_KEY, sendAnywhere } from "../../../api/session.ts";
import { tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { Moment } from "../../../parts/time/moment.tsx";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { Section } from "../section.tsx";
import { getBrowser } from "./browser-of.ts";

const KEY = [...SESSION_KEY, "all"];

/** The browsers in which the operator is signed in, and how to end each. */
export function SessionsSection() {
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => sendAnywhere("get", "/api/v2/public/operator-sessions", { signal }),
  });
  const end = useMutation({
    mutationFn: (id: string) =>
      sendAnywhere("delete", "/api/v2/public/operator-sessions/{id}", { path: { id } }),
    onSuccess: () => tell(SETTINGS.sessionEnded),
    onError: tellProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const endOthers = useMutation({
    mutationFn: () => sendAnywhere("delete", "/api/v2/public/operator-sessions", {}),
    onSuccess: () => tell(SETTINGS.sessionsEnded),
    onError: tellProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <Section title={SETTINGS.sessions} text={SETTINGS.sessionsHelp}>
      {sessions.error && <Problem error={sessions.error} onRetry={sessions.refetch} />}
      <Table fz={13}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{SETTINGS.browser}</Table.Th>
            <Table.Th>{SETTINGS.address}</Table.Th>
            <Table.Th>{SETTINGS.lastSeen}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{SETTINGS.sessionEnd}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.data?.docs.map(({ id, user_agent, address, last_seen_at, is_current }) => (
            <Table.Tr key={id}>
              <Table.Td>{getBrowser(user_agent)}</Table.Td>
              <Table.Td>{address}</Table.Td>
              <Table.Td>{is_current ? SETTINGS.seenNow : <Moment at={last_seen_at} />}</Table.Td>
              <Table.Td ta="right">
                {is_current ? (
                  <Badge color="gray">{SETTINGS.thisSession}</Badge>
                ) : (
                  <Button variant="subtle" color="red" size="compact-xs" onClick={() => end.mutate(id)}>
                    {SETTINGS.sessionEnd}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {(sessions.data?.docs.length ?? 0) > 1 && (
        <Group>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {SETTINGS.sessionsEnd}
          </Button>
        </Group>
      )}
    </Section>
  );
}
