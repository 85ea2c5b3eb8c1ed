import type { Body, Reply } from "@junctor/sdk";
import { useChange, useRead } from "../../../api/use-api.ts";
import { useFilters } from "../../../parts/page/use-filters.ts";
import type { ExecutionFilters } from "../list/filters.ts";

const PATH = "/api/v2/public/execution/replay";
const PROGRESS_EVERY_MS = 1000;

/** The options of a bulk replay. */
export type BulkReplay = Body<"post", typeof PATH>;
export type BulkFilter = BulkReplay["filter"];
/** The progress of a bulk replay. */
export type BulkProgress = Reply<"get", `${typeof PATH}/{id}`>;

/** The maximum number of executions named one by one. */
export const MOST_NAMED = 1000;

/** Starts a bulk replay, or only counts its matches. */
export function useStartReplay() {
  return useChange("post", PATH, ["/api/v2/public/execution"]);
}

/** The bulk replay in the URL, until it is dismissed. */
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

/** The list's filters as a bulk replay takes them: executions that have ended. */
export function getBulkFilter({ query, filters }: ExecutionFilters): Omit<BulkFilter, "status"> {
  const { status: _, ...rest } = query;
  const given = { ...rest, linked_account_id: filters.linked_account_id };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
