import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  spotlight,
} from "@mantine/spotlight";
import { useNavigate } from "@tanstack/react-router";
import { SHELL } from "../words/shell.ts";
import { PAGES } from "./navigation.ts";
import { useEnvironment } from "./use-environment.ts";

/** Opens the search over everything. */
export function openFind(): void {
  spotlight.open();
}

/** ⌘K: goes to any page, and finds anything by name or id. */
export function Find() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const pages: SpotlightActionData[] = PAGES.map(({ to, label, icon: Icon }) => ({
    id: to,
    label: SHELL.goTo(label),
    leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
    onClick: () => navigate({ to, params: { environment } as never }),
  }));
  const groups: SpotlightActionGroupData[] = [{ group: SHELL.pages, actions: pages }];
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      highlightQuery
      scrollable
      maxHeight={420}
      limit={20}
      nothingFound={SHELL.findNothing}
      searchProps={{ placeholder: SHELL.findPlaceholder, "aria-label": SHELL.find }}
    />
  );
}
