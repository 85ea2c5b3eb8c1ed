import { Stack, Title } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Item, useChange, usePages } from "../../api/use-api.ts";
import { AccountField } from "../../parts/account-field.tsx";
import { confirm, tell, tellProblem } from "../../parts/confirm.tsx";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { FilterBar } from "../../parts/filter-bar.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Nothing } from "../../parts/nothing.tsx";
import { Page } from "../../parts/page.tsx";
import { RoleButton } from "../../parts/role-button.tsx";
import { useFilters } from "../../parts/use-filters.ts";
import { useEnvironment } from "../../shell/use-environment.ts";
import { MCP } from "../../words/mcp.ts";
import { SHELL } from "../../words/shell.ts";
import { McpViews } from "./mcp-views.tsx";

export const Route = createLazyRoute("/$environment/mcp/access")({ component: AccessPage });

const TOKENS = "/api/v2/public/mcp-tokens";
const GRANTS = "/api/v2/public/mcp-grants";
type Token = Item<typeof TOKENS>;
type Grant = Item<typeof GRANTS>;

function AccessPage() {
  const { filters, change } = useFilters(["linked_account_id"]);
  const account = filters.linked_account_id;
  return (
    <Page title={SHELL.mcp}>
      <McpViews />
      <FilterBar>
        <AccountField
          value={account}
          width={280}
          onChange={(linked_account_id) => change({ linked_account_id })}
        />
      </FilterBar>
      {account === undefined ? (
        <Nothing icon={<IconKey size={28} />} title={MCP.chooseCustomer} text={MCP.chooseCustomerHint} />
      ) : (
        <>
          <Grants account={account} />
          <Tokens account={account} />
        </>
      )}
    </Page>
  );
}

function Grants({ account }: { account: string }) {
  const grants = usePages(GRANTS, { account });
  const withdraw = useChange("delete", `${GRANTS}/{id}`, [GRANTS]);
  const take = useTakeBack(account);
  return (
    <Access title={MCP.grants}>
      <DataList
        label={MCP.grants}
        source={grants}
        idOf={({ _id }) => _id}
        columns={[
          { header: MCP.assistant, cell: (grant: Grant) => grant.client_name ?? grant.client_id },
          ...COLUMNS,
          {
            header: MCP.access,
            width: 120,
            align: "right",
            cell: ({ _id: id, client_name, client_id }) => (
              <TakeBack
                onClick={() =>
                  take(MCP.withdrawGrant(client_name ?? client_id), () =>
                    withdraw.mutateAsync({ path: { id }, account }),
                  )
                }
              />
            ),
          },
        ]}
        empty={<Nothing icon={<IconKey size={28} />} title={MCP.noGrants} text={MCP.noGrantsHint} />}
      />
    </Access>
  );
}

function Tokens({ account }: { account: string }) {
  const tokens = usePages(TOKENS, { account });
  const withdraw = useChange("delete", `${TOKENS}/{id}`, [TOKENS]);
  const take = useTakeBack(account);
  return (
    <Access title={MCP.tokensTitle}>
      <DataList
        label={MCP.tokensTitle}
        source={tokens}
        idOf={({ _id }) => _id}
        columns={[
          ...COLUMNS,
          {
            header: MCP.access,
            width: 120,
            align: "right",
            cell: ({ _id: id }: Token) => (
              <TakeBack
                onClick={() => take(MCP.withdrawToken, () => withdraw.mutateAsync({ path: { id }, account }))}
              />
            ),
          },
        ]}
        empty={<Nothing icon={<IconKey size={28} />} title={MCP.noTokens} text={MCP.noTokensHint} />}
      />
    </Access>
  );
}

const COLUMNS: readonly Column<Token | Grant>[] = [
  { header: MCP.server, cell: ({ mcp_server_name }) => mcp_server_name },
  { header: MCP.created, width: 110, isMinor: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    header: MCP.lastUsed,
    width: 110,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : MCP.never),
  },
  { header: MCP.ends, width: 110, isMinor: true, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
];

function Access({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={2} fz={15}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function TakeBack({ onClick }: { onClick: () => void }) {
  return (
    <RoleButton least="developer" variant="subtle" color="red" size="compact-xs" onClick={onClick}>
      {MCP.withdraw}
    </RoleButton>
  );
}

/** Asks before access ends, and says that it has. */
function useTakeBack(account: string) {
  const environment = useEnvironment();
  return (title: string, send: () => Promise<unknown>) =>
    confirm({
      title,
      text: MCP.withdrawText(account, SHELL[environment].toLowerCase()),
      action: MCP.withdraw,
      isDangerous: true,
      onConfirm: () => send().then(() => tell(MCP.withdrawn), tellProblem),
    });
}
