import type { Change } from "@junctor/sdk";
import { useThrottledCallback } from "@mantine/hooks";
import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { joinLiveStream, type Watched, watch } from "./live-stream.ts";
import { isReadUnder, type ReadPath } from "./use-api.ts";
import { useEnvironment } from "./use-environment.ts";

// While changes are streamed, polling is only for what the stream leaves out.
const LIVE_EVERY_MS = 60_000;
const PAUSE_MS = 2000;

/** What a page can be notified of; `progress` is of executions that it watches, `draft` of drafts. */
export type LiveKind = Exclude<Change["kind"], "reset">;

/**
 * Watches the `progress` of an execution that the page shows, as long as more may happen in it, or the `draft` of a
 * workflow.
 */
export function useWatch(what: Watched, id: string, isWatched = true): void {
  const environment = useEnvironment();
  useEffect(() => (isWatched ? watch(environment, what, id) : undefined), [environment, what, id, isWatched]);
}

/**
 * Calls `onChange` with every change of the kinds in the environment that the page shows, and with a `reset` after
 * some may have been missed. Returns whether changes are currently streamed: if not, the page must poll.
 */
export function useLive(kinds: readonly LiveKind[], onChange: (change: Change) => void): boolean {
  const environment = useEnvironment();
  const [isLive, setIsLive] = useState(false);
  const latest = useRef({ kinds, onChange });
  latest.current = { kinds, onChange };
  useEffect(
    () =>
      joinLiveStream(environment, {
        onLive: setIsLive,
        onChange: (change) => {
          const { kinds: wanted, onChange: tell } = latest.current;
          if (change.kind === "reset" || wanted.includes(change.kind)) tell(change);
        },
      }),
    [environment],
  );
  return isLive;
}

interface RenewalOptions {
  /** Which changes count; by default all of the kinds. */
  readonly isAbout?: (change: Exclude<Change, { kind: "reset" }>) => boolean;
  /** Paths under `paths` that are left out. */
  readonly except?: readonly ReadPath[];
  /** Minimum milliseconds between two reads, however much changes. */
  readonly pauseMs?: number;
  /** Milliseconds between reads while changes are not streamed. */
  readonly everyMs: number;
  /** The same while they are streamed, for what the stream leaves out. */
  readonly liveEveryMs?: number;
}

/**
 * Reads everything under `paths` again when something of the kinds changes, except for steady lists. Returns the
 * polling interval of the page in milliseconds (`everyMs` of `useRead`): short only while changes are not streamed.
 */
export function useRenewal(
  kinds: readonly LiveKind[],
  paths: readonly ReadPath[],
  {
    isAbout = () => true,
    except = [],
    pauseMs = PAUSE_MS,
    everyMs,
    liveEveryMs = LIVE_EVERY_MS,
  }: RenewalOptions,
): number {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const renew = useThrottledCallback(() => {
    const predicate: QueryFilters["predicate"] = ({ queryKey, meta }) =>
      !meta?.isSteady &&
      isReadUnder(queryKey, environment, paths) &&
      !isReadUnder(queryKey, environment, except);
    // A response under way may be older than the change: it completes, and is then read once more.
    const isBehind = queries.isFetching({ predicate }) > 0;
    // Read again when the window becomes visible.
    const refetchType = document.hidden ? "none" : "active";
    const reading = queries.invalidateQueries({ predicate, refetchType }, { cancelRefetch: false });
    if (isBehind) void reading.then(() => renew());
  }, pauseMs);
  const isLive = useLive(kinds, (change) => {
    if (change.kind === "reset" || isAbout(change)) renew();
  });
  return isLive ? liveEveryMs : everyMs;
}
