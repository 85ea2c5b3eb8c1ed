import { Button, Collapse, Skeleton, Text, Timeline, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useRead } from "../../api/use-api.ts";
import { Problem } from "../../parts/page/problem.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { getColor, type Mood } from "../../parts/values/state.tsx";
import { CONNECTIONS } from "../../words/customers.ts";
import { PARTS } from "../../words/parts/parts.ts";
import classes from "./connection-history.module.css";
import type { Connection } from "./customer.ts";

const SHOWN_AT_ONCE = 8;

const MOODS: Readonly<Record<string, Mood>> = {
  connected: "good",
  reconnected: "good",
  checked: "good",
  refreshed: "good",
  check_failed: "warn",
  refresh_failed: "warn",
  refused: "bad",
  expired: "bad",
};

interface ConnectionHistoryProps {
  readonly connection: Connection;
  readonly account: string;
  /** Open unless it is closed, because there is a problem. */
  readonly isTold: boolean;
}

/** The events of a connection, newest first; read when opened. */
export function ConnectionHistory({ connection, account, isTold }: ConnectionHistoryProps) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isTold;
  const id = useId();
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton
        className={classes.toggle}
        onClick={() => setChosen(!isOpen)}
        aria-expanded={isOpen}
        aria-controls={id}
      >
        <Arrow size={14} aria-hidden /> {CONNECTIONS.history}
      </UnstyledButton>
      <Collapse expanded={isOpen} transitionDuration={100} id={id}>
        {isOpen && <History connection={connection} account={account} />}
      </Collapse>
    </div>
  );
}

function History({ connection: { _id, slug }, account }: Omit<ConnectionHistoryProps, "isTold">) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const { data, error, refetch } = useRead("/api/v2/public/linked-account/integration/{slug}/health", {
    path: { slug },
    account,
  });
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={48} mt="sm" />;
  const events = data.connections.find((one) => one._id === _id)?.timeline ?? [];
  if (events.length === 0)
    return (
      <Text size="sm" className="muted" mt="sm">
        {CONNECTIONS.noHistory}
      </Text>
    );
  return (
    <>
      <Timeline bulletSize={10} lineWidth={1} mt="md" className={classes.timeline}>
        {newestFirst(events)
          .slice(0, shown)
          .map(({ at, kind, message, status }) => (
            <Timeline.Item
              key={`${at}${kind}${message}`}
              bullet={
                <span className={classes.dot} style={{ background: getColor(MOODS[kind] ?? "none") }} />
              }
            >
              <div className={classes.event}>
                <span>{CONNECTIONS.kinds[kind] ?? kind}</span>
                {status !== null && <span className="mono muted">{CONNECTIONS.answer(status)}</span>}
                <span className={`muted ${classes.at}`}>
                  <Moment at={at} />
                </span>
              </div>
              {message && <div className={`muted ${classes.message}`}>{message}</div>}
            </Timeline.Item>
          ))}
      </Timeline>
      {events.length > shown && (
        <Button variant="subtle" color="gray" mt="sm" onClick={() => setShown(events.length)}>
          {PARTS.more({ count: events.length - shown })}
        </Button>
      )}
    </>
  );
}

function newestFirst<Event extends { readonly at: string }>(events: readonly Event[]): Event[] {
  return events.toSorted((one, other) => other.at.localeCompare(one.at));
}
