import { Modal } from "@mantine/core";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { CONNECTIONS } from "../../words/customers.ts";
import type { RenameFormProps } from "./rename-form.tsx";

// Few rename one, and forms are larger than all else on the page.
const RenameForm = loadedWhenShown<RenameFormProps>(
  async () => (await import("./rename-form.tsx")).RenameForm,
);

interface RenameConnectionProps extends RenameFormProps {
  readonly opened: boolean;
}

/** The dialog in which a connection is renamed. */
export function RenameConnection({ opened, ...form }: RenameConnectionProps) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={CONNECTIONS.renameTitle(form.connection.name)}>
      <RenameForm {...form} />
    </Modal>
  );
}
