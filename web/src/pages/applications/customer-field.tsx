import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useRead } from "../../api/use-api.ts";
import { TRY } from "../../words/applications.ts";

interface CustomerFieldProps {
  readonly slug: string;
  readonly value: string | undefined;
  readonly onChange: (account: string | undefined) => void;
}

const TYPING_MS = 250;

/** Chooses a customer: first those that have connected the application, then all that fit what is typed. */
export function CustomerField({ slug, value, onChange }: CustomerFieldProps) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const connected = useRead("/api/v2/public/connections", { query: { slug, limit: 100 } });
  const found = useRead("/api/v2/public/linked-account", {
    query: { search: search || undefined, limit: 20 },
  });
  const labels = new Map<string, string>();
  for (const { linked_account_id: id, linked_account_name: name } of connected.data?.docs ?? [])
    labels.set(id, labelOf(id, name));
  const others = (found.data?.docs ?? []).filter(({ account_id: id }) => !labels.has(id));
  const isListed = value === undefined || labels.has(value) || others.some((one) => one.account_id === value);
  const data = [
    { group: TRY.connected, items: [...labels].map(([id, label]) => ({ value: id, label })) },
    {
      group: TRY.others,
      items: [
        ...others.map(({ account_id: id, name }) => ({ value: id, label: labelOf(id, name) })),
        ...(isListed ? [] : [{ value: value ?? "", label: value ?? "" }]),
      ],
    },
  ];
  return (
    <Select
      label={TRY.customer}
      description={TRY.customerHelp}
      placeholder={TRY.customerPlaceholder}
      required
      searchable
      clearable
      data={data.filter(({ items }) => items.length > 0)}
      value={value ?? null}
      onSearchChange={setTyped}
      nothingFoundMessage={TRY.noCustomer}
      onChange={(account) => onChange(account ?? undefined)}
    />
  );
}

function labelOf(id: string, name: string | undefined): string {
  return name && name !== id ? `${name} (${id})` : id;
}
