import { useEffect } from "react";
import { type Item, usePages, useRead } from "../../../api/use-api.ts";
import { useRenewal } from "../../../api/use-live.ts";
import type { ExecutionFilters } from "./filters.ts";

const PATH = "/api/v2/public/execution";
const NEWEST = 50;
const EVERY_MS = 5000;
const AT_MOST_EVERY_MS = 1000;

/** An execution of the list. */
export type ExecutionRow = Item<typeof PATH>;

/**
 * The executions that match the filters. Rows show their newest state, but none appears or disappears by itself:
 * `newCount` says how many have started since, and `restart` shows them.
 */
export function useExecutions({ filters: { linked_account_id: account }, query }: ExecutionFilters) {
  const pages = usePages(PATH, { query, account }, { isSteady: true });
  // The pages are steady: only the newest ones are read again.
  const everyMs = useRenewal(["execution"], [PATH], { pauseMs: AT_MOST_EVERY_MS, everyMs: EVERY_MS });
  const { data, isPlaceholderData } = useRead(
    PATH,
    { query: { ...query, limit: NEWEST }, account },
    {
      // The stream does not report that one begins to wait.
      everyMs: (last) => (last?.docs.some(goesOn) ? EVERY_MS : everyMs),
      enabled: pages.isSuccess,
    },
  );
  const newest = data === undefined || isPlaceholderData ? [] : data.docs;
  const stateOf = new Map(newest.map((row) => [row._id, row]));
  // Ids increase with time.
  const first = pages.items[0]?._id ?? "";
  const newCount = pages.isSuccess ? newest.filter(({ _id }) => _id > first).length : 0;
  const isEmpty = pages.isSuccess && pages.items.length === 0;
  const { restart } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once where the first ones come into an empty list
  useEffect(() => {
    if (isEmpty && newCount > 0) restart();
  }, [isEmpty, newCount > 0]);
  return {
    ...pages,
    items: pages.items.map((row) => stateOf.get(row._id) ?? row),
    newCount: isEmpty ? 0 : newCount,
    isMoreNew: newCount === NEWEST,
  };
}

function goesOn({ status, waits_for: waits }: ExecutionRow): boolean {
  return status === "RUNNING" && waits === undefined;
}
