import { IconRobot } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { type Item, usePages } from "../../../api/use-api.ts";
import { useMay } from "../../../api/use-role.ts";
import { AccountField } from "../../../parts/forms/account-field.tsx";
import { ButtonLink } from "../../../parts/links/button-link.tsx";
import { PageLink, usePageNavigation } from "../../../parts/links/page-link.tsx";
import { DataList } from "../../../parts/lists/data-list.tsx";
import { FilterBar } from "../../../parts/lists/filter-bar.tsx";
import type { Column } from "../../../parts/lists/list-row.tsx";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { given, useFilters } from "../../../parts/page/use-filters.ts";
import { Moment } from "../../../parts/time/moment.tsx";
import { Identifier } from "../../../parts/values/identifier.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { SHELL } from "../../../words/shell.ts";
import { McpViews } from "../mcp-views.tsx";
import { SERVERS_PATH } from "./server-values.ts";

export const Route = createLazyRoute("/$environment/mcp")({ component: ServersPage });

type Server = Item<"/api/v2/public/mcp-servers">;

function ServersPage() {
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(["linked_account_id"]);
  const servers = usePages(SERVERS_PATH, { account: filters.linked_account_id });
  return (
    <Page title={SHELL.mcp} actions={<NewServer />}>
      <McpViews />
      <FilterBar onClear={clear}>
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
          navigate({ to: "/$environment/mcp/servers/$id", params: { id }, search: given(filters) })
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
  const { filters } = useFilters(["linked_account_id"]);
  return (
    <PageLink to="/$environment/mcp/servers/$id" params={{ id }} search={given(filters)}>
      {name}
    </PageLink>
  );
}

function NewServer() {
  const { filters } = useFilters(["linked_account_id"]);
  if (!useMay("developer")) return null;
  return (
    <ButtonLink to="/$environment/mcp/servers/new" search={given(filters)}>
      {SERVERS.new}
    </ButtonLink>
  );
}
