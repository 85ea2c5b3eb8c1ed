import { AccountField } from "../../../parts/forms/account-field.tsx";
import { WorkflowField } from "../../../parts/forms/workflow-field.tsx";
import { ChoiceField, FilterBar, SearchField } from "../../../parts/lists/filter-bar.tsx";
import { FixedFilter } from "../../../parts/lists/fixed-filter.tsx";
import { PeriodField } from "../../../parts/time/period-field.tsx";
import { EXECUTION_STATES, EXECUTIONS } from "../../../words/executions.ts";
import type { ExecutionFilters } from "./filters.ts";

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The filters above the list of executions. */
export function ExecutionFilterFields({ filters, change, clear }: ExecutionFilters) {
  return (
    <FilterBar onClear={clear}>
      <SearchField
        label={EXECUTIONS.search}
        value={filters.search}
        onChange={(search) => change({ search })}
        width={250}
      />
      <ChoiceField
        label={EXECUTIONS.state}
        value={filters.status}
        options={optionsOf(EXECUTION_STATES)}
        onChange={(status) => change({ status })}
        width={110}
      />
      <WorkflowField
        value={filters.workflow_id}
        onChange={(workflow_id) => change({ workflow_id })}
        width={150}
      />
      <AccountField
        value={filters.linked_account_id}
        onChange={(linked_account_id) => change({ linked_account_id })}
        width={150}
      />
      <ChoiceField
        label={EXECUTIONS.source}
        value={filters.execution_source}
        options={optionsOf(EXECUTIONS.sources)}
        onChange={(execution_source) => change({ execution_source })}
        width={104}
      />
      <PeriodField filters={filters} onChange={change} />
      <FixedFilter
        label={EXECUTIONS.application}
        value={filters.slug}
        onClear={() => change({ slug: undefined })}
      />
      <FixedFilter
        label={EXECUTIONS.replaysOf}
        value={filters.replay_of}
        onClear={() => change({ replay_of: undefined })}
      />
      <FixedFilter
        label={EXECUTIONS.calledBy}
        value={filters.parent_execution_id}
        onClear={() => change({ parent_execution_id: undefined })}
      />
    </FilterBar>
  );
}
