import { ActionIcon, Menu, Switch, Tooltip } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { getKey, useChange, useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { useMay } from "../../api/use-role.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { APPLICATIONS } from "../../words/applications.ts";
import { PAGES } from "../../words/parts/pages.ts";
import { AFTER_CHANGES, ALL, type ListedApplication } from "./application.ts";
import { PromoteButton } from "./promote-button.tsx";

const ONE = "/api/v2/public/application/{slug}";

/** Commands for an application as a whole. */
export function ApplicationActions({ application }: { application: ListedApplication }) {
  const environment = useEnvironment();
  return (
    <>
      <EnabledSwitch application={application} />
      {environment === "test" && <PromoteButton application={application} />}
      {application.kind === "custom" && <OwnMenu application={application} />}
    </>
  );
}

/** The number of connections, in words; read before a command that ends them. */
function useConnectionWords(slug: string): string {
  const { data } = useRead("/api/v2/public/connections", { query: { slug, limit: 1 } });
  return APPLICATIONS.connectionCount(data?.totalDocs ?? 0);
}

function EnabledSwitch({ application: { slug, name, enabled } }: { application: ListedApplication }) {
  const environment = useEnvironment();
  const may = useMay("developer");
  const connections = useConnectionWords(slug);
  const change = useChange("put", `${ONE}/settings`, AFTER_CHANGES);
  const set = (wanted: boolean) =>
    change.mutate({ path: { slug }, body: { enabled: wanted } }, { onError: tellProblem });
  const ask = (wanted: boolean) =>
    wanted
      ? set(true)
      : confirm({
          title: APPLICATIONS.disableTitle(name),
          text: APPLICATIONS.disableText(name, connections, environment),
          action: APPLICATIONS.disable,
          isDangerous: true,
          onConfirm: () => set(false),
        });
  return (
    <Tooltip label={PAGES.needsRole("developer")} disabled={may}>
      <Switch
        label={APPLICATIONS.isOn}
        labelPosition="left"
        disabled={!may}
        // The chosen value is shown until the server has responded.
        checked={change.isPending ? change.variables.body?.enabled === true : enabled}
        onChange={({ currentTarget }) => ask(currentTarget.checked)}
      />
    </Tooltip>
  );
}

function OwnMenu({ application: { slug, name, provider } }: { application: ListedApplication }) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const queries = useQueryClient();
  const may = useMay("developer");
  const connections = useConnectionWords(slug);
  const refresh = useChange("post", `${ONE}/mcp/refresh`, AFTER_CHANGES);
  const remove = useChange("delete", ONE, []);
  if (!may) return null;
  const readAgain = () =>
    refresh.mutate(
      { path: { slug } },
      { onSuccess: ({ actions }) => tell(APPLICATIONS.refreshed(actions.length)), onError: tellProblem },
    );
  const removed = async () => {
    tell(APPLICATIONS.deleted(name));
    // Leave this page first: what it reads no longer exists.
    await navigate({ to: "/$environment/applications" });
    await queries.invalidateQueries({ queryKey: getKey(environment, ALL) });
  };
  const ask = () =>
    confirm({
      title: APPLICATIONS.deleteTitle(name),
      text: APPLICATIONS.deleteText(name, connections, environment),
      action: APPLICATIONS.delete,
      isDangerous: true,
      onConfirm: () => remove.mutate({ path: { slug } }, { onSuccess: removed, onError: tellProblem }),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={APPLICATIONS.more}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {provider === "mcp" && <Menu.Item onClick={readAgain}>{APPLICATIONS.refreshTools}</Menu.Item>}
        <Menu.Item color="red" onClick={ask}>
          {APPLICATIONS.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
