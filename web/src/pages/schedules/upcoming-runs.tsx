import { Table, Text, Title } from "@mantine/core";
import { Moment } from "../../parts/time/moment.tsx";
import { exactly } from "../../parts/time/time-words.ts";
import { SCHEDULES } from "../../words/schedules.ts";
import { localTime, type Schedule } from "./schedule.ts";

/** The next runs, in the schedule's time zone and in the reader's. */
export function UpcomingRuns({ schedule: { upcoming, time_zone, status } }: { schedule: Schedule }) {
  return (
    <section>
      <Title order={2} fz={15} mb="sm">
        {SCHEDULES.upcoming}
      </Title>
      {upcoming.length === 0 ? (
        <Text size="sm" className="muted">
          {status === "paused" ? SCHEDULES.upcomingPaused : SCHEDULES.upcomingOver}
        </Text>
      ) : (
        <UpcomingTable ticks={{ upcoming, time_zone }} />
      )}
    </section>
  );
}

interface UpcomingTableProps {
  readonly ticks: Pick<Schedule, "upcoming" | "time_zone">;
}

/** Upcoming times, one per row. */
export function UpcomingTable({ ticks: { upcoming, time_zone } }: UpcomingTableProps) {
  const isOwn = Intl.DateTimeFormat().resolvedOptions().timeZone === time_zone;
  return (
    <Table.ScrollContainer minWidth={isOwn ? 240 : 480} maw={760}>
      <Table aria-label={SCHEDULES.upcoming} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{SCHEDULES.there(time_zone)}</Table.Th>
            {!isOwn && <Table.Th>{SCHEDULES.yours}</Table.Th>}
            <Table.Th>{SCHEDULES.inTime}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {upcoming.map(({ at, local }) => (
            <Table.Tr key={at}>
              <Table.Td className="number">{localTime(local)}</Table.Td>
              {!isOwn && <Table.Td className="number">{exactly(at)}</Table.Td>}
              <Table.Td>
                <Moment at={at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
