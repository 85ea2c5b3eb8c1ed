import { Select, type SelectProps } from "@mantine/core";
import { PARTS } from "../../words/parts/parts.ts";
import type { RemoteChoice } from "./remote-choices.ts";

interface RemoteSelectProps extends Omit<SelectProps, "data" | "value" | "onChange" | "label"> {
  readonly label: string;
  /** In a form, where its label is above it. */
  readonly hasLabel?: boolean;
  readonly choices: readonly RemoteChoice[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** Called with the search text. */
  readonly onType: (text: string) => void;
}

/** A choice among many values, which the server searches as the user types. */
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
      // Once something is chosen, the text in the field is its label, not a search text.
      onSearchChange={(text) => onType(choices.some((choice) => choice.label === text) ? "" : text)}
      // The server has searched already, also in names that are not shown.
      filter={({ options }) => options}
    />
  );
}
