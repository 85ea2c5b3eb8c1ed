import { Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useChange } from "../../api/use-api.ts";
import { DialogButtons } from "../../parts/forms/dialog-buttons.tsx";
import { FormProblem } from "../../parts/forms/form-problem.tsx";
import { given } from "../../parts/page/use-filters.ts";
import { useReturnFocus } from "../../parts/page/use-return-focus.ts";
import { CUSTOMERS } from "../../words/customers.ts";

const PATH = "/api/v2/public/linked-account";

interface AddCustomerProps {
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}

/** A form for a new customer's id and name. */
export function AddCustomer({ onClose, onAdded }: AddCustomerProps) {
  useReturnFocus();
  const form = useForm({ mode: "uncontrolled", initialValues: { linked_account_id: "", name: "" } });
  const add = useChange("post", PATH, [PATH]);
  const submit = (values: typeof form.values) =>
    add.mutate(
      { body: given(values) },
      {
        onSuccess: ({ account_id }) => {
          onClose();
          onAdded(account_id);
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={CUSTOMERS.addTitle}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <FormProblem form={form} error={add.error} />
          <TextInput
            label={CUSTOMERS.addId}
            description={CUSTOMERS.addIdHelp}
            required
            data-autofocus
            maxLength={200}
            autoComplete="off"
            key={form.key("linked_account_id")}
            {...form.getInputProps("linked_account_id")}
          />
          <TextInput
            label={CUSTOMERS.addName}
            description={CUSTOMERS.addNameHelp}
            maxLength={200}
            autoComplete="off"
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          <DialogButtons onCancel={onClose} type="submit" loading={add.isPending}>
            {CUSTOMERS.add}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
