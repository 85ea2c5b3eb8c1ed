import { Modal, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getKey, useChange } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { DialogButtons } from "../../parts/forms/dialog-buttons.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { CUSTOMERS } from "../../words/customers.ts";
import { type Customer, getName } from "./customer.ts";

const LIST = "/api/v2/public/linked-account";

interface DeleteCustomerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly customer: Customer;
}

/** Asks for the id before a customer is deleted, because that cannot be undone. */
export function DeleteCustomer({ opened, onClose, customer }: DeleteCustomerProps) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const [typed, setTyped] = useState("");
  const { account_id: id, integrations } = customer;
  const remove = useChange("delete", `${LIST}/{id}`, []);
  const queries = useQueryClient();
  const submit = () =>
    remove.mutate(
      { path: { id } },
      {
        onSuccess: async () => {
          tell(CUSTOMERS.deleted(getName(customer)));
          // Leave this page first: what it reads no longer exists.
          await navigate({ to: "/$environment/customers" });
          await queries.invalidateQueries({ queryKey: getKey(environment, LIST) });
        },
      },
    );
  return (
    <Modal opened={opened} onClose={onClose} title={CUSTOMERS.deleteTitle(getName(customer))}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === id) submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{CUSTOMERS.deleteText(integrations.length, environment)}</Text>
          {remove.error && <Problem error={remove.error} />}
          <TextInput
            label={CUSTOMERS.deleteType(id)}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            data-autofocus
            autoComplete="off"
          />
          <DialogButtons
            onCancel={onClose}
            type="submit"
            color="red"
            disabled={typed !== id}
            loading={remove.isPending}
          >
            {CUSTOMERS.delete}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
