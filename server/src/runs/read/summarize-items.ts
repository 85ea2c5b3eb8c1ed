import type { ItemSum, RunRow } from "../store.ts";
import type { StepStatus } from "../table.ts";

/** The state of a node inside loops, summarized over all its items. */
export interface ItemSummary {
  /** The worst of its items. */
  readonly status: StepStatus;
  /** Path of the first step with that status. */
  readonly path: string;
  /** How many items reached it, by their status. */
  readonly counts: Readonly<Record<string, number>>;
}

// From worst to best.
const WORST: readonly StepStatus[] = [
  "Errored",
  "Timed_Out",
  "Stopped",
  "Waiting",
  "Rejected",
  "Errored_and_Skipped",
  "Success",
];

/** The nodes inside loops, by their ids, if an item reached them. */
export function summarizeItems(
  run: Pick<RunRow, "status" | "finished_at">,
  sums: readonly ItemSum[],
): ReadonlyMap<string, ItemSummary> {
  const shown = sums.map((sum) => ({ ...sum, status: getStepStatus(run, sum.status, sum.isRetried) }));
  const byNode = Map.groupBy(shown, ({ nodeId }) => nodeId);
  return new Map([...byNode].map(([nodeId, those]) => [nodeId, summaryOf(those)]));
}

/** The resulting status of a step: nothing waits any more in a run that has ended. */
export function getStepStatus(
  { status: run, finished_at: end }: Pick<RunRow, "status" | "finished_at">,
  status: StepStatus,
  isRetried: boolean,
): StepStatus {
  if (status !== "Waiting" && !isRetried) return status;
  if (!end) return "Waiting";
  if (isRetried) return status;
  return run === "TIMED_OUT" ? "Timed_Out" : "Stopped";
}

function summaryOf(sums: readonly ItemSum[]): ItemSummary {
  const counts: Record<string, number> = {};
  for (const { status, count } of sums) counts[status] = (counts[status] ?? 0) + count;
  const [first] = sums.toSorted((one, other) => WORST.indexOf(one.status) - WORST.indexOf(other.status));
  return { status: first?.status ?? "Success", path: first?.path ?? "", counts };
}
