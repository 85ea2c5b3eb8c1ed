import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import { CutOffError, type Line, startLine, TakenOverError, type WorkSource } from "./line.ts";
import { type Presence, registerWorker } from "./presence.ts";
import { createWaiters } from "./waiters.ts";
import type { HeldRow } from "./work-table.ts";

const CHANNEL = "junctor_work";
// Replaces the name of a line.
const ANSWERED = "answered";
// Each message is a commit; more often than this it would cost more than the wait.
const NOTIFY_EVERY_MS = 20;

/** The work in tables, as this process takes part in it. */
export interface Work {
  /**
   * Announces that a kind of work became ready, after the commit: here or, if nobody works here, to other processes.
   */
  wake(name: string): void;
  /**
   * The line of a kind of work in this process, and the id under which it claims; undefined if it does not run here.
   */
  line(name: string): { line: Line; workerId: string } | undefined;
  /** Aborts an item wherever it runs. */
  abort(name: string, id: string): void;
  /** Tells those who wait for the answer of an item, here or elsewhere, that it has arrived. */
  answered(id: string): void;
  /** Resolves when the item is said to have answered, after `limitMs`, or on `signal`. */
  untilAnswered(id: string, limitMs: number, signal: AbortSignal): Promise<void>;
  /** How much of each kind of work this process holds. */
  load(): { readonly name: string; readonly active: number }[];
  /** Receives messages of other processes; for a process that does not take part. */
  listen(): Promise<void>;
  /** Starts taking part. */
  start<Deps extends { database: Database; log: Logger }>(
    sources: readonly WorkSource<HeldRow, Deps>[],
    deps: Deps,
  ): Promise<void>;
  /** Stops taking part: waits up to `graceMs` for running items, releases the rest. */
  stop(graceMs: number): Promise<void>;
}

/** Creates the registry of work for one process; nothing is claimed before `start`. */
export function createWork(database: Database, log: Logger): Work {
  let presence: Presence | undefined;
  let lines = new Map<string, Line>();
  const waiters = createWaiters();
  let subscription: { close(): Promise<void> } | undefined;
  const announce = throttled((message) => {
    database
      .notify(CHANNEL, message)
      .catch((error: unknown) => log.debug({ err: error }, "work.notify-failed"));
  });
  const hear = (message: string) => {
    const [name = "", id] = message.split(" ");
    const line = lines.get(name);
    if (name === ANSWERED && id !== undefined) waiters.wake(id);
    else if (id === undefined) line?.wake();
    else line?.abort(id, new CutOffError());
  };
  const listen = async () => {
    if (database.kind === "postgres") subscription = await database.listen(CHANNEL, { onMessage: hear });
  };
  return {
    wake: (name) => {
      lines.get(name)?.wake();
      // A working process sends no messages: the others' poll is enough, and each message costs a commit.
      if (!lines.has(name)) announce(name);
    },
    line: (name) => {
      const line = lines.get(name);
      return line && presence && { line, workerId: presence.workerId() };
    },
    abort: (name, id) => {
      if (!lines.get(name)?.abort(id, new CutOffError())) announce(`${name} ${id}`);
    },
    answered: (id) => {
      if (!waiters.wake(id) && database.kind === "postgres") announce(`${ANSWERED} ${id}`);
    },
    untilAnswered: (id, limitMs, signal) => waiters.wait(id, limitMs, signal),
    load: () => [...lines.values()].map(({ name, active }) => ({ name, active: active() })),
    listen,
    start: async (sources, deps) => {
      const entered = await registerWorker(database, log, (workerId) => {
        for (const line of lines.values()) line.abortAll(workerId, new TakenOverError());
      });
      presence = entered;
      lines = new Map(sources.map((source) => [source.name, startLine(source, deps, entered)]));
      await listen();
    },
    stop: async (graceMs) => {
      await subscription?.close();
      await Promise.all([...lines.values()].map((line) => line.stop(graceMs)));
      lines = new Map();
      await presence?.leave().catch((error: unknown) => log.warn({ err: error }, "work.leave-failed"));
      presence = undefined;
    },
  };
}

/** Sends each message at once, and the same one again only after a pause, once for all that arrived during it. */
function throttled(send: (message: string) => void): (message: string) => void {
  const resting = new Map<string, boolean>();
  return (message) => {
    if (resting.has(message)) {
      resting.set(message, true);
      return;
    }
    resting.set(message, false);
    send(message);
    setTimeout(() => {
      const again = resting.get(message);
      resting.delete(message);
      if (again) send(message);
    }, NOTIFY_EVERY_MS);
  };
}
