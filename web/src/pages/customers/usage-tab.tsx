import { Badge, Group, Progress, Select, Skeleton, Stack, Table } from "@mantine/core";
import { type Item, useChange, usePages, useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { PLANS } from "../../words/settings/plans.ts";
import type { Customer } from "./customer.ts";

const PATH = "/api/v2/public/linked-account/{id}/plan";
const PLANS_PATH = "/api/v2/public/plans";
const RENEW_MS = 10_000;
const DEFAULT = "";

/** What a customer used, and may use; its plan. */
export function UsageTab({ customer }: { readonly customer: Customer }) {
  const id = customer.account_id;
  const { data, error, refetch } = useRead(PATH, { path: { id } }, { everyMs: RENEW_MS });
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={240} />;
  return (
    <Stack gap="xl" maw={720}>
      <PlanChoice id={id} chosen={data.plan_id} />
      <Table aria-label={PLANS.usage} layout="fixed" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{PLANS.limit}</Table.Th>
            <Table.Th>{PLANS.used}</Table.Th>
            <Table.Th w={150}>{PLANS.resets}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.limits.map((limit) => (
            <LimitRow key={limit.name} limit={limit} />
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

type Limit = NonNullable<ReturnType<typeof useRead<typeof PATH>>["data"]>["limits"][number];

function LimitRow({ limit }: { readonly limit: Limit }) {
  const { name, used, soft, hard, is_own: isOwn, resets_at: resetsAt } = limit;
  const most = hard ?? soft;
  const shown = used.toLocaleString("en");
  return (
    <Table.Tr>
      <Table.Th fw={400}>
        <Group gap="xs">
          {PLANS.names[name]}
          {isOwn && (
            <Badge variant="light" size="sm">
              {PLANS.own}
            </Badge>
          )}
        </Group>
      </Table.Th>
      <Table.Td>
        {most === null ? shown : PLANS.usedOf(shown, most.toLocaleString("en"))}
        {most !== null && (
          <Progress.Root mt={4}>
            <Progress.Section
              aria-label={PLANS.progress(PLANS.names[name])}
              value={most === 0 ? 100 : Math.min(100, (100 * used) / most)}
              color={getColor(limit)}
            />
          </Progress.Root>
        )}
      </Table.Td>
      <Table.Td className="muted">{most !== null && resetsAt ? <Moment at={resetsAt} /> : null}</Table.Td>
    </Table.Tr>
  );
}

function getColor({ used, soft, hard }: Limit): string {
  if (hard !== null && used >= hard) return "red";
  return soft !== null && used >= soft ? "yellow" : "blue";
}

/** Chooses a plan: changes at once. */
function PlanChoice({ id, chosen }: { readonly id: string; readonly chosen: string | null }) {
  const plans = usePages(PLANS_PATH, { query: { limit: 100 } });
  const may = useMay("developer");
  const change = useChange("put", PATH, [PATH]);
  const byDefault = plans.items.find(({ is_default }: Item<typeof PLANS_PATH>) => is_default)?.name;
  return (
    <Select
      label={PLANS.chosen}
      description={PLANS.chosenHelp}
      maw={360}
      allowDeselect={false}
      disabled={!may || change.isPending}
      value={chosen ?? DEFAULT}
      data={[
        { value: DEFAULT, label: PLANS.byDefault(byDefault) },
        ...plans.items.map(({ _id: value, name: label }) => ({ value, label })),
      ]}
      onChange={(value) =>
        change.mutate(
          { path: { id }, body: { plan_id: value || null } },
          { onSuccess: () => tell(PLANS.changed), onError: tellProblem },
        )
      }
    />
  );
}
