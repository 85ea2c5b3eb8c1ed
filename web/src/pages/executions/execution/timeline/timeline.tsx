import { Skeleton, Stack, UnstyledButton } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import { usePages } from "../../../../api/use-api.ts";
import { useRenewal } from "../../../../api/use-live.ts";
import { Problem } from "../../../../parts/page/problem.tsx";
import { useNodeTypes } from "../../../../parts/workflow-graph/node-types.ts";
import { EXECUTION } from "../../../../words/execution.ts";
import { getLines, getSteps, type TimelineLine, withParked } from "../steps.ts";
import { EXECUTION_KINDS, type Execution, hasEnded, POLL_EVERY_MS, TIMELINE_PATH } from "../use-execution.ts";
import { scaleFor } from "./bars.ts";
import classes from "./timeline.module.css";
import { StepLine } from "./timeline-line.tsx";

const LINE_HEIGHT = 32;
const AHEAD = 12;
const PAGE = 500;
const TICK_MS = 2000;
// Long timelines are read less often.
const LONG_EVERY_MS = 10_000;

interface TimelineProps {
  readonly execution: Execution;
  /** The path of the selected step. */
  readonly selected: string | undefined;
  readonly onSelect: (path: string) => void;
}

/** Every step with its attempts and waits over time: one line each, rendered as they scroll into view. */
export function Timeline({ execution, selected, onSelect }: TimelineProps) {
  const attempts = useAttempts(execution);
  const items = useMemo(() => withParked(attempts.items, execution), [attempts.items, execution]);
  const clock = useClock(!hasEnded(execution.status));
  const now = hasEnded(execution.status) ? endOf(execution) : clock;
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const { types, isPending } = useNodeTypes();
  const typeOf = useMemo(() => {
    const found = new Map(execution.nodes.map((node) => [node.node_id, types.get(node.node_type)]));
    return (nodeId: string) => found.get(nodeId);
  }, [execution.nodes, types]);
  const steps = useMemo(() => getSteps(items, execution.nodes), [items, execution.nodes]);
  const lines = useMemo(() => getLines(steps, unfolded), [steps, unfolded]);
  const scale = scaleFor(items, typeOf, now);
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: AHEAD,
  });
  useSelectedInSight(lines, selected, (index) => rows.scrollToIndex(index, { align: "auto" }));
  if (attempts.isError && items.length === 0)
    return <Problem error={attempts.error} onRetry={attempts.refetch} />;
  if (attempts.isPending || isPending) return <SkeletonLines />;
  const toggle = (path: string) => setUnfolded((before) => new Set(before).add(path));
  return (
    <section
      className={classes.scroller}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={EXECUTION.timeline}
    >
      <div className={classes.lines} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          if (line.kind === "folded")
            return (
              <UnstyledButton
                key={`${line.loop.path} rest`}
                className={classes.line}
                style={{ top: start, paddingLeft: indentOf(line.loop.depth + 1) }}
                onClick={() => toggle(line.loop.path)}
              >
                <span className={classes.more}>{EXECUTION.moreSteps(line.count)}</span>
              </UnstyledButton>
            );
          return (
            <StepLine
              key={line.step.path}
              step={line.step}
              top={start}
              indent={indentOf(line.step.depth)}
              isSelected={line.step.path === selected}
              onSelect={onSelect}
              drawing={{ scale, typeOf, now }}
            />
          );
        })}
      </div>
    </section>
  );
}

/** The current time, to which growing bars are drawn. */
function useClock(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    setNow(Date.now());
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, [isTicking]);
  return now;
}

/** Reads all attempts, page by page: the steps of a loop are grouped, whenever they were made. */
function useAttempts({ _id: id, status }: Execution) {
  const [isLong, setIsLong] = useState(false);
  const pauseMs = isLong ? LONG_EVERY_MS : POLL_EVERY_MS;
  const everyMs = useRenewal(EXECUTION_KINDS, [TIMELINE_PATH], {
    isAbout: ({ _id }) => _id === id,
    pauseMs,
    everyMs: pauseMs,
  });
  const attempts = usePages(
    TIMELINE_PATH,
    { path: { id }, query: { limit: PAGE } },
    { everyMs: hasEnded(status) ? undefined : everyMs },
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage, items, refetch } = attempts;
  useEffect(() => setIsLong(items.length > PAGE), [items.length]);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const before = useRef(status);
  useEffect(() => {
    // Changes between the last reading and the end.
    if (before.current !== status) refetch();
    before.current = status;
  }, [status, refetch]);
  return attempts;
}

function useSelectedInSight(
  lines: readonly TimelineLine[],
  selected: string | undefined,
  show: (index: number) => void,
): void {
  const index = lines.findIndex((line) => line.kind === "step" && line.step.path === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when something else is selected
  useEffect(() => {
    if (index >= 0) show(index);
  }, [selected, index >= 0]);
}

function endOf({ updatedAt, completion_time: end }: Execution): number {
  return new Date(end ?? updatedAt).getTime();
}

function indentOf(depth: number): number {
  return 8 + 16 * Math.min(depth, 6);
}

function SkeletonLines() {
  return (
    <Stack gap="md" p="md" className={classes.scroller} aria-hidden>
      {["70%", "50%", "60%", "40%"].map((width) => (
        <Skeleton key={width} height={10} width={width} />
      ))}
    </Stack>
  );
}
