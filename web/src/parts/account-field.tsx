import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useRead } from "../api/use-api.ts";
import { PARTS } from "../words/parts.ts";

const TYPING_MS = 250;
const CHOICES = 20;

interface AccountFieldProps {
  /** Your own id of the customer. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly width?: number;
  /** In a form, where its name stands above it. */
  readonly hasLabel?: boolean;
  readonly error?: string;
}

/** One customer, found by name or id; any id can also be typed. */
export function AccountField({ value, onChange, width = 200, hasLabel = false, error }: AccountFieldProps) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const accounts = useRead("/api/v2/public/linked-account", {
    query: { limit: CHOICES, search: search && search !== value ? search : undefined },
  });
  const found = (accounts.data?.docs ?? []).map(({ account_id, name }) => ({
    value: account_id,
    label: name && name !== account_id ? `${name} (${account_id})` : account_id,
  }));
  const isKnown = value === undefined || found.some((choice) => choice.value === value);
  return (
    <Select
      label={hasLabel ? PARTS.customer : undefined}
      aria-label={hasLabel ? undefined : PARTS.customer}
      placeholder={PARTS.customer}
      data={isKnown ? found : [{ value, label: value }, ...found]}
      value={value ?? null}
      error={error}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      onSearchChange={setTyped}
      // The server has searched already, also in names that are not shown.
      filter={({ options }) => options}
      nothingFoundMessage={PARTS.noCustomer}
      clearButtonProps={{ "aria-label": `${PARTS.clear}: ${PARTS.customer}` }}
      searchable
      clearable
      w={width}
      maw="100%"
    />
  );
}
