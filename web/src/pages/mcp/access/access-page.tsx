import { createLazyRoute } from "@tanstack/react-router";
import { useRead } from "../../../api/use-api.ts";
import { AccountField } from "../../../parts/forms/account-field.tsx";
import { ChoiceField, FilterBar } from "../../../parts/lists/filter-bar.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { useFilters } from "../../../parts/page/use-filters.ts";
import { MCP } from "../../../words/mcp/mcp.ts";
import { SHELL } from "../../../words/shell.ts";
import { McpViews } from "../mcp-views.tsx";
import { SERVERS_PATH } from "../servers/server-values.ts";
import { AccessLists } from "./access-lists.tsx";

export const Route = createLazyRoute("/$environment/mcp/access")({ component: AccessPage });

/** Who has access, over all customers and servers. */
function AccessPage() {
  const { filters, change, clear } = useFilters(["linked_account_id", "server"]);
  const { linked_account_id: account, server } = filters;
  const servers = useRead(SERVERS_PATH, { query: { limit: 100 }, account });
  const known = (servers.data?.docs ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const isKnown = server === undefined || known.some(({ value }) => value === server);
  return (
    <Page title={SHELL.mcp}>
      <McpViews />
      <FilterBar onClear={clear}>
        <AccountField
          value={account}
          width={240}
          onChange={(linked_account_id) => change({ linked_account_id })}
        />
        <ChoiceField
          label={MCP.server}
          value={server}
          options={isKnown ? known : [{ value: server, label: server }, ...known]}
          width={240}
          onChange={(next) => change({ server: next })}
        />
      </FilterBar>
      <AccessLists account={account} serverId={server} />
    </Page>
  );
}
