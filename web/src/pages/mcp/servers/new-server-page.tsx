import { createLazyRoute } from "@tanstack/react-router";
import { useChange } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../../parts/links/page-link.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { useFilters } from "../../../parts/page/use-filters.ts";
import { MCP } from "../../../words/mcp/mcp.ts";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { ServerForm } from "./server-form.tsx";
import { EMPTY, getFields, SERVERS_PATH, type ServerValues } from "./server-values.ts";

export const Route = createLazyRoute("/$environment/mcp/servers/new")({ component: NewServerPage });

function NewServerPage() {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const { filters } = useFilters(["linked_account_id"]);
  const create = useChange("post", SERVERS_PATH, [SERVERS_PATH]);
  const submit = (values: ServerValues) => {
    const account = values.whom === "one" ? values.account : undefined;
    const body = { ...getFields(values), linked_account_only: account !== undefined };
    create.mutate(
      { body, account },
      {
        onSuccess: ({ _id: id }) => {
          tell(SERVERS.created);
          return navigate({
            to: "/$environment/mcp/servers/$id",
            params: { id },
            search: account === undefined ? {} : { linked_account_id: account },
          });
        },
      },
    );
  };
  return (
    <Page title={SERVERS.newTitle} back={{ to: "/$environment/mcp", label: MCP.servers }}>
      <ServerForm
        initial={{ ...EMPTY, account: filters.linked_account_id }}
        error={create.error}
        isPending={create.isPending}
        action={environment === "production" ? SERVERS.createInProduction : SERVERS.create}
        cancel={{ to: "/$environment/mcp" }}
        onSubmit={submit}
      />
    </Page>
  );
}
