import { Kbd, Modal, Table } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { pressG, usePageKeys } from "../parts/page/use-page-keys.ts";
import { SHELL, SHORTCUTS } from "../words/shell.ts";
import { FIND_KEYS } from "./find-keys.ts";
import { PAGES } from "./navigation.ts";
import { useEnvironment } from "./use-environment.ts";

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
  const environment = useEnvironment();
  const navigate = useNavigate();
  const go = (to: (typeof PAGES)[number]["to"]) => void navigate({ to, params: { environment } as never });
  usePageKeys([
    ["?", openShortcuts],
    ["shift+?", openShortcuts],
    ["g", pressG],
    ...PAGES.map(({ to, letter }) => [`g ${letter}`, () => go(to)] as const),
  ]);
  const opened = useSyncExternalStore(watch, () => isOpen);
  return (
    <Modal opened={opened} onClose={() => setOpen(false)} title={SHELL.shortcuts}>
      <Table>
        <Table.Tbody>
          {[[FIND_KEYS, SHELL.findHelp] as const, ...SHORTCUTS].map(([keys, what]) => (
            <Table.Tr key={keys}>
              <Table.Td w={140}>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
