import "@mantine/spotlight/styles.css";
import type { Reply } from "@junctor/sdk";
import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  spotlight,
} from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { sessionQuery } from "../api/session.ts";
import { useRead } from "../api/use-api.ts";
import { useEnvironment } from "../api/use-environment.ts";
import { type PageAddress, usePageNavigation } from "../parts/links/page-link.tsx";
import { samePageIn } from "../parts/page/same-page.ts";
import { FIND } from "../words/find.ts";
import { SHELL } from "../words/shell.ts";
import { actionsFor } from "./actions.ts";
import { PAGES } from "./navigation.ts";
import { openShortcuts } from "./shortcuts.tsx";

const TYPING_MS = 150;

type Hit = Reply<"get", "/api/v2/public/search">["docs"][number];

/** Opens or closes the global search. */
export function toggleFind(): void {
  spotlight.toggle();
}

/** ⌘K: finds anything by name or id, executions by their content, goes to any page, and starts any command. */
export function Find() {
  const navigate = usePageNavigation();
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useRead("/api/v2/public/search", { query: { q: asked } }, { enabled: asked !== "" });
  const hits: SpotlightActionData[] = (asked === "" ? [] : (found.data?.docs ?? [])).map((hit) => ({
    id: `${hit.kind}/${hit.id}`,
    label: hit.name,
    description: [FIND.kinds[hit.kind], hit.detail].filter(Boolean).join(" · "),
    // The server's results must not be filtered again by their words alone.
    keywords: asked,
    onClick: () => navigate(pageOf(hit)),
  }));
  // Last, so that Enter opens an exact match of name or id; first if there is none.
  const search: SpotlightActionData[] =
    asked === ""
      ? []
      : [
          {
            id: "search",
            label: FIND.searchExecutions(asked),
            keywords: asked,
            leftSection: <IconSearch size={18} stroke={1.6} aria-hidden />,
            onClick: () => navigate({ to: "/$environment/executions", search: { search: asked } }),
          },
        ];
  const actions = useActions();
  const pages: SpotlightActionData[] = PAGES.map(({ to, label, icon: Icon }) => ({
    id: to,
    label: FIND.goTo(label),
    leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
    onClick: () => navigate({ to }),
  }));
  const groups: SpotlightActionGroupData[] = [
    { group: FIND.found, actions: [...hits, ...search] },
    { group: FIND.pages, actions: pages },
    { group: SHELL.actions, actions },
  ];
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      highlightQuery
      scrollable
      // Fixed, so that it does not move while its content grows and shrinks; the page stays readable behind it.
      yOffset="15dvh"
      centered={false}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      maxHeight={420}
      limit={30}
      nothingFound={found.isFetching ? FIND.finding : FIND.findNothing}
      // Any fainter, it would be unreadable on the color of the selected one.
      styles={{ actionDescription: { opacity: 1 } }}
      attributes={{ content: { "aria-label": SHELL.find } }}
      searchProps={{ placeholder: FIND.findPlaceholder, "aria-label": SHELL.find }}
    />
  );
}

/** The commands that the signed-in operator may start from anywhere. */
function useActions(): SpotlightActionData[] {
  const environment = useEnvironment();
  const { pathname } = useLocation();
  const navigate = usePageNavigation();
  const navigateTo = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const { data: session } = useQuery(sessionQuery);
  const other = environment === "test" ? "production" : "test";
  const begun = session ? actionsFor(session.roles, environment) : [];
  return [
    ...begun.map(({ label, page }) => ({ id: label, label, onClick: () => navigate(page) })),
    {
      id: "switch",
      label: FIND.switchTo[other],
      onClick: () => navigateTo({ to: samePageIn(other, pathname) }),
    },
    { id: "light", label: FIND.useLight, onClick: () => setColorScheme("light") },
    { id: "dark", label: FIND.useDark, onClick: () => setColorScheme("dark") },
    { id: "shortcuts", label: SHELL.shortcuts, onClick: openShortcuts },
  ];
}

function pageOf({ kind, id }: Hit): PageAddress {
  switch (kind) {
    case "workflow":
      return { to: "/$environment/workflows/$id", params: { id } };
    case "linked_account":
      return { to: "/$environment/customers/$id", params: { id } };
    case "application":
      return { to: "/$environment/applications/$slug", params: { slug: id } };
    case "directory_application":
      return { to: "/$environment/applications/directory/$slug", params: { slug: id } };
    case "execution":
      return { to: "/$environment/executions/$id", params: { id } };
    case "webhook":
      return { to: "/$environment/webhooks/$id", params: { id } };
    case "mcp_server":
      return { to: "/$environment/mcp/servers/$id", params: { id } };
    case "schedule":
      return { to: "/$environment/schedules/$id", params: { id } };
    case "event":
      return { to: "/$environment/events/$id", params: { id } };
    case "delivery":
      return { to: "/$environment/webhooks/deliveries/$id", params: { id } };
  }
}
