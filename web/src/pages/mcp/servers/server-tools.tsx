import type { Reply } from "@junctor/sdk";
import { Alert, List, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconTools } from "@tabler/icons-react";
import { useRead } from "../../../api/use-api.ts";
import { DataList } from "../../../parts/lists/data-list.tsx";
import type { Column } from "../../../parts/lists/list-row.tsx";
import { wholeList } from "../../../parts/lists/whole-list.ts";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { State } from "../../../parts/values/state.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";

const PATH = "/api/v2/public/mcp-servers/{id}/tools";

type Tools = Reply<"get", typeof PATH>;
type Tool = Tools["docs"][number];

interface ServerToolsProps {
  readonly serverId: string;
  /** The customer whose assistant gets them; without one, a customer without changes. */
  readonly account: string | undefined;
}

/** The tools that a customer's assistant gets, and the cost of their list. */
export function ServerTools({ serverId, account }: ServerToolsProps) {
  const tools = useRead(PATH, { path: { id: serverId }, account });
  return (
    <Stack gap="sm">
      {tools.isPending && <Skeleton height={20} maw={420} />}
      {tools.data && (
        <Text size="sm" className="muted">
          {tools.data.tool_mode === "search"
            ? MCP.searchMode
            : MCP.tokensOf(tools.data.tool_tokens, tools.data.token_budget)}
        </Text>
      )}
      {tools.data && <Unavailable tools={tools.data.unavailable_tools} />}
      <DataList
        label={MCP.tools}
        source={wholeList(tools, tools.data?.docs ?? [])}
        columns={COLUMNS}
        idOf={({ name }) => name}
        empty={<Nothing icon={<IconTools size={28} />} title={MCP.noTools} text={MCP.noToolsHint} />}
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<Tool>[] = [
  { header: MCP.tool, width: "26%", cell: ({ name }) => <span className="mono">{name}</span> },
  { header: MCP.description, isMinor: true, cell: ({ title, description }) => description ?? title },
  { header: MCP.kind, width: 110, isMinor: true, cell: ({ kind }) => MCP.kinds[kind] },
  {
    header: MCP.policy,
    width: 190,
    cell: ({ policy }) => <State mood={policy === "ask" ? "waiting" : "good"} word={MCP.policies[policy]} />,
  },
  {
    header: MCP.tokens,
    width: 90,
    align: "right",
    cell: ({ tokens }) => <span className="number">{tokens.toLocaleString("en")}</span>,
  },
];

function Unavailable({ tools }: { tools: Tools["unavailable_tools"] }) {
  if (tools.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={MCP.unavailable(tools.length)}>
      <List size="sm">
        {tools.map(({ slug, id, message }) => (
          <List.Item key={`${slug}/${id}`}>
            {slug} · {id}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
