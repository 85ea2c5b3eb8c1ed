import { Skeleton, Stack } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useRead } from "../../api/use-api.ts";
import { useRenewal } from "../../api/use-live.ts";
import { TextLink } from "../../parts/links/text-link.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { CONNECTIONS } from "../../words/customers.ts";
import { ConnectionPanel } from "./connection-panel.tsx";
import { AFTER_CONNECTIONS, type Connection, type Customer } from "./customer.ts";

const WORST_FIRST: readonly Connection["status"][] = ["expired", "degraded", "healthy"];
const EVERY_MS = 30_000;

/** The customer's connections, those that need attention first. */
export function ConnectionsTab({ customer }: { customer: Customer }) {
  const { account_id: account } = customer;
  const everyMs = useRenewal(["connection"], AFTER_CONNECTIONS, {
    isAbout: ({ linked_account_id: of }) => of === account,
    everyMs: EVERY_MS,
  });
  const { data, isPending, error, refetch } = useRead(
    "/api/v2/public/connections",
    { query: { linked_account_id: account, limit: 100 } },
    { everyMs },
  );
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (isPending) return <Skeleton height={160} />;
  const connections = data.docs.toSorted(
    (one, other) => WORST_FIRST.indexOf(one.status) - WORST_FIRST.indexOf(other.status),
  );
  if (connections.length === 0)
    return (
      <Nothing
        icon={<IconPlugConnected size={28} />}
        title={CONNECTIONS.none}
        text={CONNECTIONS.noneHint}
        action={
          <TextLink
            to="/$environment/customers/$id"
            params={{ id: account }}
            search={{ tab: "portal" }}
            size="sm"
          >
            {CONNECTIONS.showPortal}
          </TextLink>
        }
      />
    );
  return (
    <Stack gap="lg">
      {connections.map((connection) => (
        <ConnectionPanel
          key={connection._id}
          connection={connection}
          customer={customer}
          others={connections.filter(({ _id, slug }) => _id !== connection._id && slug === connection.slug)}
        />
      ))}
    </Stack>
  );
}
