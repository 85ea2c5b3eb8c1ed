import { Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useEnvironment } from "../../../api/use-environment.ts";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { CopyText } from "../../../parts/values/identifier.tsx";
import { Snippet } from "../../../parts/values/snippet.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";
import { MCP_SETTINGS } from "../../../words/mcp/mcp-settings.ts";

const CLIENTS = ["claude_code", "cursor", "vscode"] as const;
type Client = (typeof CLIENTS)[number];

/** How agents of the team's own developers manage the platform. */
export function Management({ url }: { url: string }) {
  const environment = useEnvironment();
  const [client, setClient] = useState<Client>("claude_code");
  return (
    <Stack gap="sm" component="section">
      <div>
        <Title order={2} fz={15}>
          {MCP_SETTINGS.management}
        </Title>
        <Text size="sm" className="muted">
          {MCP_SETTINGS.managementHelp}{" "}
          <TextLink fz="sm" underline="always" to="/$environment/settings/api-keys">
            {MCP_SETTINGS.managementKeys}
          </TextLink>
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <span className="mono" style={{ overflowWrap: "anywhere" }}>
          {url}
        </span>
        <CopyText text={url} />
      </Group>
      <SegmentedControl
        aria-label={MCP_SETTINGS.managementClient}
        data={CLIENTS.map((value) => ({ value, label: MCP.clients[value] }))}
        value={client}
        onChange={(chosen) => setClient(chosen as Client)}
        style={{ alignSelf: "flex-start" }}
      />
      <Snippet text={textFor(client, url, environment)} label={MCP.clients[client]} />
    </Stack>
  );
}

/** What to enter; none of the files contains a key. */
function textFor(client: Client, url: string, environment: string): string {
  const variable = `JUNCTOR_${environment.toUpperCase()}_API_KEY`;
  if (client === "claude_code")
    return `claude mcp add --transport http junctor ${url} \\\n  --header "Authorization: Bearer $${variable}"`;
  if (client === "cursor")
    return json({
      mcpServers: { junctor: { url, headers: { Authorization: `Bearer \${env:${variable}}` } } },
    });
  const input = "junctor-key";
  return json({
    inputs: [{ type: "promptString", id: input, description: "Junctor API key", password: true }],
    servers: {
      junctor: { type: "http", url, headers: { Authorization: `Bearer \${input:${input}}` } },
    },
  });
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
