import { Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { RECONNECT } from "../../words/parts/reconnect.ts";
import { loadedWhenShown } from "../page/loaded-when-shown.tsx";
import { RoleButton } from "../page/role-button.tsx";
import type { ConnectionToMake } from "./reconnect-link.tsx";

const ReconnectLink = loadedWhenShown(() =>
  import("./reconnect-link.tsx").then((file) => file.ReconnectLink),
);

interface ReconnectButtonProps extends ConnectionToMake {
  /** Whether it is the main action. */
  readonly isPrimary?: boolean;
  readonly label?: string;
}

/** Creates a link with which a customer connects or reconnects an application, to copy or to send. */
export function ReconnectButton({ isPrimary = true, label: given, ...connection }: ReconnectButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  const label = given ?? RECONNECT.make(connection.isFirst ?? false);
  return (
    <>
      <RoleButton least="support" variant={isPrimary ? "filled" : "default"} onClick={open}>
        {label}
      </RoleButton>
      <Modal opened={opened} onClose={close} title={label} size="lg">
        <ReconnectLink {...connection} />
      </Modal>
    </>
  );
}
