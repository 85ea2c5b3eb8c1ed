import { Modal, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { SWITCH_ON } from "../../words/workflows/workflows.ts";
import type { Workflow } from "./workflow.ts";

const SwitchForm = loadedWhenShown(
  () => import("./switch-form.tsx").then((file) => file.SwitchForm),
  <Skeleton height={120} />,
);

/** Switches a published workflow on for a chosen customer. */
export function SwitchOn({ workflow }: { readonly workflow: Workflow }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <RoleButton least="developer" variant="subtle" size="compact-sm" onClick={open}>
        {SWITCH_ON.open}
      </RoleButton>
      <Modal opened={opened} onClose={close} title={SWITCH_ON.title(workflow.name)} size="lg">
        <SwitchForm workflow={workflow} onDone={close} />
      </Modal>
    </>
  );
}
