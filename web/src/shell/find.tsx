import type { Reply } from "@junctor/sdk";
import { useDebouncedValue } from "@mantine/hooks";
import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  spotlight,
} from "@mantine/spotlight";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useRead } from "../api/use-api.ts";
import { SHELL } from "../words/shell.ts";
import { PAGES } from "./navigation.ts";
import { useEnvironment } from "./use-environment.ts";

const TYPING_MS = 150;

type Hit = Reply<"get", "/api/v2/public/search">["docs"][number];

/** Opens the search over everything. */
export function openFind(): void {
  spotlight.open();
}

/** ⌘K: goes to any page, and finds anything by name or id. */
export function Find() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useRead("/api/v2/public/search", { query: { q: asked } }, { enabled: asked !== "" });
  const hits: SpotlightActionData[] = (asked === "" ? [] : (found.data?.docs ?? [])).map((hit) => ({
    id: `${hit.kind}/${hit.id}`,
    label: hit.name,
    description: [SHELL.kinds[hit.kind], hit.detail].filter(Boolean).join(" · "),
    // What the server found is not to be filtered again by the words alone.
    keywords: asked,
    onClick: () => navigate({ to: `/${environment}/${pathOf(hit)}` }),
  }));
  const pages: SpotlightActionData[] = PAGES.map(({ to, label, icon: Icon }) => ({
    id: to,
    label: SHELL.goTo(label),
    leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
    onClick: () => navigate({ to, params: { environment } as never }),
  }));
  const groups: SpotlightActionGroupData[] = [
    { group: SHELL.found, actions: hits },
    { group: SHELL.pages, actions: pages },
  ];
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      query={typed}
      onQueryChange={setTyped}
      shortcut="mod + K"
      highlightQuery
      scrollable
      maxHeight={420}
      limit={30}
      nothingFound={found.isFetching ? SHELL.finding : SHELL.findNothing}
      searchProps={{ placeholder: SHELL.findPlaceholder, "aria-label": SHELL.find }}
    />
  );
}

/** The page of what was found, below its environment. */
function pathOf({ kind, id }: Hit): string {
  const one = encodeURIComponent(id);
  switch (kind) {
    case "workflow":
      return `workflows/${one}`;
    case "linked_account":
      return `customers/${one}`;
    case "application":
      return `applications/${one}`;
    case "execution":
      return `executions/${one}`;
    case "webhook":
      return `webhooks/${one}`;
    case "mcp_server":
      return `mcp/servers/${one}`;
    case "schedule":
      return "schedules";
    case "event":
      return "events";
    case "delivery":
      return `webhooks/deliveries/${one}`;
  }
}
