import { IconRobot } from "@tabler/icons-react";
import { usePages } from "../../../api/use-api.ts";
import { useRenewal } from "../../../api/use-live.ts";
import { AccountField } from "../../../parts/forms/account-field.tsx";
import { PageLink, usePageNavigation } from "../../../parts/links/page-link.tsx";
import { DataList } from "../../../parts/lists/data-list.tsx";
import { ChoiceField, FilterBar, SearchField } from "../../../parts/lists/filter-bar.tsx";
import type { Column } from "../../../parts/lists/list-row.tsx";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { useFilters } from "../../../parts/page/use-filters.ts";
import { Duration, Moment } from "../../../parts/time/moment.tsx";
import { PeriodField } from "../../../parts/time/period-field.tsx";
import { PERIOD_FILTERS, usePeriod } from "../../../parts/time/use-period.ts";
import { State } from "../../../parts/values/state.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";
import { type McpCall, stateOfCall, tookMs } from "./call.ts";

const FILTERS = ["status", "tool", "linked_account_id", ...PERIOD_FILTERS] as const;
const STATUSES = Object.entries(MCP.statuses).map(([value, label]) => ({ value, label }));
const EVERY_MS = 15_000;

/** The calls of assistants: at one server, or at all. */
export function CallsList({ serverId }: { serverId?: string }) {
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(FILTERS);
  const calls = useCalls(serverId, filters);
  return (
    <>
      <FilterBar onClear={clear}>
        <SearchField
          label={MCP.tool}
          value={filters.tool}
          width={200}
          onChange={(tool) => change({ tool })}
        />
        <ChoiceField
          label={MCP.status}
          value={filters.status}
          options={STATUSES}
          width={180}
          onChange={(status) => change({ status })}
        />
        <AccountField
          value={filters.linked_account_id}
          onChange={(linked_account_id) => change({ linked_account_id })}
        />
        <PeriodField filters={filters} onChange={change} />
      </FilterBar>
      <DataList
        label={MCP.calls}
        source={calls}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id, mcp_server_id: server }) =>
          navigate({ to: "/$environment/mcp/calls/$server/$id", params: { server, id } })
        }
        onClear={clear}
        empty={<Nothing icon={<IconRobot size={28} />} title={MCP.noCalls} text={MCP.noCallsHint} />}
      />
    </>
  );
}

type Filters = { readonly [Name in (typeof FILTERS)[number]]?: string };

function useCalls(serverId: string | undefined, filters: Filters) {
  const { period, from, to, status, tool, linked_account_id: account } = filters;
  const query = { ...usePeriod({ period, from, to }), status: status as McpCall["status"], tool };
  const options = {
    everyMs: useRenewal(["mcp_call"], ["/api/v2/public/mcp-calls", "/api/v2/public/mcp-servers"], {
      everyMs: EVERY_MS,
    }),
  };
  const all = usePages(
    "/api/v2/public/mcp-calls",
    { query: { ...query, linked_account_id: account } },
    { ...options, enabled: serverId === undefined },
  );
  const ofOne = usePages(
    "/api/v2/public/mcp-servers/{id}/calls",
    { path: { id: serverId ?? "" }, query, account },
    { ...options, enabled: serverId !== undefined },
  );
  return serverId === undefined ? all : ofOne;
}

const COLUMNS: readonly Column<McpCall>[] = [
  { header: MCP.tool, cell: (call) => <CallLink call={call} /> },
  { header: MCP.status, width: 170, cell: (call) => <State {...stateOfCall(call)} /> },
  { header: MCP.customer, cell: ({ linked_account_id }) => linked_account_id },
  { header: MCP.client, isMinor: true, width: 140, cell: ({ client }) => client ?? "–" },
  { header: MCP.error, isMinor: true, cell: ({ error }) => error ?? "–" },
  {
    header: MCP.took,
    isMinor: true,
    width: 84,
    align: "right",
    cell: (call) => <Duration ms={tookMs(call)} />,
  },
  { header: MCP.made, width: 100, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function CallLink({ call: { _id: id, mcp_server_id: server, tool } }: { call: McpCall }) {
  return (
    <PageLink to="/$environment/mcp/calls/$server/$id" params={{ server, id }}>
      {tool}
    </PageLink>
  );
}
