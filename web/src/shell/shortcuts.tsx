import { Kbd, Modal, Table } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useSyncExternalStore } from "react";
import { SHELL, SHORTCUTS } from "../words/shell.ts";
import { PAGES } from "./navigation.ts";
import { useEnvironment } from "./use-environment.ts";

const AFTER_G_MS = 1000;

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

/** The shortcuts that hold everywhere, and the sheet that tells them. */
export function Shortcuts() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const pressedMs = useRef(Number.NEGATIVE_INFINITY);
  const go = (to: (typeof PAGES)[number]["to"]) => {
    if (performance.now() - pressedMs.current > AFTER_G_MS) return;
    pressedMs.current = Number.NEGATIVE_INFINITY;
    navigate({ to, params: { environment } as never });
  };
  useHotkeys([
    ["shift+?", openShortcuts],
    ["g", () => (pressedMs.current = performance.now())],
    ...PAGES.map(({ to, letter }): [string, () => void] => [letter, () => go(to)]),
  ]);
  const opened = useSyncExternalStore(watch, () => isOpen);
  return (
    <Modal opened={opened} onClose={() => setOpen(false)} title={SHELL.shortcuts}>
      <Table>
        <Table.Tbody>
          {SHORTCUTS.map(([keys, what]) => (
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
