import { Table, Text } from "@mantine/core";
import { JsonTree } from "../../../parts/json-tree/json-tree.tsx";
import { State } from "../../../parts/values/state.tsx";
import { CONFIGS } from "../../../words/configs.ts";
import type { Config, ConfigField } from "./config.ts";
import { getChoices } from "./control.ts";

/** The values of a config: those for all workflows, then each workflow with its own. */
export function ConfigView({ config, application }: { config: Config; application: string }) {
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
          ...workflow.fields.map((field) => (
            <FieldRow key={`${workflow.id}/${field.id}`} field={field} isInner />
          )),
        ])}
      </Table.Tbody>
    </Table>
  );
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
