import { Kbd, Modal, Table } from "@mantine/core";
import { SHELL } from "../words/shell.ts";
import { goThen, LIST_SHORTCUTS, OTHER_SHORTCUTS } from "../words/shortcuts.ts";
import { FIND_KEYS } from "./find-keys.ts";
import { PAGES } from "./navigation.ts";

/** Lists the shortcuts that work everywhere. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const rows = [
    [FIND_KEYS, SHELL.findHelp] as const,
    ...LIST_SHORTCUTS,
    ...PAGES.map(({ letter, label }) => [goThen(letter), label] as const),
    ...OTHER_SHORTCUTS,
  ];
  return (
    <Modal opened onClose={onClose} title={SHELL.shortcuts}>
      <Table>
        <Table.Tbody>
          {rows.map(([keys, what]) => (
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
