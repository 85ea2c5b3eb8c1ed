import { setTimeout as sleep } from "node:timers/promises";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../platform/errors.ts";
import type { LogPosition } from "./position.ts";
import { type Change, type ChangeBatch, readLog, readLogEnd, toBatch } from "./read-log.ts";

const POLL_MS = 500;
const LONGEST_PAUSE_MS = 5000;
// Rows per reading; if there are more, they are read immediately afterwards.
const BATCH = 2000;

/** Receives the changes of a scope. */
export interface ChangeListener {
  readonly scope: Scope;
  /** Called with new changes, in order; `position` is after the last of them. It must not throw. */
  onChanges(batch: ChangeBatch, position: LogPosition): void;
}

/**
 * Reads the log of changes for all listeners of this process (D284): once every half second, however many they are,
 * and not at all while there are none.
 */
export interface Hub {
  /** The position of all listeners, once the log was read for the first time. */
  position(): Promise<LogPosition>;
  /** Calls `listener` with everything read from now on; the returned function stops that. */
  add(listener: ChangeListener): () => void;
  /** Stops all reading. */
  close(): Promise<void>;
}

/** Opens this process's hub. */
export function openHub({ db, log }: Pick<Deps, "db" | "log">): Hub {
  const listeners = new Set<ChangeListener>();
  const closing = new AbortController();
  let position: LogPosition | undefined;
  let first = expected();
  let reading: Promise<void> | undefined;

  /** Whether there is more to read immediately. */
  const readOnce = async () => {
    if (!position) {
      position = await readLogEnd(db);
      first.resolve(position);
      return false;
    }
    const found = await readLog(db, position, { limit: BATCH, scopes: scopesOf(listeners) });
    position = found.position;
    tell(listeners, found.changes, position);
    return found.isFull;
  };
  const readOn = async () => {
    for (let pauseMs = POLL_MS; listeners.size > 0 && !closing.signal.aborted; ) {
      try {
        const isMore = await readOnce();
        pauseMs = isMore ? 0 : POLL_MS;
      } catch (error) {
        // Nothing is lost: the position stays unchanged.
        log.debug({ err: error }, "changes.not-read");
        first.reject(error);
        if (!position) first = expected();
        pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(POLL_MS, 2 * pauseMs));
      }
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    position = undefined;
    first.reject(stopping());
    first = expected();
    reading = undefined;
  };

  return {
    position: async () => {
      if (closing.signal.aborted) throw stopping();
      return position ?? first.promise;
    },
    add: (listener) => {
      listeners.add(listener);
      reading ??= readOn();
      return () => listeners.delete(listener);
    },
    close: async () => {
      closing.abort();
      await reading;
    },
  };
}

/** The first position; rejects for those who wait if it cannot be found. */
function expected(): PromiseWithResolvers<LogPosition> {
  const promised = Promise.withResolvers<LogPosition>();
  promised.promise.catch(() => {});
  return promised;
}

function stopping(): ApiError {
  return new ApiError("unavailable", "UNAVAILABLE", "This server is shutting down: try again.");
}

const keyOf = ({ orgId, environment }: Scope) => `${orgId}/${environment}`;

function scopesOf(listeners: Iterable<ChangeListener>): Scope[] {
  return [...new Map([...listeners].map(({ scope }) => [keyOf(scope), scope])).values()];
}

function tell(listeners: Iterable<ChangeListener>, changes: readonly Change[], position: LogPosition): void {
  if (changes.length === 0) return;
  const byScope = Map.groupBy(changes, ({ org_id: orgId, environment }) => keyOf({ orgId, environment }));
  const batches = new Map([...byScope].map(([key, own]) => [key, toBatch(own)]));
  for (const listener of listeners) {
    const own = batches.get(keyOf(listener.scope));
    if (own) listener.onChanges(own, position);
  }
}
