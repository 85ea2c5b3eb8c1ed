import { Stack } from "@mantine/core";
import { IconBolt } from "@tabler/icons-react";
import { usePages } from "../../api/use-api.ts";
import { useRenewal } from "../../api/use-live.ts";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { CUSTOMER_TABS, CUSTOMERS } from "../../words/customers.ts";
import { EXECUTIONS } from "../../words/executions.ts";
import { EXECUTION_COLUMNS } from "../executions/list/execution-columns.tsx";
import type { Customer } from "./customer.ts";

const COLUMNS = EXECUTION_COLUMNS.filter(({ header }) => header !== EXECUTIONS.customer);
const EVERY_MS = 5000;

/** The customer's executions, newest first. */
export function ExecutionsTab({ customer: { account_id: account } }: { customer: Customer }) {
  const navigate = usePageNavigation();
  const everyMs = useRenewal(["execution"], ["/api/v2/public/execution"], {
    isAbout: ({ linked_account_id: of }) => of === account,
    everyMs: EVERY_MS,
  });
  const executions = usePages("/api/v2/public/execution", { account }, { everyMs });
  return (
    <Stack gap="md">
      <DataList
        label={CUSTOMERS.executions}
        source={executions}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) => navigate({ to: "/$environment/executions/$id", params: { id } })}
        empty={
          <Nothing
            icon={<IconBolt size={28} />}
            title={CUSTOMER_TABS.noExecutions}
            text={CUSTOMER_TABS.noExecutionsHint}
          />
        }
      />
      <TextLink to="/$environment/executions" search={{ linked_account_id: account }} size="sm">
        {CUSTOMER_TABS.allExecutions}
      </TextLink>
    </Stack>
  );
}
