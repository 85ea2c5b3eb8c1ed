import { Accordion, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustments } from "@tabler/icons-react";
import { useState } from "react";
import { type Pages, usePages } from "../../api/use-api.ts";
import { ApplicationIcon } from "../../parts/applications/application-icon.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { Moment } from "../../parts/time/moment.tsx";
import { State } from "../../parts/values/state.tsx";
import { CONFIGS as WORDS } from "../../words/configs.ts";
import { CUSTOMER_TABS } from "../../words/customers.ts";
import { CONFIGS, type ListedConfig, nameInAddress } from "./configs/config.ts";
import { ConfigPanel } from "./configs/config-panel.tsx";
import classes from "./configs/configs.module.css";
import { useDeleteConfig } from "./configs/use-delete-config.ts";
import type { Customer } from "./customer.ts";

const NewConfig = loadedWhenShown(() =>
  import("./configs/new-config.tsx").then((module) => module.NewConfig),
);

/** The customer's settings, application by application. */
export function SettingsTab({ customer }: { customer: Customer }) {
  const account = customer.account_id;
  const configs = usePages(CONFIGS, { account });
  const [isAdding, { open, close }] = useDisclosure();
  const { change } = useFilters(["config"]);
  const add = (
    <RoleButton least="developer" onClick={open}>
      {WORDS.add}
    </RoleButton>
  );
  const isEmpty = configs.isSuccess && configs.items.length === 0;
  return (
    <Stack gap="lg" maw={900}>
      {configs.error && <Problem error={configs.error} onRetry={configs.refetch} />}
      {configs.isPending && <Skeleton height={160} />}
      {isEmpty && (
        <Nothing icon={<IconAdjustments size={28} />} title={WORDS.none} text={WORDS.noneHint} action={add} />
      )}
      {configs.items.length > 0 && (
        <>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Text size="sm" className="muted" maw="70ch">
              {WORDS.help}
            </Text>
            {add}
          </Group>
          <ConfigList customer={customer} configs={configs} />
        </>
      )}
      {isAdding && (
        <NewConfig
          account={account}
          onClose={close}
          onMade={(config) => change({ config: nameInAddress(config) })}
        />
      )}
    </Stack>
  );
}

interface ConfigListProps {
  readonly customer: Customer;
  readonly configs: Pages<typeof CONFIGS>;
}

/** The configs; the one in the URL is open, or the only one. */
function ConfigList({ customer, configs }: ConfigListProps) {
  const { filters, change } = useFilters(["config"]);
  const [first] = configs.items;
  const only = first && configs.items.length === 1 ? nameInAddress(first) : null;
  const shown = filters.config ?? only;
  const remove = useDeleteConfig(customer);
  const show = (config: string | null) => change({ config: config ?? undefined });
  return (
    <>
      <Accordion value={shown} onChange={show} aria-label={WORDS.list}>
        {configs.items.map((listed) => (
          <ConfigItem
            key={nameInAddress(listed)}
            customer={customer}
            listed={listed}
            isOpen={nameInAddress(listed) === shown}
            onDelete={() => remove(listed)}
          />
        ))}
      </Accordion>
      {configs.hasNextPage && (
        <Button
          variant="default"
          loading={configs.isFetchingNextPage}
          onClick={() => configs.fetchNextPage()}
        >
          {CUSTOMER_TABS.loadMore}
        </Button>
      )}
    </>
  );
}

interface ConfigItemProps {
  readonly customer: Customer;
  readonly listed: ListedConfig;
  readonly isOpen: boolean;
  readonly onDelete: () => void;
}

function ConfigItem({ customer, listed, isOpen, onDelete }: ConfigItemProps) {
  // Read when it is first opened, and then kept: entered values survive closing it.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const { slug, config_id: id, application, application_enabled: isEnabled, updatedAt } = listed;
  return (
    <Accordion.Item value={nameInAddress(listed)}>
      <Accordion.Control>
        <div className={classes.row}>
          <ApplicationIcon slug={slug} name={application} size={24} />
          <Text fw={600} component="span">
            {application}
          </Text>
          {id !== customer.account_id && <span className="mono muted">{id}</span>}
          <span className={`${classes.facts} muted`}>
            {isEnabled ? (
              WORDS.workflowsOn(listed.enabled_workflows)
            ) : (
              <State mood="none" word={WORDS.isOff} />
            )}
            <Moment at={updatedAt} />
          </span>
        </div>
      </Accordion.Control>
      <Accordion.Panel>
        {wasOpen && <ConfigPanel customer={customer} listed={listed} onDelete={onDelete} />}
      </Accordion.Panel>
    </Accordion.Item>
  );
}
