import { Button } from "@mantine/core";
import { useState } from "react";
import { type Item, useRead } from "../../api/use-api.ts";
import { ReconnectButton } from "../../parts/applications/reconnect-button.tsx";
import { PageLink } from "../../parts/links/page-link.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { OVERVIEW } from "../../words/overview.ts";
import { Group, Row } from "./needs-row.tsx";

const SHOWN = 5;
const MOST_SHOWN = 100;
const AGAIN_MS = 30_000;
const PATH = "/api/v2/public/connections";

type ExpiredConnection = Item<typeof PATH>;

/** The connections that their customers must renew: a few, until all are requested. */
export function useBrokenConnections() {
  const [isAll, setIsAll] = useState(false);
  const query = { status: "expired" as const, limit: isAll ? MOST_SHOWN : SHOWN };
  const { data } = useRead(PATH, { query }, { everyMs: AGAIN_MS });
  return { connections: data?.docs ?? [], total: data?.totalDocs ?? 0, showAll: () => setIsAll(true), isAll };
}

/** Each broken connection: its customer, cause and time, and the link with which the customer reconnects. */
export function BrokenConnections({
  connections,
  total,
  showAll,
  isAll,
}: ReturnType<typeof useBrokenConnections>) {
  if (connections.length === 0) return null;
  return (
    <Group title={OVERVIEW.brokenConnections(total)}>
      {connections.map((one) => (
        <BrokenConnection key={one._id} connection={one} />
      ))}
      {total > connections.length && !isAll && (
        <Button variant="subtle" color="gray" onClick={showAll}>
          {OVERVIEW.showAll(Math.min(total, MOST_SHOWN))}
        </Button>
      )}
    </Group>
  );
}

function BrokenConnection({ connection }: { connection: ExpiredConnection }) {
  const { _id: id, application, slug, linked_account_id: account, linked_account_name: name } = connection;
  const { cause, last_answer: answer } = connection;
  return (
    <Row
      link={
        <PageLink to="/$environment/customers/$id" params={{ id: account }}>
          {`${application} · ${name || account}`}
        </PageLink>
      }
      facts={<ReconnectButton slug={slug} account={account} connectionId={id} isPrimary={false} />}
      below={
        <>
          {cause}
          {answer && (
            <>
              {" "}
              {OVERVIEW.lastAnswer(answer.status)} <Moment at={answer.at} />.
            </>
          )}
        </>
      }
    />
  );
}
