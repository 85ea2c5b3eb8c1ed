import { Select } from "@mantine/core";
import { useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { accountChoice, useAccountChoices, useTypedSearch } from "../../parts/forms/remote-choices.ts";
import { TRY } from "../../words/applications.ts";
import type { ListedApplication } from "./application.ts";

interface CustomerFieldProps {
  readonly application: Pick<ListedApplication, "slug" | "needs_connection">;
  readonly value: string | undefined;
  readonly onChange: (account: string | undefined) => void;
}

const MOST_CONNECTED = 20;

/** Chooses a customer: first some that have connected the application, then all that match the search. */
export function CustomerField({ application, value, onChange }: CustomerFieldProps) {
  const { slug, needs_connection: needsConnection } = application;
  const { search, onType } = useTypedSearch();
  const connected = useRead("/api/v2/public/connections", { query: { slug, limit: MOST_CONNECTED } });
  const found = useAccountChoices(useEnvironment(), { search, chosen: value === undefined ? [] : [value] });
  const first = (connected.data?.docs ?? []).map(({ linked_account_id: id, linked_account_name: name }) =>
    accountChoice(id, name),
  );
  // One may have connected it twice.
  const labels = new Map(first.map(({ value: id, label }) => [id, label]));
  const data = [
    { group: TRY.connected, items: [...labels].map(([id, label]) => ({ value: id, label })) },
    { group: TRY.others, items: found.filter(({ value: id }) => !labels.has(id)) },
  ];
  return (
    <Select
      label={TRY.customer}
      description={needsConnection ? TRY.customerHelp : TRY.customerHelpWithout}
      placeholder={TRY.customerPlaceholder}
      required
      searchable
      clearable
      data={data.filter(({ items }) => items.length > 0)}
      value={value ?? null}
      onSearchChange={onType}
      nothingFoundMessage={TRY.noCustomer}
      onChange={(account) => onChange(account ?? undefined)}
    />
  );
}
