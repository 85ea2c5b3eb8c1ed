import { Select, type SelectProps } from "@mantine/core";
import { PARTS } from "../../words/parts/parts.ts";
import type { Choice } from "./remote-choices.ts";

interface RemoteSelectProps extends Omit<SelectProps, "data" | "value" | "onChange" | "label"> {
  readonly label: string;
  /** In a form, where its name stands above it. */
  readonly hasLabel?: boolean;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** Called with what is to be looked for. */
  readonly onType: (text: string) => void;
}

/** One of many values, which the server finds as one types. */
export function RemoteSelect({
  label,
  hasLabel = false,
  choices,
  value,
  onChange,
  onType,
  ...props
}: RemoteSelectProps) {
  return (
    <Select
      label={hasLabel ? label : undefined}
      aria-label={hasLabel ? undefined : label}
      placeholder={label}
      clearButtonProps={{ "aria-label": `${PARTS.clear}: ${label}` }}
      searchable
      clearable
      maw="100%"
      {...props}
      data={[...choices]}
      value={value ?? null}
      onChange={(chosen) => {
        onType("");
        onChange(chosen ?? undefined);
      }}
      // What stands in the field once something is chosen is its label, not something to look for.
      onSearchChange={(text) => onType(choices.some((choice) => choice.label === text) ? "" : text)}
      // The server has searched already, also in names that are not shown.
      filter={({ options }) => options}
    />
  );
}
