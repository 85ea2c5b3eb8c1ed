import { Input, MultiSelect, Select, Table, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { CONFIGS } from "../../../words/configs.ts";
import type { ConfigField } from "./config.ts";
import { type FieldChoice, getLeft, getRight, type Pairs } from "./control.ts";

interface PairsInputProps {
  readonly field: ConfigField;
  readonly label: string;
  readonly description: string | undefined;
  readonly error: ReactNode;
  readonly disabled: boolean;
  readonly withAsterisk: boolean;
  readonly placeholder: string | undefined;
  readonly value: Pairs;
  readonly onChange: (value: Pairs) => void;
}

/** A map: the right side of each of its left sides. */
export function PairsInput({
  field,
  disabled,
  value,
  placeholder: _none,
  onChange,
  ...around
}: PairsInputProps) {
  const right = getRight(field);
  return (
    <Input.Wrapper {...around} labelElement="div">
      <Table aria-label={field.name} fz="sm" mt={4} layout="fixed" verticalSpacing={4} horizontalSpacing="xs">
        <Table.Tbody>
          {getLeft(field).map((left) => (
            <Table.Tr key={left.value}>
              <Table.Th fw={400} pl={0} style={{ overflowWrap: "anywhere" }}>
                {left.label}
              </Table.Th>
              <Table.Td pr={0}>
                <RightInput
                  {...right}
                  label={left.label}
                  disabled={disabled}
                  value={value[left.value] ?? ""}
                  onChange={(chosen) => onChange({ ...value, [left.value]: chosen })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Input.Wrapper>
  );
}

interface RightInputProps {
  readonly label: string;
  readonly choices: readonly FieldChoice[];
  readonly multiple: boolean;
  readonly disabled: boolean;
  readonly value: string | readonly string[];
  readonly onChange: (value: string | string[]) => void;
}

function RightInput({ label, choices, multiple, disabled, value, onChange }: RightInputProps) {
  const common = { "aria-label": label, disabled };
  const data = [...choices];
  if (choices.length === 0)
    return (
      <TextInput
        {...common}
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (multiple)
    return (
      <MultiSelect
        {...common}
        data={data}
        value={typeof value === "string" ? [value].filter(Boolean) : [...value]}
        onChange={onChange}
      />
    );
  return (
    <Select
      {...common}
      data={data}
      placeholder={CONFIGS.choose}
      value={String(value) || null}
      clearable
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}
