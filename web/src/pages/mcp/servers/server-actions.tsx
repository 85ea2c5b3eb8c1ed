import { Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useChange, useRead } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { usePageNavigation } from "../../../parts/links/page-link.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { SHELL } from "../../../words/shell.ts";
import { GRANTS, type McpServer, SERVERS_PATH, TOKENS } from "./server-values.ts";

/** Commands for a server. */
export function ServerActions({ server }: { server: McpServer }) {
  const navigate = usePageNavigation();
  const [isRemoving, removing] = useDisclosure();
  const { _id: id, linked_account_id: owner } = server;
  const edit = () =>
    navigate({
      to: "/$environment/mcp/servers/$id/edit",
      params: { id },
      search: owner === undefined ? {} : { linked_account_id: owner },
    });
  return (
    <>
      <RoleButton least="developer" onClick={edit}>
        {SERVERS.edit}
      </RoleButton>
      <RoleButton least="developer" color="red" variant="light" onClick={removing.open}>
        {SERVERS.delete}
      </RoleButton>
      <Modal opened={isRemoving} onClose={removing.close} title={SERVERS.removeTitle(server.name)}>
        <RemoveServer server={server} onClose={removing.close} />
      </Modal>
    </>
  );
}

/** Says who loses access before a server is deleted, because that cannot be undone. */
function RemoveServer({ server, onClose }: { server: McpServer; onClose: () => void }) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const { _id: id, linked_account_id: account } = server;
  const query = { mcp_server_id: id, limit: 1 };
  const grants = useRead(GRANTS, { query });
  const tokens = useRead(TOKENS, { query });
  const remove = useChange("delete", "/api/v2/public/mcp-servers/{id}", [SERVERS_PATH, GRANTS, TOKENS]);
  const isCounted = grants.data !== undefined && tokens.data !== undefined;
  const submit = () =>
    remove.mutate(
      { path: { id }, account },
      {
        onSuccess: () => {
          tell(SERVERS.removed);
          return navigate({ to: "/$environment/mcp" });
        },
      },
    );
  return (
    <Stack gap="md">
      {remove.error && <Problem error={remove.error} />}
      {isCounted ? (
        <Text size="sm">
          {SERVERS.removeText(grants.data.totalDocs, tokens.data.totalDocs, SHELL[environment].toLowerCase())}
        </Text>
      ) : (
        <Skeleton height={60} aria-label={SERVERS.removeCounting} />
      )}
      <DialogButtons
        onCancel={onClose}
        color="red"
        disabled={!isCounted}
        loading={remove.isPending}
        onClick={submit}
        data-autofocus
      >
        {SERVERS.removeAction}
      </DialogButtons>
    </Stack>
  );
}
