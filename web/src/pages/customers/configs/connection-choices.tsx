import { Group, Select, Stack, Text } from "@mantine/core";
import { ReconnectButton } from "../../../parts/applications/reconnect-button.tsx";
import { CONFIGS } from "../../../words/configs.ts";
import type { Config, ConfigKey, UsedApplication } from "./config.ts";
import { type ConfigFormState, connectionKey } from "./use-config-form.ts";

interface SharedConnectionsProps {
  readonly configKey: ConfigKey;
  readonly config: Config;
  readonly used: readonly UsedApplication[];
  readonly form: ConfigFormState;
}

/** Which connections the config's workflows use, by application, and links with which the customer adds one. */
export function SharedConnections({ configKey, config, used, form }: SharedConnectionsProps) {
  return (
    <Stack gap="md">
      {used.map((one) => (
        <Group key={one.slug} align="flex-end" gap="sm" justify="space-between">
          <ConnectionSelect used={one} stored={config.connections?.[one.slug]} form={form} />
          <ReconnectButton
            slug={one.slug}
            account={configKey.account}
            connectionId={one.connections.length > 0 ? "new" : undefined}
            label={CONFIGS.connect(one.name, one.connections.length > 0)}
            isFirst
            isPrimary={false}
          />
        </Group>
      ))}
    </Stack>
  );
}

type ConfigWorkflow = Config["workflows"][number];

/** The applications of which one workflow can use another connection: others use them too, or it does so already. */
export function listOwnChoices(
  { id, connections }: ConfigWorkflow,
  used: readonly UsedApplication[],
): readonly UsedApplication[] {
  return used.filter(({ slug, workflows, connections: all }) => {
    const isOneOfSeveral = workflows.length > 1 && all.length > 1;
    return workflows.includes(id) && (isOneOfSeveral || connections?.[slug] !== undefined);
  });
}

interface WorkflowConnectionsProps {
  readonly workflow: ConfigWorkflow;
  readonly choices: readonly UsedApplication[];
  readonly form: ConfigFormState;
}

/** Which connections one workflow uses, other than all. */
export function WorkflowConnections({ workflow, choices, form }: WorkflowConnectionsProps) {
  return choices.map((one) => (
    <ConnectionSelect
      key={one.slug}
      used={one}
      workflowId={workflow.id}
      stored={workflow.connections?.[one.slug]}
      form={form}
    />
  ));
}

interface ConnectionSelectProps {
  readonly used: UsedApplication;
  readonly workflowId?: string;
  /** The chosen connection as it is stored. */
  readonly stored: string | undefined;
  readonly form: ConfigFormState;
}

function ConnectionSelect({ used, workflowId, stored, form }: ConnectionSelectProps) {
  const { slug, name, connections } = used;
  const label = CONFIGS.connectionOf(name);
  if (connections.length < 2 && stored === undefined)
    return (
      <div>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="sm" className="muted">
          {connections[0]?.name ?? CONFIGS.notConnected}
        </Text>
      </div>
    );
  const key = connectionKey(slug, workflowId);
  const chosen = String(form.getValues()[key] ?? "");
  const isGone = chosen !== "" && !connections.some((one) => one.connection_id === chosen);
  const listed = connections.map((one) => ({ value: one.connection_id, label: one.name }));
  const first = connections.find((one) => one.is_default)?.name;
  return (
    <Select
      label={label}
      flex={1}
      data={isGone ? [...listed, { value: chosen, label: CONFIGS.removedConnection }] : listed}
      value={chosen || null}
      placeholder={workflowId === undefined ? CONFIGS.byDefault(first ?? name) : CONFIGS.asConfig}
      clearable
      error={isGone && CONFIGS.removedHelp}
      description={chosen !== (stored ?? "") && CONFIGS.saveFirst}
      onChange={(id) => form.setFieldValue(key, id ?? "")}
    />
  );
}
