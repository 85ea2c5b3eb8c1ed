import { Anchor, Stack } from "@mantine/core";
import { IconBolt } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { usePages } from "../../api/use-api.ts";
import { useRenewal } from "../../api/use-live.ts";
import { DataList } from "../../parts/lists/data-list.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { useEnvironment } from "../../shell/use-environment.ts";
import { CUSTOMER_TABS, CUSTOMERS } from "../../words/customers.ts";
import { EXECUTIONS } from "../../words/executions.ts";
import { EXECUTION_COLUMNS } from "../executions/list/execution-columns.tsx";
import type { Customer } from "./customer.ts";

const COLUMNS = EXECUTION_COLUMNS.filter(({ header }) => header !== EXECUTIONS.customer);
const EVERY_MS = 5000;

/** The customer's executions, newest first. */
export function ExecutionsTab({ customer: { account_id: account } }: { customer: Customer }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
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
        onOpen={({ _id: id }) =>
          navigate({ to: "/$environment/executions/$id", params: { environment, id } })
        }
        empty={
          <Nothing
            icon={<IconBolt size={28} />}
            title={CUSTOMER_TABS.noExecutions}
            text={CUSTOMER_TABS.noExecutionsHint}
          />
        }
      />
      <Anchor
        component={Link}
        to="/$environment/executions"
        params={{ environment } as never}
        search={{ linked_account_id: account } as never}
        size="sm"
      >
        {CUSTOMER_TABS.allExecutions}
      </Anchor>
    </Stack>
  );
}
