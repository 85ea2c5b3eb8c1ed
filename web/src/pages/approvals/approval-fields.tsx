import { Checkbox, Group, NumberInput, Select, TextInput } from "@mantine/core";
import type { Item } from "../../api/use-api.ts";

type Field = Item<"/api/v2/public/approval">["fields"][number];

/** The values filled in so far, by the names of the fields. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>;

interface ApprovalFieldsProps {
  readonly fields: readonly Field[];
  readonly values: FieldValues;
  readonly onChange: (values: FieldValues) => void;
}

/** The form of an approval. */
export function ApprovalFields({ fields, values, onChange }: ApprovalFieldsProps) {
  if (fields.length === 0) return null;
  return (
    <Group gap="md" align="flex-end">
      {fields.map((field) => (
        <ApprovalField
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </Group>
  );
}

interface ApprovalFieldProps {
  readonly field: Field;
  readonly value: string | number | boolean | undefined;
  readonly onChange: (value: string | number | boolean) => void;
}

function ApprovalField({ field, value, onChange }: ApprovalFieldProps) {
  const label = field.label ?? field.name;
  const options = field.options ?? [];
  const common = { label, withAsterisk: field.required, w: 220 };
  switch (field.type) {
    case "boolean":
      return (
        <Checkbox
          label={field.required ? `${label} *` : label}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          my={6}
        />
      );
    case "number":
      return (
        <NumberInput
          {...common}
          value={typeof value === "boolean" ? undefined : value}
          onChange={(given) => onChange(given)}
          hideControls
        />
      );
    case "select":
      return (
        <Select
          {...common}
          data={options.map((option) => ({ value: String(option.value), label: labelOf(option) }))}
          value={value === undefined || value === "" ? null : String(value)}
          onChange={(chosen) =>
            onChange(options.find((option) => String(option.value) === chosen)?.value ?? "")
          }
          clearable
        />
      );
    default:
      return (
        <TextInput
          {...common}
          value={typeof value === "string" ? value : ""}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}

function labelOf({ value, name }: NonNullable<Field["options"]>[number]): string {
  return name ?? String(value);
}

/** The values filled in; empty fields are not sent. */
export function valuesToSend(fields: readonly Field[], values: FieldValues): Record<string, unknown> {
  const filled = fields.flatMap(({ name }) => {
    const value = values[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return Object.fromEntries(filled);
}
