import { DataList, Group, Skeleton, Stack, Text } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRead } from "../../../api/use-api.ts";
import { AccountField } from "../../../parts/forms/account-field.tsx";
import { FilterBar } from "../../../parts/lists/filter-bar.tsx";
import { loadedWhenShown } from "../../../parts/page/loaded-when-shown.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { loadedTab, type PageTabList, PageTabs } from "../../../parts/page/page-tabs.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { useFilters } from "../../../parts/page/use-filters.ts";
import { CopyText, Identifier } from "../../../parts/values/identifier.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";
import { CONNECT, SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { ServerActions } from "./server-actions.tsx";
import type { McpServer } from "./server-values.ts";

export const Route = createLazyRoute("/$environment/mcp/servers/$id")({ component: ServerPage });

const OwnChanges = loadedWhenShown(() => import("./own-changes.tsx").then((file) => file.OwnChanges));
const ServerTools = loadedTab(() => import("./server-tools.tsx").then((file) => file.ServerTools));
const ConnectTab = loadedTab(() => import("./connect-tab.tsx").then((file) => file.ConnectTab));
const AccessLists = loadedTab(() => import("../access/access-lists.tsx").then((file) => file.AccessLists));
const CallsList = loadedTab(() => import("../calls/calls-list.tsx").then((file) => file.CallsList));

interface Shown {
  readonly server: McpServer;
  /** The customer whose view is shown. */
  readonly account: string | undefined;
}

const TABS: PageTabList<Shown> = [
  { name: "tools", label: MCP.tools, show: (shown) => <ToolsTab {...shown} /> },
  { name: "connect", label: MCP.connect, show: ({ server }) => <ConnectTab server={server} /> },
  {
    name: "access",
    label: MCP.access,
    show: ({ server, account }) => (
      <Stack gap="lg">
        {server.linked_account_id === undefined && <SeenBy label={MCP.customer} account={account} />}
        <AccessLists account={account} serverId={server._id} />
      </Stack>
    ),
  },
  {
    name: "calls",
    label: MCP.calls,
    show: ({ server }) => (
      <Stack gap="lg">
        <CallsList serverId={server._id} />
      </Stack>
    ),
  },
];

/** One MCP server: its tools, how to connect, who has access, and its calls. */
function ServerPage() {
  const { id } = useParams({ from: "/$environment/mcp/servers/$id" });
  const { filters } = useFilters(["linked_account_id"]);
  const account = filters.linked_account_id;
  const {
    data: server,
    error,
    refetch,
  } = useRead("/api/v2/public/mcp-servers/{id}", { path: { id }, account });
  return (
    <Page
      title={server?.name ?? MCP.server}
      back={{ to: "/$environment/mcp", label: MCP.servers }}
      facts={server && <Identifier id={server._id} />}
      actions={server && <ServerActions server={server} />}
    >
      {error && !server && <Problem error={error} onRetry={refetch} />}
      {!error && !server && <Skeleton height={160} />}
      {server && (
        <>
          {server.description && (
            <Text size="sm" className="muted" maw="80ch">
              {server.description}
            </Text>
          )}
          <Facts server={server} />
          <PageTabs label={MCP.server} tabs={TABS} shown={{ server, account }} />
        </>
      )}
    </Page>
  );
}

function ToolsTab({ server, account }: Shown) {
  return (
    <Stack gap="lg">
      {server.linked_account_id === undefined && <SeenBy label={SERVERS.seenBy} account={account} />}
      {account !== undefined && <OwnChanges server={server} account={account} />}
      <ServerTools serverId={server._id} account={account} />
    </Stack>
  );
}

function SeenBy({ label, account }: { label: string; account: string | undefined }) {
  const { change } = useFilters(["linked_account_id"]);
  return (
    <FilterBar>
      <AccountField
        value={account}
        placeholder={label}
        width={260}
        onChange={(linked_account_id) => change({ linked_account_id })}
      />
    </FilterBar>
  );
}

function Facts({ server }: { server: McpServer }) {
  const { url, safe_mode, agent_name, linked_account_id: owner } = server;
  return (
    <DataList labelWidth={130} gap="xs">
      <Fact label={CONNECT.address}>
        <Group gap={4} wrap="nowrap">
          <span className="mono" style={{ overflowWrap: "anywhere" }}>
            {url}
          </span>
          <CopyText text={url} />
        </Group>
      </Fact>
      <Fact label={SERVERS.whom}>{owner === undefined ? SERVERS.forAll : SERVERS.ownOf(owner)}</Fact>
      <Fact label={MCP.safeMode}>{safe_mode ? MCP.safeModeOn : MCP.safeModeOff}</Fact>
      {agent_name && <Fact label={MCP.agentName}>{agent_name}</Fact>}
    </DataList>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
