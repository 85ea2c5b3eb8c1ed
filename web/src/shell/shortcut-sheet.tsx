import { ShortcutDialog } from "../parts/page/shortcut-dialog.tsx";
import { FIND } from "../words/find.ts";
import { SHELL } from "../words/shell.ts";
import { goThen, LIST_SHORTCUTS, OTHER_SHORTCUTS } from "../words/shortcuts.ts";
import { FIND_KEYS } from "./find-keys.ts";
import { PAGES } from "./navigation.ts";

/** Lists the shortcuts that work everywhere. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const shortcuts = [
    [FIND_KEYS, FIND.help] as const,
    ...LIST_SHORTCUTS,
    ...PAGES.map(({ letter, label }) => [goThen(letter), label] as const),
    ...OTHER_SHORTCUTS,
  ];
  return <ShortcutDialog opened title={SHELL.shortcuts} shortcuts={shortcuts} onClose={onClose} />;
}
