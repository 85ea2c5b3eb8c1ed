import { toApplicationChoices } from "../../parts/applications/application-choices.ts";
import { useApplications } from "../../parts/applications/use-building-blocks.ts";
import { AccountField } from "../../parts/forms/account-field.tsx";
import { ChoiceField, FilterBar, SearchField } from "../../parts/lists/filter-bar.tsx";
import { FixedFilter } from "../../parts/lists/fixed-filter.tsx";
import type { useFilters } from "../../parts/page/use-filters.ts";
import { PeriodField } from "../../parts/time/period-field.tsx";
import { PERIOD_FILTERS } from "../../parts/time/use-period.ts";
import { REQUESTS } from "../../words/requests.ts";

/** The filters in the URL of the list. */
export const REQUEST_FILTERS = [
  "search",
  "status",
  "slug",
  "linked_account_id",
  "cause",
  "connection_id",
  "execution_id",
  "step",
  ...PERIOD_FILTERS,
] as const;

type RequestFilters = ReturnType<typeof useFilters<(typeof REQUEST_FILTERS)[number]>>;

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The filters above the list of requests. */
export function RequestFilterFields({ filters, change, clear }: RequestFilters) {
  const applications = useApplications().filter(({ slug, enabled }) => enabled || slug === filters.slug);
  return (
    <FilterBar onClear={clear}>
      <SearchField
        label={REQUESTS.search}
        value={filters.search}
        onChange={(search) => change({ search })}
        width={180}
      />
      <ChoiceField
        label={REQUESTS.status}
        value={filters.status}
        options={optionsOf(REQUESTS.statuses)}
        onChange={(status) => change({ status })}
        width={120}
      />
      <ChoiceField
        label={REQUESTS.application}
        value={filters.slug}
        options={toApplicationChoices(applications)}
        onChange={(slug) => change({ slug })}
        width={150}
      />
      <AccountField
        value={filters.linked_account_id}
        onChange={(linked_account_id) => change({ linked_account_id })}
        width={150}
      />
      <ChoiceField
        label={REQUESTS.cause}
        value={filters.cause}
        options={optionsOf(REQUESTS.causes)}
        onChange={(cause) => change({ cause })}
        width={150}
      />
      <PeriodField filters={filters} onChange={change} />
      <FixedFilter
        label={REQUESTS.connection}
        value={filters.connection_id}
        onClear={() => change({ connection_id: undefined })}
      />
      <FixedFilter
        label={REQUESTS.execution}
        value={filters.execution_id}
        onClear={() => change({ execution_id: undefined, step: undefined })}
      />
      <FixedFilter label={REQUESTS.step} value={filters.step} onClear={() => change({ step: undefined })} />
    </FilterBar>
  );
}
