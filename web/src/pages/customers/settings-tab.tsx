import { Group, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import { useRead } from "../../api/use-api.ts";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { JsonTree } from "../../parts/json-tree/json-tree.tsx";
import { Nothing } from "../../parts/nothing.tsx";
import { Problem } from "../../parts/problem.tsx";
import { State } from "../../parts/state.tsx";
import { CUSTOMER_TABS } from "../../words/customers.ts";
import type { Customer } from "./customer.ts";

const CONFIG = "/api/v2/public/slug/{slug}/config/{config_id}";
// What third parties offer to choose from is not asked for: only what is chosen is shown.
const HEADERS = { disable_field_options: "true" };

/** What the customer has set, application by application. */
export function SettingsTab({ customer }: { customer: Customer }) {
  const account = customer.account_id;
  const { data: enabled, error, refetch } = useRead("/api/v2/public/workflow/enabled", { account });
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!enabled) return <Skeleton height={160} />;
  const names = new Map([
    ...customer.integrations.map(({ slug, name }) => [slug, name] as const),
    ...enabled.map(({ application: { slug, name } }) => [slug, name] as const),
  ]);
  if (names.size === 0)
    return (
      <Nothing
        icon={<IconAdjustments size={28} />}
        title={CUSTOMER_TABS.noConfigs}
        text={CUSTOMER_TABS.noConfigsHint}
      />
    );
  return (
    <Stack gap="xl" maw={900}>
      {[...names].map(([slug, name]) => (
        <section key={slug} aria-label={name}>
          <Group gap="sm" mb="sm">
            <ApplicationIcon slug={slug} name={name} size={24} />
            <Title order={2} fz="md">
              {name}
            </Title>
          </Group>
          <Configs slug={slug} account={account} />
        </section>
      ))}
    </Stack>
  );
}

interface ConfigsProps {
  readonly slug: string;
  readonly account: string;
}

function Configs({ slug, account }: ConfigsProps) {
  const { data, error, refetch } = useRead("/api/v2/public/slug/{slug}/configs", { path: { slug }, account });
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={60} />;
  if (data.length === 0)
    return (
      <Text size="sm" className="muted">
        {CUSTOMER_TABS.noConfigs}
      </Text>
    );
  return (
    <Stack gap="lg">
      {data.map(({ config_id: id }) => (
        <Config key={id} id={id} slug={slug} account={account} />
      ))}
    </Stack>
  );
}

/** One config: the values that hold for all workflows, then each workflow with its own. */
function Config({ id, slug, account }: ConfigsProps & { readonly id: string }) {
  const path = { slug, config_id: id };
  const { data, error, refetch } = useRead(CONFIG, { path, account, headers: HEADERS });
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={60} />;
  return (
    <div>
      <Text size="xs" className="muted">
        {CUSTOMER_TABS.config} <span className="mono">{id}</span>
      </Text>
      <Table aria-label={`${CUSTOMER_TABS.config} ${id}`} fz="sm" layout="fixed">
        <Table.Tbody>
          {data.fields.map((field) => (
            <FieldRow key={field.id} field={field} />
          ))}
          {data.workflows.flatMap((workflow) => [
            <Table.Tr key={workflow.id}>
              <Table.Th>{workflow.name}</Table.Th>
              <Table.Td>
                <State
                  mood={workflow.enabled ? "good" : "none"}
                  word={workflow.enabled ? CUSTOMER_TABS.isOn : CUSTOMER_TABS.isOff}
                />
              </Table.Td>
            </Table.Tr>,
            ...workflow.fields.map((field) => (
              <FieldRow key={`${workflow.id}/${field.id}`} field={field} isInner />
            )),
          ])}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface FieldRowProps {
  readonly field: { readonly name: string; readonly value?: unknown };
  readonly isInner?: boolean;
}

function FieldRow({ field: { name, value }, isInner = false }: FieldRowProps) {
  const isSet = value !== undefined && value !== null && value !== "";
  return (
    <Table.Tr>
      <Table.Td pl={isInner ? "xl" : undefined} style={{ overflowWrap: "anywhere" }}>
        {name}
      </Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {!isSet && <span className="muted">{CUSTOMER_TABS.notSet}</span>}
        {isSet && (typeof value === "object" ? <JsonTree value={value} label={name} /> : String(value))}
      </Table.Td>
    </Table.Tr>
  );
}
