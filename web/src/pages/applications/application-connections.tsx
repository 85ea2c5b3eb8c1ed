import { Group } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { type Item, usePages } from "../../api/use-api.ts";
import { CustomerLink } from "../../parts/links/customer-link.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import { ChoiceField, FilterBar } from "../../parts/lists/filter-bar.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { Moment } from "../../parts/time/moment.tsx";
import { State } from "../../parts/values/state.tsx";
import { APPLICATION_LISTS } from "../../words/applications.ts";
import { CONNECTIONS } from "../../words/customers.ts";
import { HEALTH_MOODS } from "../customers/customer.ts";
import type { ListedApplication } from "./application.ts";
import classes from "./application-connections.module.css";
import { ConnectCustomer } from "./connect-customer.tsx";

const PATH = "/api/v2/public/connections";
type Connection = Item<typeof PATH>;

const STATES = Object.entries(CONNECTIONS.status).map(([value, label]) => ({ value, label }));

/** Which customers have connected it, and the health of these connections. */
export function ApplicationConnections({
  slug,
  name,
  enabled,
  needs_connection: isNeeded,
}: Pick<ListedApplication, "slug" | "name" | "enabled" | "needs_connection">) {
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(["status"]);
  const status = filters.status as Connection["status"] | undefined;
  const connections = usePages(PATH, { query: { slug, status } });
  return (
    <div className={classes.tab}>
      <Group justify="space-between">
        <FilterBar onClear={clear}>
          <ChoiceField
            label={APPLICATION_LISTS.anyHealth}
            value={status}
            options={STATES}
            onChange={(chosen) => change({ status: chosen })}
          />
        </FilterBar>
        {enabled && isNeeded && <ConnectCustomer slug={slug} name={name} />}
      </Group>
      <DataList
        label={APPLICATION_LISTS.customer}
        source={connections}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ linked_account_id: id }) =>
          navigate({ to: "/$environment/customers/$id", params: { id } })
        }
        onClear={clear}
        empty={
          <Nothing
            icon={<IconPlugConnected size={28} />}
            title={isNeeded ? APPLICATION_LISTS.noConnections : APPLICATION_LISTS.noneNeeded}
            text={isNeeded ? APPLICATION_LISTS.noConnectionsHint : APPLICATION_LISTS.noneNeededHint}
          />
        }
      />
    </div>
  );
}

const COLUMNS: readonly Column<Connection>[] = [
  {
    header: APPLICATION_LISTS.customer,
    cell: ({ linked_account_id: id, linked_account_name: name }) => <CustomerLink id={id} name={name} />,
  },
  {
    header: APPLICATION_LISTS.health,
    width: 130,
    cell: ({ status }) => <State mood={HEALTH_MOODS[status]} word={CONNECTIONS.status[status]} />,
  },
  { header: APPLICATION_LISTS.account, isMinor: true, cell: ({ identifier }) => identifier },
  {
    header: APPLICATION_LISTS.cause,
    width: "35%",
    isMinor: true,
    // For a healthy one it is only a hint.
    cell: ({ status, cause }) => status !== "healthy" && cause && <span title={cause}>{cause}</span>,
  },
  {
    header: APPLICATION_LISTS.connected,
    width: 110,
    align: "right",
    cell: ({ connected_at: at }) => <Moment at={at} />,
  },
];
