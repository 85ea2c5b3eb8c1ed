import { Alert, Group } from "@mantine/core";
import { useChange } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { confirm, tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { SHELL } from "../../../words/shell.ts";
import { type McpServer, SERVERS_PATH } from "./server-values.ts";

/** A customer's own changes to a server of the organization. */
export function OwnChanges({ server, account }: { server: McpServer; account: string }) {
  const environment = useEnvironment();
  const { _id: id, linked_account_changes: fields = [] } = server;
  const drop = useChange("delete", "/api/v2/public/mcp-servers/{id}/changes", [SERVERS_PATH]);
  if (fields.length === 0) return null;
  const ask = () =>
    confirm({
      title: SERVERS.dropTitle,
      text: SERVERS.dropText(account, SHELL[environment].toLowerCase()),
      action: SERVERS.drop,
      isDangerous: true,
      onConfirm: () =>
        drop.mutateAsync({ path: { id }, account }).then(() => tell(SERVERS.dropped), tellProblem),
    });
  return (
    <Alert color="gray" title={SERVERS.changedByTitle}>
      {SERVERS.changedBy(account, fields.join(", "))}
      <Group mt="sm">
        <RoleButton least="developer" loading={drop.isPending} onClick={ask}>
          {SERVERS.drop}
        </RoleButton>
      </Group>
    </Alert>
  );
}
