import { useDisclosure } from "@mantine/hooks";
import { IconUsers } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { type Item, usePages } from "../../api/use-api.ts";
import { CustomerLink } from "../../parts/links/customer-link.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import { FilterBar, SearchField } from "../../parts/lists/filter-bar.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { useOpening } from "../../parts/page/use-opening.ts";
import { Moment } from "../../parts/time/moment.tsx";
import { Identifier } from "../../parts/values/identifier.tsx";
import { CUSTOMERS } from "../../words/customers.ts";
import { HealthCounts } from "./health-counts.tsx";

const AddCustomer = loadedWhenShown(() => import("./add-customer.tsx").then((file) => file.AddCustomer));

export const Route = createLazyRoute("/$environment/customers")({ component: CustomersPage });

type Customer = Item<"/api/v2/public/linked-account">;

function CustomersPage() {
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(["search"]);
  const [isAdding, { open: add, close }] = useDisclosure();
  useOpening("add", add);
  const customers = usePages("/api/v2/public/linked-account", { query: { search: filters.search } });
  const show = (id: string) => navigate({ to: "/$environment/customers/$id", params: { id } });
  return (
    <Page
      title={CUSTOMERS.list}
      actions={
        <RoleButton least="developer" variant="filled" onClick={add}>
          {CUSTOMERS.add}
        </RoleButton>
      }
    >
      <FilterBar onClear={clear}>
        <SearchField
          label={CUSTOMERS.search}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
      </FilterBar>
      <DataList
        label={CUSTOMERS.list}
        source={customers}
        columns={COLUMNS}
        idOf={({ account_id }) => account_id}
        onOpen={({ account_id }) => show(account_id)}
        onClear={clear}
        empty={
          <Nothing
            icon={<IconUsers size={28} />}
            title={CUSTOMERS.none}
            text={CUSTOMERS.noneHint}
            action={
              <RoleButton least="developer" onClick={add}>
                {CUSTOMERS.add}
              </RoleButton>
            }
          />
        }
      />
      {isAdding && <AddCustomer onClose={close} onAdded={show} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Customer>[] = [
  { header: CUSTOMERS.customer, cell: ({ account_id: id, name }) => <CustomerLink id={id} name={name} /> },
  {
    header: CUSTOMERS.connections,
    width: 260,
    cell: ({ connections }) => <HealthCounts counts={connections} />,
  },
  {
    header: CUSTOMERS.id,
    width: 220,
    isMinor: true,
    cell: ({ account_id: id }) => <Identifier id={id} whole />,
  },
  { header: CUSTOMERS.added, width: 120, align: "right", cell: ({ createdAt }) => <Moment at={createdAt} /> },
];
