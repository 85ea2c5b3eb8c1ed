import { Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useChange } from "../../api/use-api.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { DialogButtons } from "../../parts/forms/dialog-buttons.tsx";
import { FormProblem } from "../../parts/forms/form-problem.tsx";
import { CONNECTIONS } from "../../words/customers.ts";
import { AFTER_CONNECTIONS, type Connection } from "./customer.ts";

export interface RenameConnectionProps {
  readonly connection: Connection;
  /** ID of the customer. */
  readonly account: string;
  readonly onClose: () => void;
}

/** The dialog in which an operator renames a connection, as its customer can in the portal. */
export function RenameConnection({ connection, account, onClose }: RenameConnectionProps) {
  const { _id: id, slug, name } = connection;
  const form = useForm({ mode: "uncontrolled", initialValues: { name } });
  const rename = useChange(
    "patch",
    "/api/v2/public/linked-account/integration/{slug}/connections/{connection_id}",
    AFTER_CONNECTIONS,
  );
  const submit = (body: typeof form.values) =>
    rename.mutate(
      { path: { slug, connection_id: id }, body, account },
      {
        onSuccess: (renamed) => {
          onClose();
          tell(CONNECTIONS.renamed(renamed.name));
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={CONNECTIONS.renameTitle(name)}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <FormProblem form={form} error={rename.error} />
          <TextInput
            label={CONNECTIONS.name}
            description={CONNECTIONS.nameHelp}
            data-autofocus
            autoComplete="off"
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          <DialogButtons onCancel={onClose} type="submit" loading={rename.isPending}>
            {CONNECTIONS.rename}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
