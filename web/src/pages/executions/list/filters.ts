import type { Query } from "@junctor/sdk";
import { useFilters } from "../../../parts/page/use-filters.ts";
import { PERIOD_FILTERS, usePeriod } from "../../../parts/time/use-period.ts";
import { EXECUTION_STATES, EXECUTIONS } from "../../../words/executions.ts";

/** The names of the filters in the URL: as in the API, except for the time. */
const NAMES = [
  "search",
  "status",
  "workflow_id",
  "linked_account_id",
  "slug",
  "execution_source",
  "replay_of",
  "parent_execution_id",
  ...PERIOD_FILTERS,
] as const;

/** The API's filters of executions. */
export type ExecutionQuery = NonNullable<Query<"get", "/api/v2/public/execution">>;

/** The filters of the list of executions, how to change them, and the query for the API. */
export function useExecutionFilters() {
  const { filters: given, change, clear } = useFilters(NAMES);
  // Invalid values of a truncated or mistyped URL are ignored.
  const filters = {
    ...given,
    status: oneOf(EXECUTION_STATES, given.status),
    execution_source: oneOf(EXECUTIONS.sources, given.execution_source),
  };
  const period = usePeriod(filters);
  const query = {
    search: filters.search,
    status: filters.status as ExecutionQuery["status"],
    workflow_id: filters.workflow_id,
    slug: filters.slug,
    replay_of: filters.replay_of,
    parent_execution_id: filters.parent_execution_id,
    execution_source: filters.execution_source as ExecutionQuery["execution_source"],
    ...period,
  } satisfies ExecutionQuery;
  return { filters, change, clear, query };
}

function oneOf(known: object, value: string | undefined): string | undefined {
  return value !== undefined && Object.hasOwn(known, value) ? value : undefined;
}

export type ExecutionFilters = ReturnType<typeof useExecutionFilters>;
