import { Table, Text } from "@mantine/core";
import { JsonTree } from "../../../parts/json-tree/json-tree.tsx";
import { State } from "../../../parts/values/state.tsx";
import { CONFIGS } from "../../../words/configs.ts";
import type { Config, ConfigField, UsedApplication } from "./config.ts";
import { getChoices } from "./control.ts";

interface ConfigViewProps {
  readonly config: Config;
  readonly application: string;
  readonly used: readonly UsedApplication[];
}

/** The connections and values of a config: those for all workflows, then each workflow with its own. */
export function ConfigView({ config, application, used }: ConfigViewProps) {
  const { fields, workflows } = config;
  if (fields.length === 0 && workflows.length === 0)
    return (
      <Text size="sm" className="muted">
        {CONFIGS.nothing}
      </Text>
    );
  return (
    <Table aria-label={CONFIGS.fieldsOf(application)} fz="sm" layout="fixed">
      <Table.Tbody>
        <ConnectionRows chosen={config.connections} used={used} />
        {fields.map((field) => (
          <FieldRow key={field.id} field={field} />
        ))}
        {workflows.flatMap((workflow) => [
          <Table.Tr key={workflow.id}>
            <Table.Th>{workflow.name}</Table.Th>
            <Table.Td>
              <State
                mood={workflow.enabled ? "good" : "none"}
                word={workflow.enabled ? CONFIGS.on : CONFIGS.off}
              />
            </Table.Td>
          </Table.Tr>,
          <ConnectionRows key={`${workflow.id}/`} chosen={workflow.connections} used={used} isInner />,
          ...workflow.fields.map((field) => (
            <FieldRow key={`${workflow.id}/${field.id}`} field={field} isInner />
          )),
        ])}
      </Table.Tbody>
    </Table>
  );
}

interface ConnectionRowsProps {
  readonly chosen: Config["connections"];
  readonly used: readonly UsedApplication[];
  readonly isInner?: boolean;
}

/** The connections that were chosen, by application. */
function ConnectionRows({ chosen = {}, used, isInner = false }: ConnectionRowsProps) {
  return Object.entries(chosen).map(([slug, id]) => {
    const application = used.find((one) => one.slug === slug);
    const connection = application?.connections.find((one) => one.connection_id === id);
    return (
      <Table.Tr key={slug}>
        <Table.Td pl={isInner ? "xl" : undefined}>{CONFIGS.connectionOf(application?.name ?? slug)}</Table.Td>
        <Table.Td style={{ overflowWrap: "anywhere" }}>
          {connection?.name ?? <State mood="bad" word={CONFIGS.removedConnection} />}
        </Table.Td>
      </Table.Tr>
    );
  });
}

function FieldRow({ field, isInner = false }: { field: ConfigField; isInner?: boolean }) {
  return (
    <Table.Tr>
      <Table.Td pl={isInner ? "xl" : undefined} style={{ overflowWrap: "anywhere" }}>
        {field.name}
      </Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <FieldValue field={field} />
      </Table.Td>
    </Table.Tr>
  );
}

function FieldValue({ field }: { field: ConfigField }) {
  const { name, value, defaultValue } = field;
  const isSet = value !== undefined && value !== null && value !== "";
  if (!isSet)
    return (
      <span className="muted">
        {defaultValue === undefined ? CONFIGS.notSet : CONFIGS.byDefault(textOf(field, defaultValue))}
      </span>
    );
  return typeof value === "object" ? <JsonTree value={value} label={name} /> : textOf(field, value);
}

/** A choice by its label. */
function textOf(field: ConfigField, value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return getChoices(field).find((choice) => choice.value === text)?.label ?? text;
}
