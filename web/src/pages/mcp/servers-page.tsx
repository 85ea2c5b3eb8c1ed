import { Button } from "@mantine/core";
import { IconRobot } from "@tabler/icons-react";
import { createLazyRoute, Link, useNavigate } from "@tanstack/react-router";
import { type Item, usePages } from "../../api/use-api.ts";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { Identifier } from "../../parts/identifier.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Nothing } from "../../parts/nothing.tsx";
import { Page } from "../../parts/page.tsx";
import { useEnvironment } from "../../shell/use-environment.ts";
import { MCP } from "../../words/mcp.ts";
import { SHELL } from "../../words/shell.ts";
import { McpViews } from "./mcp-views.tsx";

export const Route = createLazyRoute("/$environment/mcp")({ component: ServersPage });

type Server = Item<"/api/v2/public/mcp-servers">;

function ServersPage() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const servers = usePages("/api/v2/public/mcp-servers", {});
  return (
    <Page title={SHELL.mcp}>
      <McpViews />
      <DataList
        label={MCP.servers}
        source={servers}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) =>
          navigate({ to: "/$environment/mcp/servers/$id", params: { environment, id } })
        }
        empty={
          <Nothing
            icon={<IconRobot size={28} />}
            title={MCP.noServers}
            text={MCP.noServersHint}
            action={
              <Button variant="default" component="a" href="/docs#tag/MCP-servers">
                {MCP.readMore}
              </Button>
            }
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
  return (
    <Link to="/$environment/mcp/servers/$id" params={{ environment, id }}>
      {name}
    </Link>
  );
}
