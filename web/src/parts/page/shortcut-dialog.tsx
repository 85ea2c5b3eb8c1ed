import { Kbd, Modal, Table } from "@mantine/core";

interface ShortcutDialogProps {
  readonly title: string;
  readonly shortcuts: readonly (readonly [keys: string, what: string])[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Lists keys and what they do. */
export function ShortcutDialog({ title, shortcuts, opened, onClose }: ShortcutDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Table>
        <Table.Tbody>
          {shortcuts.map(([keys, what]) => (
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
