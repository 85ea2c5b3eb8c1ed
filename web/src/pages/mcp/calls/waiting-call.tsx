import { Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../../api/use-api.ts";
import { useMay } from "../../../api/use-role.ts";
import { tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { DecideButtons } from "../../../parts/forms/decide-buttons.tsx";
import { JsonTree } from "../../../parts/json-tree/json-tree.tsx";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { Moment } from "../../../parts/time/moment.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";
import { type McpCall, RENEWED } from "./call.ts";

/** A waiting call of an assistant: what it would do, and the decision. */
export function WaitingCall({ call }: { call: McpCall }) {
  const { _id: id, mcp_server_id: server, tool, client, linked_account_id: account } = call;
  return (
    <Paper withBorder p="lg" component="article" aria-label={MCP.wants(client ?? MCP.someClient, tool)}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={3} fz={14}>
            <TextLink inherit to="/$environment/mcp/calls/$server/$id" params={{ server, id }}>
              {MCP.wants(client ?? MCP.someClient, tool)}
            </TextLink>
          </Title>
          <Text size="sm" className="muted">
            {account} · {MCP.asked} <Moment at={call.createdAt} /> · {MCP.expires}{" "}
            <Moment at={call.expires_at} />
          </Text>
        </Group>
        <JsonTree label={MCP.arguments} value={call.arguments} />
        <DecideCall call={call} />
      </Stack>
    </Paper>
  );
}

/** Approves or rejects a call, with a reason for the log and the agent. */
export function DecideCall({ call: { _id, mcp_server_id } }: { call: McpCall }) {
  const [reason, setReason] = useState("");
  const mayDecide = useMay("support");
  const decide = useChange("put", "/api/v2/public/mcp-servers/{id}/calls/{call_id}/approval", RENEWED);
  const send = (approved: boolean) =>
    decide.mutate(
      {
        path: { id: mcp_server_id, call_id: _id },
        body: { approved, reason: reason.trim() || undefined },
      },
      {
        onSuccess: () => tell(approved ? MCP.approvedNow : MCP.rejectedNow),
        onError: tellProblem,
      },
    );
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        aria-label={MCP.reason}
        placeholder={MCP.reasonHelp}
        maxLength={1000}
        disabled={!mayDecide}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        style={{ flex: "1 1 240px" }}
      />
      <DecideButtons
        onApprove={() => send(true)}
        onReject={() => send(false)}
        deciding={decide.isPending ? decide.variables.body?.approved : undefined}
      />
    </Group>
  );
}
