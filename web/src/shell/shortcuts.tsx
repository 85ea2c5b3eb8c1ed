import { useSyncExternalStore } from "react";
import { usePageNavigation } from "../parts/links/page-link.tsx";
import { loadedWhenShown } from "../parts/page/loaded-when-shown.tsx";
import { pressG, usePageKeys } from "../parts/page/use-page-keys.ts";
import { PAGES } from "./navigation.ts";

const ShortcutSheet = loadedWhenShown(() =>
  import("./shortcut-sheet.tsx").then((file) => file.ShortcutSheet),
);

let isOpen = false;
const watchers = new Set<() => void>();

function setOpen(open: boolean): void {
  isOpen = open;
  for (const watcher of watchers) watcher();
}

/** Opens the sheet of shortcuts. */
export function openShortcuts(): void {
  setOpen(true);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The shortcuts that work everywhere, and their sheet. */
export function Shortcuts() {
  const navigate = usePageNavigation();
  const go = (to: (typeof PAGES)[number]["to"]) => void navigate({ to });
  usePageKeys([
    ["?", openShortcuts],
    ["shift+?", openShortcuts],
    ["g", pressG],
    ...PAGES.map(({ to, letter }) => [`g ${letter}`, () => go(to)] as const),
  ]);
  const opened = useSyncExternalStore(watch, () => isOpen);
  return opened ? <ShortcutSheet onClose={() => setOpen(false)} /> : null;
}
