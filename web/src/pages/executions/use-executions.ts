import { useThrottledCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { type Item, usePages, useRead } from "../../api/use-api.ts";
import { useChanges } from "../../api/use-changes.ts";
import type { ExecutionFilters } from "./filters.ts";

const PATH = "/api/v2/public/execution";
const NEWEST = 50;
const EVERY_MS = 5000;
// The stream of changes says when there is something new; it may be closed to us.
const LIVE_EVERY_MS = 20_000;
const AT_MOST_EVERY_MS = 1000;
const KINDS = ["execution"] as const;

/** An execution of the list. */
export type ExecutionRow = Item<typeof PATH>;

/**
 * The executions that the filters choose. Rows tell their newest state, but none comes or goes by itself: `newCount`
 * says how many have begun since, and `restart` shows them.
 */
export function useExecutions({ filters: { linked_account_id: account }, query }: ExecutionFilters) {
  const pages = usePages(PATH, { query, account }, { isSteady: true });
  const [isLive, setIsLive] = useState(false);
  const { data, isPlaceholderData, refetch } = useRead(
    PATH,
    { query: { ...query, limit: NEWEST }, account },
    { everyMs: isLive ? LIVE_EVERY_MS : EVERY_MS, enabled: pages.isSuccess },
  );
  const look = useThrottledCallback(() => refetch(), AT_MOST_EVERY_MS);
  useChanges(KINDS, { onChange: look, onLive: setIsLive });
  const newest = data === undefined || isPlaceholderData ? [] : data.docs;
  const stateOf = new Map(newest.map((row) => [row._id, row]));
  // Ids grow with time.
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
