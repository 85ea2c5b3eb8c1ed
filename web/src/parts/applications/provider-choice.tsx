import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { useState } from "react";
import { useChange } from "../../api/use-api.ts";
import { TRY } from "../../words/applications.ts";
import { getSentence } from "../page/problem.tsx";

interface ProviderChoiceProps {
  readonly label?: string;
  readonly description?: ReactNode;
  readonly required?: boolean;
  readonly "aria-labelledby"?: string;
  readonly "aria-describedby"?: string;
  readonly placeholder?: string | undefined;
  readonly isReadOnly?: boolean;
  /** The chosen value, as JSON: values may be numbers. */
  readonly value?: string;
  readonly error?: unknown;
  readonly onChange?: (value: string) => void;
  readonly path: { readonly slug: string; readonly action_id: string; readonly list: string };
  readonly account: string | undefined;
  /** The inputs so far: the provider's offer may depend on them. */
  readonly readInput: () => Record<string, unknown>;
}

/**
 * A choice among the provider's values, which are requested when the list is opened, with the customer's connection.
 */
export function ProviderChoice({
  path,
  account,
  readInput,
  onChange,
  error,
  value,
  isReadOnly = false,
  ...rest
}: ProviderChoiceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const find = useChange("post", "/api/v2/integration-schema/{slug}/actions/{action_id}/options/{list}", []);
  const open = () => {
    setIsOpen(true);
    if (account !== undefined) find.mutate({ path, account, body: readInput() });
  };
  return (
    <Select
      {...rest}
      searchable
      clearable
      disabled={isReadOnly || account === undefined}
      value={value || null}
      error={find.error ? getSentence(find.error) : (error as string | undefined)}
      dropdownOpened={isOpen}
      onDropdownOpen={open}
      onDropdownClose={() => setIsOpen(false)}
      nothingFoundMessage={find.isPending ? TRY.loading : TRY.noChoices}
      data={withChosen(
        (find.data ?? []).map((option) => ({ value: JSON.stringify(option.value), label: option.name })),
        value,
      )}
      onChange={(chosen) => onChange?.(chosen ?? "")}
    />
  );
}

/** A value that was chosen before the provider was asked stays a choice. */
function withChosen(options: { value: string; label: string }[], value: string | undefined) {
  if (!value || options.some((option) => option.value === value)) return options;
  return [{ value, label: value.replace(/^"|"$/g, "") }, ...options];
}
