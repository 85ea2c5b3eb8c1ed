import { Group } from "@mantine/core";
import type { Item } from "../../api/use-api.ts";
import { State } from "../../parts/values/state.tsx";
import { CUSTOMERS } from "../../words/customers.ts";

type Counts = Item<"/api/v2/public/linked-account">["connections"];

/** The number of a customer's connections, those that need attention first. */
export function HealthCounts({ counts: { expired, degraded, healthy } }: { counts: Counts }) {
  if (expired + degraded + healthy === 0) return <span className="muted">{CUSTOMERS.noConnections}</span>;
  return (
    <Group gap="md" wrap="nowrap" component="span" display="inline-flex">
      {expired > 0 && <State mood="bad" word={CUSTOMERS.expired(expired)} />}
      {degraded > 0 && <State mood="warn" word={CUSTOMERS.degraded(degraded)} />}
      {healthy > 0 && <State mood="good" word={CUSTOMERS.healthy(healthy)} />}
    </Group>
  );
}
