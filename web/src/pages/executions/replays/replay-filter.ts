import { exactly } from "../../../parts/time/time-words.ts";
import { EXECUTION_STATES, EXECUTIONS, REPLAYS } from "../../../words/executions.ts";
import type { BulkProgress } from "./use-bulk-replay.ts";

/** The filter of a bulk replay, in words; with the name of its workflow if known. */
export function getWords({ filter }: BulkProgress, workflowName: string | undefined): string[] {
  if (filter === undefined) return [];
  const { status, workflow_id, workflow_name, linked_account_id, slug, execution_id: ids } = filter;
  const { execution_source: source, failed_node, start_date: from, end_date: until } = filter;
  const { replay_of: replayed, parent_execution_id: parent } = filter;
  const texts = [filter.search, filter.error, filter.input];
  const words = [
    ids === undefined ? undefined : REPLAYS.chosen(ids.split(",").length),
    status === undefined ? ids === undefined && REPLAYS.anyState : EXECUTION_STATES[status],
    workflow_id && (workflowName ?? workflow_id),
    workflow_name,
    linked_account_id,
    slug,
    source,
    failed_node,
    replayed && `${EXECUTIONS.replaysOf} …${replayed.slice(-8)}`,
    parent && `${EXECUTIONS.calledBy} …${parent.slice(-8)}`,
    ...texts.map((text) => text && REPLAYS.text(text)),
    from && REPLAYS.since(dayOf(from)),
    until && REPLAYS.until(dayOf(until)),
  ];
  return words.filter((word): word is string => typeof word === "string" && word !== "");
}

/** The URL at which the list of executions shows what a bulk replay matched, with its progress. */
export function getSearch({ _id: replay = "", filter = {} }: BulkProgress): Record<string, string> {
  const { status, workflow_id, linked_account_id, slug, search, replay_of, parent_execution_id } = filter;
  const { start_date: from, end_date: to, execution_source } = filter;
  const found = { status, workflow_id, linked_account_id, slug, search, replay_of, parent_execution_id };
  const given = { ...found, execution_source, from: from?.slice(0, 10), to: to?.slice(0, 10), replay };
  return Object.fromEntries(Object.entries(given).filter((one): one is [string, string] => Boolean(one[1])));
}

/** A day stays a day; a moment is shown with its time. */
function dayOf(date: string): string {
  return date.length === 10 ? date : exactly(date);
}
