import { DataList, Group, Skeleton, Stack, Tabs, Text } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRead } from "../../../api/use-api.ts";
import { AccountField } from "../../../parts/forms/account-field.tsx";
import { FilterBar } from "../../../parts/lists/filter-bar.tsx";
import { useFilters } from "../../../parts/lists/use-filters.ts";
import { loadedWhenShown } from "../../../parts/page/loaded-when-shown.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { CopyText, Identifier } from "../../../parts/values/identifier.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";
import { CONNECT, SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { OwnChanges } from "./own-changes.tsx";
import { ServerActions } from "./server-actions.tsx";
import { ServerTools } from "./server-tools.tsx";
import type { McpServer } from "./server-values.ts";

export const Route = createLazyRoute("/$environment/mcp/servers/$id")({ component: ServerPage });

const LOADING = <Skeleton height={160} />;
const ConnectTab = loadedWhenShown(
  () => import("./connect-tab.tsx").then((file) => file.ConnectTab),
  LOADING,
);
const AccessLists = loadedWhenShown(
  () => import("../access/access-lists.tsx").then((file) => file.AccessLists),
  LOADING,
);
const CallsList = loadedWhenShown(
  () => import("../calls/calls-list.tsx").then((file) => file.CallsList),
  LOADING,
);

interface Shown {
  readonly server: McpServer;
  /** The customer whose view is shown. */
  readonly account: string | undefined;
}

interface Tab {
  readonly name: string;
  readonly label: string;
  readonly show: (shown: Shown) => ReactNode;
}

const TOOLS: Tab = { name: "tools", label: MCP.tools, show: (shown) => <ToolsTab {...shown} /> };
const TABS: readonly Tab[] = [
  TOOLS,
  { name: "connect", label: MCP.connect, show: ({ server }) => <ConnectTab server={server} /> },
  {
    name: "access",
    label: MCP.access,
    show: ({ server, account }) => (
      <>
        {server.linked_account_id === undefined && <SeenBy label={MCP.customer} account={account} />}
        <AccessLists account={account} serverId={server._id} />
      </>
    ),
  },
  { name: "calls", label: MCP.calls, show: ({ server }) => <CallsList serverId={server._id} /> },
];

/** One MCP server: its tools, how to connect, who has access, and its calls. */
function ServerPage() {
  const { id } = useParams({ from: "/$environment/mcp/servers/$id" });
  const { filters, change } = useFilters(["tab", "linked_account_id"]);
  const account = filters.linked_account_id;
  const {
    data: server,
    error,
    refetch,
  } = useRead("/api/v2/public/mcp-servers/{id}", { path: { id }, account });
  const { name, show } = TABS.find((tab) => tab.name === filters.tab) ?? TOOLS;
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
          <Tabs value={name} keepMounted={false} onChange={(tab) => change({ tab: tab ?? undefined })}>
            <Tabs.List aria-label={MCP.server}>
              {TABS.map((tab) => (
                <Tabs.Tab key={tab.name} value={tab.name}>
                  {tab.label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={name} pt="lg">
              <Stack gap="lg">{show({ server, account })}</Stack>
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Page>
  );
}

function ToolsTab({ server, account }: Shown) {
  return (
    <>
      {server.linked_account_id === undefined && <SeenBy label={SERVERS.seenBy} account={account} />}
      {account !== undefined && <OwnChanges server={server} account={account} />}
      <ServerTools serverId={server._id} account={account} />
    </>
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
