import { Stack, Title } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Item, useChange, usePages } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { confirm, tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { PageLink } from "../../../parts/links/page-link.tsx";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { DataList } from "../../../parts/lists/data-list.tsx";
import type { Column } from "../../../parts/lists/list-row.tsx";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { Moment } from "../../../parts/time/moment.tsx";
import { MCP } from "../../../words/mcp/mcp.ts";
import { SHELL } from "../../../words/shell.ts";
import { GRANTS, TOKENS } from "../servers/server-values.ts";

type Token = Item<typeof TOKENS>;
type Grant = Item<typeof GRANTS>;

interface AccessListsProps {
  /** Of one customer, if given. */
  readonly account: string | undefined;
  /** At one server, if given. */
  readonly serverId?: string | undefined;
}

/** The assistants that customers have allowed, and the tokens for their agents; each can be revoked. */
export function AccessLists(props: AccessListsProps) {
  return (
    <>
      <Grants {...props} />
      <Tokens {...props} />
    </>
  );
}

function Grants({ account, serverId }: AccessListsProps) {
  const grants = usePages(GRANTS, { account, query: { mcp_server_id: serverId } });
  const withdraw = useChange("delete", `${GRANTS}/{id}`, [GRANTS]);
  const take = useTakeBack();
  const nameOf = ({ client_name, client_id }: Grant) => client_name ?? client_id;
  return (
    <Access title={MCP.grants}>
      <DataList
        label={MCP.grants}
        source={grants}
        idOf={({ _id }) => _id}
        columns={[
          { header: MCP.assistant, cell: nameOf },
          ...columnsOf(serverId),
          {
            header: MCP.access,
            isHeaderHidden: true,
            width: 110,
            align: "right",
            cell: (grant: Grant) => (
              <TakeBack
                onClick={() =>
                  take(grant, MCP.withdrawGrant(nameOf(grant)), () =>
                    withdraw.mutateAsync({ path: { id: grant._id } }),
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

function Tokens({ account, serverId }: AccessListsProps) {
  const tokens = usePages(TOKENS, { account, query: { mcp_server_id: serverId } });
  const withdraw = useChange("delete", `${TOKENS}/{id}`, [TOKENS]);
  const take = useTakeBack();
  return (
    <Access title={MCP.tokensTitle}>
      <DataList
        label={MCP.tokensTitle}
        source={tokens}
        idOf={({ _id }) => _id}
        columns={[
          ...columnsOf(serverId),
          {
            header: MCP.access,
            isHeaderHidden: true,
            width: 110,
            align: "right",
            cell: (token: Token) => (
              <TakeBack
                onClick={() =>
                  take(token, MCP.withdrawToken, () => withdraw.mutateAsync({ path: { id: token._id } }))
                }
              />
            ),
          },
        ]}
        empty={<Nothing icon={<IconKey size={28} />} title={MCP.noTokens} text={MCP.noTokensHint} />}
      />
    </Access>
  );
}

/** The columns of both lists; without the server if all are of one. */
function columnsOf(serverId: string | undefined): readonly Column<Token | Grant>[] {
  return [
    { header: MCP.customer, cell: ({ linked_account_id }) => <CustomerLink id={linked_account_id} /> },
    ...(serverId === undefined
      ? [{ header: MCP.server, isMinor: true, cell: (row: Token | Grant) => <ServerLink row={row} /> }]
      : []),
    { header: MCP.created, width: 110, isMinor: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      header: MCP.lastUsed,
      width: 100,
      isMinor: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : MCP.never),
    },
    { header: MCP.ends, width: 110, isMinor: true, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  ];
}

function CustomerLink({ id }: { id: string }) {
  return (
    <TextLink fz="sm" to="/$environment/customers/$id" params={{ id }}>
      {id}
    </TextLink>
  );
}

/** Links to the server as the customer sees it, because it may be the customer's own. */
function ServerLink({ row }: { row: Token | Grant }) {
  return (
    <PageLink
      to="/$environment/mcp/servers/$id"
      params={{ id: row.mcp_server_id }}
      search={{ linked_account_id: row.linked_account_id }}
    >
      {row.mcp_server_name}
    </PageLink>
  );
}

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

/** Asks before access ends, and confirms that it has. */
function useTakeBack() {
  const environment = useEnvironment();
  return ({ linked_account_id: account }: Token | Grant, title: string, send: () => Promise<unknown>) =>
    confirm({
      title,
      text: MCP.withdrawText(account, SHELL[environment].toLowerCase()),
      action: MCP.withdraw,
      isDangerous: true,
      onConfirm: () => send().then(() => tell(MCP.withdrawn), tellProblem),
    });
}
