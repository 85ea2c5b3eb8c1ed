import { Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useRead } from "../../../api/use-api.ts";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { Snippet } from "../../../parts/values/snippet.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";
import { CONNECT } from "../../../words/mcp/mcp-servers.ts";
import { MakeCode, MakeToken } from "./let-in.tsx";
import type { McpServer } from "./server-values.ts";

type Client = keyof typeof MCP.clients;

/** How to connect assistants to a server, by signing in or with a token. */
export function ConnectTab({ server }: { server: McpServer }) {
  const [isMakingToken, making] = useDisclosure();
  const [isMakingCode, makingCode] = useDisclosure();
  const [client, setClient] = useState<Client>("claude");
  const settings = useRead("/api/v2/public/mcp-settings", {});
  const { with_token: withToken, ...signingIn } = server.client_configuration;
  const tokenText = client in withToken ? withToken[client as keyof typeof withToken] : undefined;
  const signInUrl = settings.data?.sign_in_url;
  return (
    <Stack gap="lg" maw={760}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {CONNECT.intro} {settings.data && (signInUrl ? CONNECT.atProduct(signInUrl) : CONNECT.withCode)}{" "}
        <SettingsLink />
      </Text>
      <div style={{ overflowX: "auto" }}>
        <SegmentedControl
          aria-label={CONNECT.client}
          data={Object.entries(MCP.clients).map(([value, label]) => ({ value, label }))}
          value={client}
          onChange={(chosen) => setClient(chosen as Client)}
        />
      </div>
      <Stack gap={6}>
        <Title order={2} fz={13}>
          {CONNECT.signsIn}
        </Title>
        {tokenText === undefined ? (
          // Steps for people, who copy the URL.
          <>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {signingIn[client]}
            </Text>
            <Snippet text={server.url} label={CONNECT.address} />
          </>
        ) : (
          <Snippet text={signingIn[client]} label={CONNECT.signsIn} />
        )}
        {settings.data && !signInUrl && (
          <Group>
            <RoleButton least="developer" onClick={makingCode.open}>
              {CONNECT.code}
            </RoleButton>
          </Group>
        )}
      </Stack>
      <Stack gap={6}>
        <Title order={2} fz={13}>
          {CONNECT.withToken}
        </Title>
        <Text size="sm" className="muted">
          {CONNECT.withTokenHelp}
        </Text>
        {tokenText !== undefined && <Snippet text={tokenText} label={CONNECT.withToken} />}
        <Group>
          <RoleButton least="developer" onClick={making.open}>
            {CONNECT.token}
          </RoleButton>
        </Group>
      </Stack>
      <MakeToken server={server} opened={isMakingToken} onClose={making.close} />
      <MakeCode server={server} opened={isMakingCode} onClose={makingCode.close} />
    </Stack>
  );
}

function SettingsLink() {
  return (
    <TextLink fz="sm" underline="always" to="/$environment/mcp/settings">
      {CONNECT.settings}
    </TextLink>
  );
}
