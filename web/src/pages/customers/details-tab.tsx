import { Stack, Table, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { CUSTOMERS } from "../../words/customers.ts";
import type { Customer } from "./customer.ts";
import { DeleteCustomer } from "./delete-customer.tsx";

/** The customer's own data, and deleting it. */
export function DetailsTab({ customer }: { customer: Customer }) {
  const [isDeleting, { open, close }] = useDisclosure();
  const { udf, createdAt, updatedAt } = customer;
  return (
    <Stack gap="xl" maw={720}>
      <Text size="sm">
        {CUSTOMERS.addedAt} <Moment at={createdAt} />
        <span className="muted">
          {" · "}
          {CUSTOMERS.changedAt} <Moment at={updatedAt} />
        </span>
      </Text>
      <section>
        <Title order={2} fz="md" mb="sm">
          {CUSTOMERS.fields}
        </Title>
        {udf.length === 0 ? (
          <Text size="sm" className="muted">
            {CUSTOMERS.noFields}
          </Text>
        ) : (
          <Table aria-label={CUSTOMERS.fields} layout="fixed" fz="sm">
            <Table.Tbody>
              {udf.map(({ key_name: name, key_value: value, updatedAt: at }) => (
                <Table.Tr key={name}>
                  <Table.Th className="mono" style={{ overflowWrap: "anywhere" }}>
                    {name}
                  </Table.Th>
                  <Table.Td style={{ overflowWrap: "anywhere" }}>{String(value)}</Table.Td>
                  <Table.Td ta="right" className="muted">
                    <Moment at={at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </section>
      <div>
        <RoleButton least="developer" color="red" variant="outline" onClick={open}>
          {CUSTOMERS.delete}
        </RoleButton>
      </div>
      <DeleteCustomer opened={isDeleting} onClose={close} customer={customer} />
    </Stack>
  );
}
