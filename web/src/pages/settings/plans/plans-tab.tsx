import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconGauge } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { useChange, usePages } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { useMay } from "../../../api/use-role.ts";
import { confirm, tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { DataList } from "../../../parts/lists/data-list.tsx";
import type { Column } from "../../../parts/lists/list-row.tsx";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { PLANS } from "../../../words/settings/plans.ts";
import { LIMIT_NAMES, openPlan, PLANS_PATH, type Plan } from "./plan-form.tsx";

export const Route = createLazyRoute("/$environment/settings/plans")({ component: PlansTab });

/** The plans of the environment, and their limits. */
export function PlansTab() {
  const environment = useEnvironment();
  const plans = usePages(PLANS_PATH, {});
  const may = useMay("developer");
  const add = may && <Button onClick={() => openPlan(environment)}>{PLANS.new}</Button>;
  const isEmpty = !plans.isPending && plans.items.length === 0;
  return (
    <Stack gap="md">
      {!isEmpty && (
        <Group justify="space-between">
          <Text size="sm" className="muted">
            {PLANS.about}
          </Text>
          {add}
        </Group>
      )}
      <DataList
        label={PLANS.tab}
        source={plans}
        idOf={({ _id }) => _id}
        columns={may ? [...COLUMNS, ACTIONS] : COLUMNS}
        empty={
          <Nothing icon={<IconGauge size={28} />} title={PLANS.none} text={PLANS.noneText} action={add} />
        }
      />
    </Stack>
  );
}

const COLUMNS: readonly Column<Plan>[] = [
  {
    header: PLANS.plan,
    width: 220,
    cell: ({ name, is_default: isDefault }) => (
      <Group gap="xs" wrap="nowrap">
        {name}
        {isDefault && <Badge variant="light">{PLANS.isDefault}</Badge>}
      </Group>
    ),
  },
  { header: PLANS.limits, cell: ({ caps }) => describeLimits(caps) },
];

const ACTIONS: Column<Plan> = {
  header: PLANS.edit,
  isHeaderHidden: true,
  width: 150,
  align: "right",
  cell: (plan) => <PlanActions plan={plan} />,
};

function describeLimits(caps: Plan["caps"]): string {
  const told = LIMIT_NAMES.flatMap((name) => {
    const most = caps[name]?.hard ?? caps[name]?.soft;
    return most === undefined || most === null ? [] : [`${PLANS.names[name]}: ${most.toLocaleString("en")}`];
  });
  return told.length > 0 ? told.join(" · ") : PLANS.noLimits;
}

function PlanActions({ plan }: { readonly plan: Plan }) {
  const { _id: id, name } = plan;
  const environment = useEnvironment();
  const remove = useChange("delete", `${PLANS_PATH}/{id}`, [PLANS_PATH]);
  const ask = () =>
    confirm({
      title: PLANS.deleteTitle(name),
      text: PLANS.deleteText,
      action: PLANS.delete,
      isDangerous: true,
      onConfirm: () =>
        remove.mutate({ path: { id } }, { onSuccess: () => tell(PLANS.deleted(name)), onError: tellProblem }),
    });
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button variant="subtle" size="compact-xs" onClick={() => openPlan(environment, plan)}>
        {PLANS.edit}
      </Button>
      <Button variant="subtle" color="red" size="compact-xs" onClick={ask}>
        {PLANS.delete}
      </Button>
    </Group>
  );
}
