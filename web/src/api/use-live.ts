import type { Change } from "@junctor/sdk";
import { useThrottledCallback } from "@mantine/hooks";
import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useEnvironment } from "../shell/use-environment.ts";
import { joinLiveStream, type Watched, watch } from "./live-stream.ts";
import { isReadUnder } from "./use-api.ts";

// Where changes are told, reading again is for what is not told of.
const LIVE_EVERY_MS = 60_000;
const PAUSE_MS = 2000;

/** What a page can be told of; `progress` is of executions that it watches, `draft` of drafts. */
export type LiveKind = Exclude<Change["kind"], "reset">;

/** Has `progress` told of an execution that the page shows, as long as more may happen in it, or `draft` of a workflow's. */
export function useWatch(what: Watched, id: string, isWatched = true): void {
  const environment = useEnvironment();
  useEffect(() => (isWatched ? watch(environment, what, id) : undefined), [environment, what, id, isWatched]);
}

/**
 * Calls `onChange` with every change of the kinds in the environment that the page shows, and with a `reset` after some
 * may have been missed. Whether changes are told at this time: if not, the page has to ask.
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
  /** Which changes count; all of the kinds if not given. */
  readonly isAbout?: (change: Exclude<Change, { kind: "reset" }>) => boolean;
  /** Paths under `paths` that are left out. */
  readonly except?: readonly string[];
  /** Milliseconds between two readings at least, however much changes. */
  readonly pauseMs?: number;
  /** Milliseconds between readings where changes are not told. */
  readonly everyMs: number;
  /** The same where they are told, for what the stream does not tell of. */
  readonly liveEveryMs?: number;
}

/**
 * Has what is read under `paths` read again when something of the kinds changes, steady lists aside. Answers with the
 * milliseconds after which a page reads by itself (`everyMs` of `useRead`): often only where changes are not told.
 */
export function useRenewal(
  kinds: readonly LiveKind[],
  paths: readonly string[],
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
    // What is being read may have left the server before the change: it is let finish, and read once more.
    const isBehind = queries.isFetching({ predicate }) > 0;
    // Read again when the window is looked at.
    const refetchType = document.hidden ? "none" : "active";
    const reading = queries.invalidateQueries({ predicate, refetchType }, { cancelRefetch: false });
    if (isBehind) void reading.then(() => renew());
  }, pauseMs);
  const isLive = useLive(kinds, (change) => {
    if (change.kind === "reset" || isAbout(change)) renew();
  });
  return isLive ? liveEveryMs : everyMs;
}
