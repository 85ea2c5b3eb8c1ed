import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useChange } from "../../api/use-api.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { DialogButtons } from "../../parts/forms/dialog-buttons.tsx";
import { FormProblem } from "../../parts/forms/form-problem.tsx";
import { CONNECTIONS } from "../../words/customers.ts";
import { AFTER_CONNECTIONS, type Connection } from "./customer.ts";

export interface RenameFormProps {
  readonly connection: Connection;
  /** ID of the customer. */
  readonly account: string;
  readonly onClose: () => void;
}

/** The form with which an operator renames a connection, as its customer can in the portal. */
export function RenameForm({ connection, account, onClose }: RenameFormProps) {
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
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <FormProblem form={form} error={rename.error} />
        <TextInput
          label={CONNECTIONS.name}
          description={CONNECTIONS.nameHelp}
          // It appears after the dialog, which could not focus it.
          autoFocus
          autoComplete="off"
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <DialogButtons onCancel={onClose} type="submit" loading={rename.isPending}>
          {CONNECTIONS.rename}
        </DialogButtons>
      </Stack>
    </form>
  );
}
