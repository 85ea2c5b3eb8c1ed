import { Button } from "@mantine/core";
import { IconRobot } from "@tabler/icons-react";
import { createLazyRoute, Link, useNavigate } from "@tanstack/react-router";
import { type Item, usePages } from "../../../api/use-api.ts";
import { useMay } from "../../../api/use-role.ts";
import { AccountField } from "../../../parts/forms/account-field.tsx";
import { type Column, DataList } from "../../../parts/lists/data-list.tsx";
import { FilterBar } from "../../../parts/lists/filter-bar.tsx";
import { given, useFilters } from "../../../parts/lists/use-filters.ts";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Moment } from "../../../parts/time/moment.tsx";
import { Identifier } from "../../../parts/values/identifier.tsx";
import { useEnvironment } from "../../../shell/use-environment.ts";
import { MCP } from "../../../words/mcp/mcp.ts";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { SHELL } from "../../../words/shell.ts";
import { McpViews } from "../mcp-views.tsx";
import { SERVERS_PATH } from "./server-values.ts";

export const Route = createLazyRoute("/$environment/mcp")({ component: ServersPage });

type Server = Item<"/api/v2/public/mcp-servers">;

function ServersPage() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { filters, change, clear, isFiltered } = useFilters(["linked_account_id"]);
  const servers = usePages(SERVERS_PATH, { account: filters.linked_account_id });
  return (
    <Page title={SHELL.mcp} actions={<NewServer />}>
      <McpViews />
      <FilterBar onClear={isFiltered ? clear : undefined}>
        <AccountField
          value={filters.linked_account_id}
          placeholder={SERVERS.seenBy}
          width={260}
          onChange={(linked_account_id) => change({ linked_account_id })}
        />
      </FilterBar>
      <DataList
        label={MCP.servers}
        source={servers}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) =>
          navigate({
            to: "/$environment/mcp/servers/$id",
            params: { environment, id },
            search: given(filters),
          })
        }
        empty={
          <Nothing
            icon={<IconRobot size={28} />}
            title={MCP.noServers}
            text={MCP.noServersHint}
            action={<NewServer />}
          />
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Server>[] = [
  { header: MCP.server, width: "30%", cell: (server) => <ServerLink server={server} /> },
  { header: MCP.description, isMinor: true, cell: ({ description }) => description },
  { header: "ID", width: 140, cell: ({ _id }) => <Identifier id={_id} /> },
  { header: MCP.changed, width: 110, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
];

function ServerLink({ server: { _id: id, name } }: { server: Server }) {
  const environment = useEnvironment();
  const { filters } = useFilters(["linked_account_id"]);
  return (
    <Link to="/$environment/mcp/servers/$id" params={{ environment, id }} search={given(filters) as never}>
      {name}
    </Link>
  );
}

function NewServer() {
  const environment = useEnvironment();
  const { filters } = useFilters(["linked_account_id"]);
  if (!useMay("developer")) return null;
  return (
    <Button
      component={Link}
      to="/$environment/mcp/servers/new"
      params={{ environment } as never}
      search={given(filters) as never}
    >
      {SERVERS.new}
    </Button>
  );
}
