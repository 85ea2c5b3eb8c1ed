import type { Environment } from "@junctor/sdk";
import { Checkbox, NumberInput, Stack, Table, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { modals } from "@mantine/modals";
import { type Item, useChangeIn } from "../../../api/use-api.ts";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { PLANS } from "../../../words/settings/plans.ts";

export const PLANS_PATH = "/api/v2/public/plans";

export type Plan = Item<typeof PLANS_PATH>;
export type LimitName = keyof typeof PLANS.names;

export const LIMIT_NAMES = Object.keys(PLANS.names) as LimitName[];

/** Numbers as they are typed; empty: no limit. */
type Amount = number | string;

/** Opens a form for a plan, or for a new one. */
export function openPlan(environment: Environment, plan?: Plan): void {
  const id = modals.open({
    title: plan ? PLANS.editTitle(plan.name) : PLANS.newTitle,
    size: "lg",
    children: <PlanForm environment={environment} plan={plan} onDone={() => modals.close(id)} />,
  });
}

interface PlanFormProps {
  readonly environment: Environment;
  readonly plan: Plan | undefined;
  readonly onDone: () => void;
}

function PlanForm({ environment, plan, onDone }: PlanFormProps) {
  const form = useForm({ initialValues: toValues(plan) });
  const create = useChangeIn(environment, "post", PLANS_PATH, [PLANS_PATH]);
  const update = useChangeIn(environment, "put", `${PLANS_PATH}/{id}`, [PLANS_PATH]);
  const submit = (values: typeof form.values) => {
    const body = { name: values.name, is_default: values.is_default, caps: toCaps(values) };
    if (plan) update.mutate({ path: { id: plan._id }, body }, { onSuccess: onDone });
    else create.mutate({ body }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <FormProblem form={form} error={create.error ?? update.error} names={FIELD_NAMES} />
        <TextInput
          label={PLANS.name}
          required
          maxLength={100}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <Checkbox label={PLANS.makeDefault} {...form.getInputProps("is_default", { type: "checkbox" })} />
        <Text size="sm" className="muted">
          {PLANS.softHelp}
        </Text>
        <Table aria-label={PLANS.limits} layout="fixed" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{PLANS.limit}</Table.Th>
              <Table.Th w={130}>{PLANS.softHeader}</Table.Th>
              <Table.Th w={130}>{PLANS.hardHeader}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {LIMIT_NAMES.map((name) => (
              <Table.Tr key={name}>
                <Table.Th fw={400}>{PLANS.names[name]}</Table.Th>
                {LEVELS.map((level) => (
                  <Table.Td key={level}>
                    <NumberInput
                      aria-label={PLANS[level](PLANS.names[name])}
                      min={0}
                      allowDecimal={false}
                      thousandSeparator=","
                      hideControls
                      {...form.getInputProps(`${level}.${name}`)}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <DialogButtons onCancel={onDone} type="submit" loading={create.isPending || update.isPending}>
          {PLANS.save}
        </DialogButtons>
      </Stack>
    </form>
  );
}

const LEVELS = ["soft", "hard"] as const;
const FIELD_NAMES = Object.fromEntries(
  LIMIT_NAMES.flatMap((name) => LEVELS.map((level) => [`caps.${name}.${level}`, `${level}.${name}`])),
);

function toValues(plan: Plan | undefined) {
  const of = (level: (typeof LEVELS)[number]) =>
    Object.fromEntries(
      LIMIT_NAMES.map((name): [LimitName, Amount] => [name, plan?.caps[name]?.[level] ?? ""]),
    ) as Record<LimitName, Amount>;
  return {
    name: plan?.name ?? "",
    is_default: plan?.is_default ?? false,
    soft: of("soft"),
    hard: of("hard"),
  };
}

function toCaps({ soft, hard }: ReturnType<typeof toValues>) {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const cap = { soft: toAmount(soft[name]), hard: toAmount(hard[name]) };
      return cap.soft === null && cap.hard === null ? [] : [[name, cap]];
    }),
  );
}

function toAmount(typed: Amount): number | null {
  return typed === "" ? null : Number(typed);
}
