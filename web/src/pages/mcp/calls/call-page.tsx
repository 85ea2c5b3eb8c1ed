import { Alert, Group, Skeleton, Title } from "@mantine/core";
import { IconAlertTriangle, IconClockPause } from "@tabler/icons-react";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useRead } from "../../../api/use-api.ts";
import { useRenewal } from "../../../api/use-live.ts";
import { JsonTree } from "../../../parts/json-tree/json-tree.tsx";
import type { PageAddress } from "../../../parts/links/page-link.tsx";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { Duration, Moment } from "../../../parts/time/moment.tsx";
import { type Fact, FactList } from "../../../parts/values/fact-list.tsx";
import { Identifier } from "../../../parts/values/identifier.tsx";
import { State } from "../../../parts/values/state.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";
import { type McpCall, stateOfCall, tookMs } from "./call.ts";
import { DecideCall } from "./waiting-call.tsx";

export const Route = createLazyRoute("/$environment/mcp/calls/$server/$id")({ component: CallPage });

const PATH = "/api/v2/public/mcp-servers/{id}/calls/{call_id}";
const EVERY_MS = 3000;

function CallPage() {
  const { server, id } = useParams({ from: "/$environment/mcp/calls/$server/$id" });
  const everyMs = useRenewal(["mcp_call"], [PATH], {
    isAbout: ({ _id }) => _id === id,
    everyMs: EVERY_MS,
  });
  const { data: call, error, refetch } = useRead(PATH, { path: { id: server, call_id: id } }, { everyMs });
  return (
    <Page
      title={call?.tool ?? MCP.call}
      back={{ to: "/$environment/mcp/calls", label: MCP.calls }}
      facts={
        call && (
          <Group gap="md">
            <State {...stateOfCall(call)} />
            <Identifier id={call._id} />
            <Moment at={call.createdAt} />
          </Group>
        )
      }
    >
      {error && !call && <Problem error={error} onRetry={refetch} />}
      {!error && !call && <Skeleton height={160} />}
      {call && (
        <>
          <Outcome call={call} />
          <Facts call={call} />
          <section>
            <Title order={2} fz={15}>
              {MCP.arguments}
            </Title>
            <p className="muted" style={{ margin: "0 0 8px", fontSize: 12 }}>
              {MCP.argumentsHelp}
            </p>
            <JsonTree label={MCP.arguments} value={call.arguments} />
          </section>
        </>
      )}
    </Page>
  );
}

/** The result of the call, or the decision that it waits for. */
function Outcome({ call }: { call: McpCall }) {
  const { status, error, decided_by, decision_reason } = call;
  const icon = <IconAlertTriangle size={18} />;
  if (status === "WAITING")
    return (
      <Alert color="blue" icon={<IconClockPause size={18} />} title={MCP.statuses.WAITING}>
        <DecideCall call={call} />
      </Alert>
    );
  if (status === "ERRORED")
    return (
      <Alert color="red" icon={icon} title={MCP.failed}>
        {error}
      </Alert>
    );
  if (status === "REFUSED")
    return (
      <Alert color="yellow" icon={icon} title={MCP.refused}>
        {error ?? MCP.refusedHint}
      </Alert>
    );
  if (status === "EXPIRED") return <Alert color="gray">{MCP.expired}</Alert>;
  if (status === "DENIED")
    return (
      <Alert color="gray" title={MCP.denied(decided_by ?? "")}>
        {decision_reason}
      </Alert>
    );
  return null;
}

function Facts({ call }: { call: McpCall }) {
  const { linked_account_id: account, execution_id: execution, mcp_server_id: server } = call;
  const { data } = useRead("/api/v2/public/mcp-servers/{id}", { path: { id: server } });
  const link = (page: PageAddress, text: string) => (
    <TextLink fz="sm" {...page}>
      {text}
    </TextLink>
  );
  const facts: (Fact | undefined)[] = [
    [MCP.customer, link({ to: "/$environment/customers/$id", params: { id: account } }, account)],
    [MCP.server, link({ to: "/$environment/mcp/servers/$id", params: { id: server } }, data?.name ?? server)],
    call.client ? [MCP.client, call.client] : undefined,
    call.slug ? [MCP.action, `${call.slug} · ${call.action_id}`] : undefined,
    call.workflow_id
      ? [
          MCP.workflow,
          link({ to: "/$environment/workflows/$id", params: { id: call.workflow_id } }, call.workflow_id),
        ]
      : undefined,
    execution
      ? [MCP.execution, link({ to: "/$environment/executions/$id", params: { id: execution } }, execution)]
      : undefined,
    call.decidedAt
      ? [
          MCP.decided,
          <span key="decided">
            {call.status === "DENIED"
              ? MCP.denied(call.decided_by ?? "")
              : MCP.approved(call.decided_by ?? "")}{" "}
            <Moment at={call.decidedAt} />
          </span>,
        ]
      : undefined,
    call.finishedAt ? [MCP.took, <Duration key="took" ms={tookMs(call)} />] : undefined,
  ];
  return <FactList facts={facts} />;
}
