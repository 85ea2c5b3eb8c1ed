import type { Deps } from "../../deps.ts";
import { runWithoutActor } from "../../platform/acting.ts";
import { isTransient } from "../../platform/database/database.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import { insertRequests, type NewRequest } from "./store.ts";

// Requests of so long share a statement, and are lost with a process that is killed.
const WRITE_AFTER_MS = 300;
const RETRY_AFTER_MS = 2000;
const MOST_ROWS = 200;
const MOST_BYTES = 2 ** 20;
// While the database is away, or slower than the requests.
const MOST_WAITING = 5000;
const MOST_WAITING_BYTES = 16 * 2 ** 20;
const OTHER_COLUMNS_BYTES = 500;

/** Requests of this process on their way to the log. */
export interface RequestLog {
  /** Takes a request to be written later, with others; never throws. */
  add(request: NewRequest): void;
  /** Writes what waits now; resolves also if the database is away. */
  flush(): Promise<void>;
  /** Writes what is left, unless the database is away. */
  close(): Promise<void>;
}

declare module "../../deps.ts" {
  interface Features {
    readonly requestLog: RequestLog;
  }
}

type LogDeps = Pick<Deps, "database" | "queue" | "clock" | "log" | "usageCaps">;

/**
 * Opens the log of this process: in memory, because a statement for each request would double what a step writes
 * (D503). Once 5,000 requests or 16 MiB wait, the oldest are dropped.
 */
export function openRequestLog(deps: LogDeps): RequestLog {
  const backlog = createBacklog();
  const write = createWriter(deps, backlog);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let isAway = false;
  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write().then((isWritten) => {
      writing = undefined;
      isAway = !isWritten;
      if (backlog.count() > 0) schedule();
    });
  };
  const schedule = () => {
    timer ??= setTimeout(start, isAway ? RETRY_AFTER_MS : WRITE_AFTER_MS).unref();
  };
  const flush = async () => {
    await writing;
    await write();
  };
  return {
    flush,
    add: (request) => {
      backlog.add([request]);
      if (writing) return;
      if (backlog.isFull() && !isAway) runWithoutActor(start);
      else runWithoutActor(schedule);
    },
    close: async () => {
      await flush();
      clearTimeout(timer);
      if (backlog.count() > 0) deps.log.warn({ requests: backlog.count() }, "request.dropped");
    },
  };
}

/** Writes all that waits; what the database could not take just now waits again, and the result is false. */
function createWriter(deps: LogDeps, backlog: Backlog): () => Promise<boolean> {
  const { log } = deps;
  const insert = createGroupCommit<NewRequest, true>(
    async (group) => {
      await insertRequests(deps, group);
      return group.map(() => true);
    },
    { maxItems: MOST_ROWS, weigh: sizeOf, maxWeight: MOST_BYTES },
  );
  return async () => {
    const requests = backlog.take();
    const later: NewRequest[] = [];
    await Promise.all(
      requests.map((request) =>
        insert(request).catch((error: unknown) => {
          if (isTransient(error)) later.push(request);
          else log.warn({ err: error, slug: request.slug }, "request.not-logged");
        }),
      ),
    );
    backlog.add(later, "first");
    const dropped = backlog.takeDropped();
    if (dropped > 0) log.warn({ requests: dropped }, "request.dropped");
    return later.length === 0;
  };
}

type Backlog = ReturnType<typeof createBacklog>;

/** What waits, oldest first. */
function createBacklog() {
  let waiting: NewRequest[] = [];
  let bytes = 0;
  let dropped = 0;
  const dropOldest = () => {
    let first = 0;
    for (; waiting.length - first > MOST_WAITING || bytes > MOST_WAITING_BYTES; first += 1) {
      const oldest = waiting[first];
      bytes -= oldest ? sizeOf(oldest) : bytes;
    }
    if (first > 0) waiting = waiting.slice(first);
    dropped += first;
  };
  return {
    add: (requests: readonly NewRequest[], place: "first" | "last" = "last") => {
      if (place === "first") waiting = [...requests, ...waiting];
      else waiting.push(...requests);
      for (const request of requests) bytes += sizeOf(request);
      dropOldest();
    },
    take: () => {
      const taken = waiting;
      waiting = [];
      bytes = 0;
      return taken;
    },
    takeDropped: () => {
      const count = dropped;
      dropped = 0;
      return count;
    },
    count: () => waiting.length,
    isFull: () => waiting.length >= MOST_ROWS || bytes >= MOST_BYTES,
  };
}

function sizeOf({ url, request, response }: NewRequest): number {
  const text = (url?.length ?? 0) + (request?.body?.text?.length ?? 0) + (response?.body?.text?.length ?? 0);
  return text + OTHER_COLUMNS_BYTES;
}
