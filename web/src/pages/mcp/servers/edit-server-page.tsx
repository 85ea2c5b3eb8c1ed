import { Skeleton, Text } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useChange, useRead } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../../parts/links/page-link.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { given, useFilters } from "../../../parts/page/use-filters.ts";
import { MCP } from "../../../words/mcp/mcp.ts";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { ServerForm } from "./server-form.tsx";
import { getFields, getValues, type McpServer, SERVERS_PATH, type ServerValues } from "./server-values.ts";

export const Route = createLazyRoute("/$environment/mcp/servers/$id/edit")({ component: EditServerPage });

const ONE = "/api/v2/public/mcp-servers/{id}";

function EditServerPage() {
  const { id } = useParams({ from: "/$environment/mcp/servers/$id/edit" });
  const { filters } = useFilters(["linked_account_id"]);
  const { data, error, refetch, isFetchedAfterMount } = useRecord(id, filters.linked_account_id);
  // A stale copy could have been changed by others, and would be written back.
  const server = isFetchedAfterMount ? data : undefined;
  return (
    <Page
      title={SERVERS.editTitle}
      back={{ to: "/$environment/mcp/servers/$id", params: { id }, label: server?.name ?? MCP.server }}
    >
      {error && !server && <Problem error={error} onRetry={refetch} />}
      {!error && !server && <Skeleton height={320} maw={640} />}
      {server?._id === id && <Edit key={id} server={server} />}
    </Page>
  );
}

/** The record itself: a customer's view of an organization's server would become everybody's when written back. */
function useRecord(id: string, customer: string | undefined) {
  const seen = useRead(
    ONE,
    { path: { id }, account: customer },
    { enabled: customer !== undefined, isFresh: true },
  );
  const isOwn = seen.data?.linked_account_id !== undefined;
  const isAsked = customer === undefined || (seen.data !== undefined && !isOwn);
  const record = useRead(ONE, { path: { id } }, { enabled: isAsked, isFresh: true });
  return isAsked ? record : seen;
}

function Edit({ server }: { server: McpServer }) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const { _id: id, linked_account_id: account, chains, resources } = server;
  const search = given({ linked_account_id: account });
  const save = useChange("put", ONE, [SERVERS_PATH]);
  const submit = (values: ServerValues) =>
    save.mutate(
      { path: { id }, body: getFields(values), account },
      {
        onSuccess: () => {
          tell(SERVERS.saved);
          return navigate({ to: "/$environment/mcp/servers/$id", params: { id }, search });
        },
      },
    );
  return (
    <ServerForm
      initial={getValues(server)}
      isStored
      kept={
        chains.length + resources.length > 0 && (
          <Text size="sm" className="muted">
            {SERVERS.kept(chains.length, resources.length)}
          </Text>
        )
      }
      error={save.error}
      isPending={save.isPending}
      action={environment === "production" ? SERVERS.saveInProduction : SERVERS.save}
      cancel={{ to: "/$environment/mcp/servers/$id", params: { id }, search }}
      onSubmit={submit}
    />
  );
}
