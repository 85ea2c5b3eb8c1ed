import { ActionBar, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { PAGES } from "../../words/parts/pages.ts";
import { PARTS } from "../../words/parts/parts.ts";
import type { Selection } from "./use-list-keys.ts";

/** The bar itself; see SelectionBar. */
export function ChosenBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  return (
    <ActionBar
      opened={selection.ids.size > 0}
      onClose={() => selection.set([])}
      closeOnEscape
      aria-label={PAGES.selected(selection.ids.size)}
      transitionProps={{ duration: 80 }}
    >
      <Text size="sm" px="sm" aria-live="polite">
        {PAGES.selected(selection.ids.size)}
      </Text>
      <ActionBar.Divider />
      {children}
      <ActionBar.Divider />
      <ActionBar.CloseButton aria-label={PARTS.clear} />
    </ActionBar>
  );
}
