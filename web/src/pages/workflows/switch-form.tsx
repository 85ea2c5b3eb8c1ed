import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { AccountField } from "../../parts/forms/account-field.tsx";
import { tell } from "../../parts/forms/confirm.tsx";
import { NoCustomers } from "../../parts/forms/no-customers.tsx";
import { useOnlyCustomer } from "../../parts/forms/remote-choices.ts";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { SWITCH_ON } from "../../words/workflows/workflows.ts";
import { AFTER_CONFIGS, type Config, nameInAddress } from "../customers/configs/config.ts";
import { getControls, getHeld, isEmpty } from "../customers/configs/control.ts";
import type { Workflow } from "./workflow.ts";

const CONFIG = "/api/v2/public/config";

interface SwitchFormProps {
  readonly workflow: Workflow;
  readonly onDone: () => void;
}

/** Chooses the customer, and leads to the settings that the workflow needs first. */
export function SwitchForm({
  workflow: { _id: id, slug, linked_account_id: owner },
  onDone,
}: SwitchFormProps) {
  const only = useOnlyCustomer(useEnvironment());
  const navigate = usePageNavigation();
  const [chosen, setChosen] = useState<string | undefined>(owner || undefined);
  const account = chosen ?? only;
  const make = useChange("post", CONFIG, AFTER_CONFIGS);
  const save = useChange("put", CONFIG, AFTER_CONFIGS);
  const error = make.error ?? save.error;
  const switchOn = (customer: string, config: Config) => {
    const { config_id } = config;
    const missing = listMissingSettings(config, id);
    if (missing.length === 0)
      return save.mutate(
        { body: { slug, config_id, workflows: [{ id, enabled: true }] }, account: customer },
        {
          onSuccess: () => {
            tell(SWITCH_ON.done(customer));
            onDone();
          },
        },
      );
    tell(SWITCH_ON.needs(missing.join(", ")));
    return navigate({
      to: "/$environment/customers/$id",
      params: { id: customer },
      search: { tab: "settings", config: nameInAddress({ slug, config_id }) },
    });
  };
  const submit = () =>
    account !== undefined &&
    // Opens the config that the customer has.
    make.mutate(
      { body: { slug, config_id: "" }, account },
      { onSuccess: (config) => switchOn(account, config) },
    );
  return (
    <Stack gap="md">
      <Text size="sm">{SWITCH_ON.text}</Text>
      <AccountField
        value={account}
        onChange={setChosen}
        hasLabel
        width="100%"
        placeholder={SWITCH_ON.placeholder}
        disabled={owner !== ""}
        data-autofocus
      />
      <NoCustomers />
      {error && <Problem error={error} onRetry={submit} />}
      <Group justify="flex-end">
        <Button disabled={account === undefined} loading={make.isPending || save.isPending} onClick={submit}>
          {SWITCH_ON.submit}
        </Button>
      </Group>
    </Stack>
  );
}

/** The labels of required settings, of the application or the workflow, that have no value yet. */
function listMissingSettings(config: Config, workflowId: string): string[] {
  return getControls(config)
    .filter(({ workflowId: of }) => of === undefined || of === workflowId)
    .filter(({ field }) => field.required && field.defaultValue === undefined && isEmpty(getHeld(field)))
    .map(({ field }) => field.name);
}
