import { Group, Progress } from "@mantine/core";
import { useMemo } from "react";
import { useRead } from "../../../api/use-api.ts";
import type { Column } from "../../../parts/lists/list-row.tsx";
import { Moment } from "../../../parts/time/moment.tsx";
import { type Mood, State } from "../../../parts/values/state.tsx";
import { REPLAYS } from "../../../words/executions.ts";
import { getWords } from "./replay-filter.ts";
import type { BulkProgress } from "./use-bulk-replay.ts";

const MOST_NAMES = 100;

/** The columns of the list of bulk replays: state, filter, operator and progress. */
export function useReplayColumns(replays: readonly BulkProgress[]): readonly Column<BulkProgress>[] {
  const names = useWorkflowNames(replays);
  return useMemo(() => columnsOf(names), [names]);
}

function columnsOf(names: ReadonlyMap<string, string>): readonly Column<BulkProgress>[] {
  return [
    { header: REPLAYS.state, width: 120, cell: (replay) => <ReplayState replay={replay} /> },
    {
      header: REPLAYS.what,
      cell: (replay) => {
        const words = getWords(replay, names.get(replay.filter?.workflow_id ?? "")).join(" · ");
        return <span title={words}>{words || <span className="muted">{REPLAYS.unknown}</span>}</span>;
      },
    },
    { header: REPLAYS.startedBy, width: "13%", cell: getStarter },
    { header: REPLAYS.begin, width: 128, isMinor: true, cell: beginOf },
    { header: REPLAYS.progress, width: 136, cell: (replay) => <Progressed replay={replay} /> },
    {
      header: REPLAYS.failed,
      width: 104,
      align: "right",
      isMinor: true,
      cell: ({ failed }) => <Failed count={failed} />,
    },
    {
      header: REPLAYS.when,
      width: 96,
      align: "right",
      cell: ({ created_at: at }) => <Moment at={at} />,
    },
  ];
}

/** The names of the workflows in the filters of bulk replays, by their ids. */
function useWorkflowNames(replays: readonly BulkProgress[]): ReadonlyMap<string, string> {
  const ids = [...new Set(replays.flatMap(({ filter }) => filter?.workflow_id ?? []))].slice(0, MOST_NAMES);
  const { data } = useRead(
    "/api/v2/public/workflow/all",
    { query: { workflow_id: ids.join(","), nodes: false, limit: MOST_NAMES } },
    { enabled: ids.length > 0 },
  );
  return useMemo(() => new Map((data?.docs ?? []).map(({ _id, name }) => [_id, name])), [data]);
}

const MOODS: Readonly<Record<keyof typeof REPLAYS.states, Mood>> = {
  RUNNING: "busy",
  COMPLETED: "good",
  STOPPED: "stopped",
};

function ReplayState({ replay: { status, failed } }: { replay: BulkProgress }) {
  // Only executions that were not started have this status.
  if (status === "DRY_RUN") return null;
  const mood = status === "COMPLETED" && failed > 0 ? "warn" : MOODS[status];
  return <State mood={mood} word={REPLAYS.states[status]} />;
}

function Progressed({ replay: { status, started, failed, matched } }: { replay: BulkProgress }) {
  const words = REPLAYS.of(started, matched);
  return (
    <Group gap={8} wrap="nowrap">
      <span className="number">{words}</span>
      {status === "RUNNING" && (
        <Progress
          size="sm"
          flex={1}
          value={(100 * (started + failed)) / Math.max(1, matched)}
          aria-label={words}
        />
      )}
    </Group>
  );
}

function Failed({ count }: { count: number }) {
  return (
    <span className={count === 0 ? "number muted" : "number"}>
      {count === 0 ? "–" : count.toLocaleString("en")}
    </span>
  );
}

/** Who started it: operators by name, keys and customers as such. */
export function getStarter({ started_by: by }: BulkProgress): string {
  if (by === undefined) return REPLAYS.unknown;
  if (by.kind === "linked_account") return REPLAYS.customer(by.id);
  if (by.kind === "api_key") return by.name === null ? REPLAYS.kinds.api_key : REPLAYS.key(by.name);
  return by.name ?? REPLAYS.kinds.operator;
}

function beginOf({ from_node: node }: BulkProgress): string {
  if (node === undefined) return REPLAYS.begins.start;
  return node === "failed" ? REPLAYS.begins.failed : node;
}
