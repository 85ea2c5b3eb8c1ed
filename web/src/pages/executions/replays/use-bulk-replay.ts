import type { Body, Reply } from "@junctor/sdk";
import { useChange, useRead } from "../../../api/use-api.ts";
import { useFilters } from "../../../parts/lists/use-filters.ts";
import type { ExecutionFilters } from "../list/filters.ts";

const PATH = "/api/v2/public/execution/replay";
const PROGRESS_EVERY_MS = 1000;

/** What a bulk replay is asked with. */
export type BulkReplay = Body<"post", typeof PATH>;
export type BulkFilter = BulkReplay["filter"];
/** How far a bulk replay has come. */
export type BulkProgress = Reply<"get", `${typeof PATH}/{id}`>;

/** The most executions that can be named one by one. */
export const MOST_NAMED = 1000;

/** Starts a bulk replay, or only counts what it would find. */
export function useStartReplay() {
  return useChange("post", PATH, ["/api/v2/public/execution"]);
}

/** The bulk replay that the address names, until it is dismissed. */
export function useReplayProgress() {
  const { filters, change } = useFilters(["replay"]);
  const id = filters.replay ?? "";
  const progress = useRead(
    `${PATH}/{id}`,
    { path: { id } },
    {
      enabled: id !== "",
      everyMs: (last) => (last?.status === "RUNNING" ? PROGRESS_EVERY_MS : undefined),
    },
  );
  const show = (replay: string | undefined) => change({ replay });
  return { ...progress, id, show };
}

/** What the filters of the list choose, as a bulk replay takes it: executions that have ended. */
export function bulkFilterOf({ query, filters }: ExecutionFilters): Omit<BulkFilter, "status"> {
  const { status: _, ...rest } = query;
  const given = { ...rest, linked_account_id: filters.linked_account_id };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
