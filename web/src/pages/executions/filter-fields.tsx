import { Pill, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useRead } from "../../api/use-api.ts";
import { ChoiceField, FilterBar, SearchField } from "../../parts/filter-bar.tsx";
import { PeriodField } from "../../parts/period-field.tsx";
import { EXECUTION_STATES, EXECUTIONS } from "../../words/executions.ts";
import { PARTS } from "../../words/parts.ts";
import type { ExecutionFilters } from "./filters.ts";

const TYPING_MS = 200;
const MOST_CHOICES = 100;

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The filters above the list of executions. */
export function ExecutionFilterFields({ filters, change, clear, isFiltered }: ExecutionFilters) {
  return (
    <FilterBar onClear={isFiltered ? clear : undefined}>
      <SearchField
        label={EXECUTIONS.search}
        value={filters.search}
        onChange={(search) => change({ search })}
        width={200}
      />
      <ChoiceField
        label={EXECUTIONS.state}
        value={filters.status}
        options={optionsOf(EXECUTION_STATES)}
        onChange={(status) => change({ status })}
        width={110}
      />
      <WorkflowField value={filters.workflow_id} onChange={(workflow_id) => change({ workflow_id })} />
      <CustomerField
        value={filters.linked_account_id}
        onChange={(linked_account_id) => change({ linked_account_id })}
      />
      <ChoiceField
        label={EXECUTIONS.source}
        value={filters.execution_source}
        options={optionsOf(EXECUTIONS.sources)}
        onChange={(execution_source) => change({ execution_source })}
        width={104}
      />
      <PeriodField filters={filters} onChange={change} />
      {filters.slug && (
        <Pill
          withRemoveButton
          removeButtonProps={{ "aria-label": `${PARTS.clear}: ${EXECUTIONS.application}` }}
          onRemove={() => change({ slug: undefined })}
        >
          {EXECUTIONS.application}: {filters.slug}
        </Pill>
      )}
    </FilterBar>
  );
}

interface FieldProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function WorkflowField({ value, onChange }: FieldProps) {
  const [typed, setTyped] = useState("");
  const [name] = useDebouncedValue(typed, TYPING_MS);
  const { data } = useRead("/api/v2/public/workflow/all", {
    query: { limit: MOST_CHOICES, name: name || undefined },
  });
  const options = (data?.docs ?? []).map((one) => ({ value: one._id, label: one.name }));
  return (
    <RemoteField
      label={EXECUTIONS.workflow}
      value={value}
      options={options}
      onChange={onChange}
      onType={setTyped}
    />
  );
}

function CustomerField({ value, onChange }: FieldProps) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const { data } = useRead("/api/v2/public/linked-account", {
    query: { limit: MOST_CHOICES, search: search || undefined },
  });
  const options = (data?.docs ?? []).map(({ account_id: id, name }) => ({ value: id, label: name || id }));
  return (
    <RemoteField
      label={EXECUTIONS.customer}
      value={value}
      options={options}
      onChange={onChange}
      onType={setTyped}
    />
  );
}

interface RemoteFieldProps extends FieldProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onType: (text: string) => void;
}

/** One of many values, found by typing; what is chosen stays a choice while others are looked for. */
function RemoteField({ label, value, options, onChange, onType }: RemoteFieldProps) {
  const [chosen, setChosen] = useState({ value: "", label: "" });
  const isListed = value === undefined || options.some((option) => option.value === value);
  const kept = chosen.value === value ? chosen : { value: value ?? "", label: value ?? "" };
  return (
    <Select<string>
      aria-label={label}
      placeholder={label}
      data={isListed ? [...options] : [kept, ...options]}
      value={value ?? null}
      onChange={(picked, option) => {
        if (picked !== null) setChosen({ value: picked, label: option.label });
        onType("");
        onChange(picked ?? undefined);
      }}
      // What stands in the field once something is chosen is its label, not something to look for.
      onSearchChange={(text) => onType(options.some((option) => option.label === text) ? "" : text)}
      searchable
      clearable
      clearButtonProps={{ "aria-label": `${PARTS.clear}: ${label}` }}
      w={150}
    />
  );
}
