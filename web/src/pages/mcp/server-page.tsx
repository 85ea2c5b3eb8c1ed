import type { Reply } from "@junctor/sdk";
import { DataList, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { CopyText, Identifier } from "../../parts/identifier.tsx";
import { Page } from "../../parts/page.tsx";
import { Problem } from "../../parts/problem.tsx";
import { useEnvironment } from "../../shell/use-environment.ts";
import { MCP } from "../../words/mcp.ts";
import { CallsList } from "./calls-list.tsx";
import { ServerTools } from "./server-tools.tsx";

export const Route = createLazyRoute("/$environment/mcp/servers/$id")({ component: ServerPage });

type Server = Reply<"get", "/api/v2/public/mcp-servers/{id}">;

function ServerPage() {
  const environment = useEnvironment();
  const { id } = useParams({ from: "/$environment/mcp/servers/$id" });
  const { data: server, error, refetch } = useRead("/api/v2/public/mcp-servers/{id}", { path: { id } });
  return (
    <Page
      title={server?.name ?? MCP.server}
      back={{ to: `/${environment}/mcp`, label: MCP.servers }}
      facts={server && <Identifier id={server._id} />}
    >
      {error && !server && <Problem error={error} onRetry={refetch} />}
      {!error && !server && <Skeleton height={160} />}
      {server && (
        <>
          {server.description && <Text size="sm">{server.description}</Text>}
          <Facts server={server} />
          <ServerTools serverId={server._id} />
          <Stack gap="sm">
            <Title order={2} fz={15}>
              {MCP.calls}
            </Title>
            <CallsList serverId={server._id} />
          </Stack>
        </>
      )}
    </Page>
  );
}

function Facts({ server: { url, safe_mode, agent_name, client_configuration } }: { server: Server }) {
  const { claude_code } = client_configuration;
  return (
    <DataList labelWidth={130} gap="xs">
      <Fact label={MCP.serverAddress} text={url} isCopied />
      <Fact label={MCP.safeMode} text={safe_mode ? MCP.safeModeOn : MCP.safeModeOff} />
      {agent_name && <Fact label={MCP.agentName} text={agent_name} />}
      <Fact label={MCP.clients.claude_code} text={claude_code} isCopied />
    </DataList>
  );
}

function Fact({ label, text, isCopied = false }: { label: string; text: string; isCopied?: boolean }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>
        {isCopied ? (
          <Group gap={4} wrap="nowrap">
            <span className="mono" style={{ overflowWrap: "anywhere" }}>
              {text}
            </span>
            <CopyText text={text} />
          </Group>
        ) : (
          text
        )}
      </DataList.ItemValue>
    </DataList.Item>
  );
}
