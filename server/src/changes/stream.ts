import type { Readable } from "node:stream";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { DraftWatch, DraftWatcher } from "./draft-watcher.ts";
import { EventWriter } from "./event-writer.ts";
import type { Hub } from "./hub.ts";
import { formatPosition, type LogPosition } from "./position.ts";
import type { DraftState } from "./present-draft.ts";
import { type ChangeBatch, canReadFrom, readLog, toBatch } from "./read-log.ts";
import type { ChangeKind } from "./table.ts";
import type { WatchedExecution, Watcher } from "./watcher.ts";

// Changes read for a single reader stay in memory until it has read them.
const BATCH = 500;
// Most new changes that wait for a reader who still gets older ones; beyond that it is dropped.
const MOST_WAITING = 20_000;

/** What a stream should send. */
export interface StreamRequest {
  readonly scope: Scope;
  /** Undefined for all. */
  readonly kinds: ReadonlySet<ChangeKind> | undefined;
  /** Ids of executions that are watched. */
  readonly watched: readonly string[];
  readonly drafts: Pick<DraftWatch, "workflowIds" | "operatorId" | "seesEmails">;
  /** Where it resumes: `lost` if that is no longer known; undefined for changes from now on. */
  readonly after: LogPosition | "lost" | undefined;
  /** Called now and then: whether the reader's key or session is still valid. */
  isValid(): Promise<boolean>;
}

/** A stream of server-sent events. */
export interface ChangeStream {
  readonly body: Readable;
  /** Ends the stream; the reader resumes elsewhere. */
  end(): void;
}

/** Where streams get their changes, shared by all of a process. */
export interface StreamSources {
  readonly hub: Hub;
  readonly watcher: Watcher;
  readonly draftWatcher: DraftWatcher;
}

type StreamDeps = Pick<Deps, "db" | "log" | "clock"> & StreamSources;

/**
 * Opens a stream of changes that begins with those since `after`. It includes everything that commits after this
 * resolves. It ends by itself after ten minutes; `onEnd` is called once, however it ends.
 */
export async function openStream(
  deps: StreamDeps,
  request: StreamRequest,
  onEnd: () => void,
): Promise<ChangeStream> {
  const { db, log, hub } = deps;
  const { scope, kinds, after, isValid } = request;
  const writer = new EventWriter(kinds);
  // Changes that arrive during the catch-up are sent after it.
  const waiting: { batch: ChangeBatch; position: LogPosition }[] = [];
  let isLive = false;
  let count = 0;
  const leave = hub.add({
    scope,
    onChanges: (batch, position) => {
      if (isLive) return writer.tell(batch, position);
      waiting.push({ batch, position });
      count += batch.changes.length;
      if (count > MOST_WAITING) writer.drop();
    },
  });
  const endWatches = startWatches(deps, request, writer);
  writer.body.once("close", () => {
    leave();
    for (const end of endWatches) end();
    onEnd();
  });
  const continueFrom = async (start: LogPosition) => {
    writer.seen = after === undefined ? start : await catchUp(db, { scope, after, start, writer });
    for (const { batch, position } of waiting) writer.tell(batch, position);
    isLive = true;
    writer.beat(async () => ((await isValid()) ? formatPosition(await hub.position()) : undefined));
  };
  const start = await hub.position().catch((error: unknown) => {
    writer.drop();
    throw error;
  });
  // Not awaited: it proceeds as fast as the reader reads.
  continueFrom(start).catch((error: unknown) => {
    log.debug({ err: error }, "changes.stream-failed");
    writer.drop();
  });
  return { body: writer.body, end: () => writer.end() };
}

/** Writes what happens to the reader's open executions and drafts; the returned functions stop that. */
function startWatches(
  { clock, watcher, draftWatcher }: StreamDeps,
  { scope, watched, drafts }: StreamRequest,
  writer: EventWriter,
): (() => void)[] {
  const ends: (() => void)[] = [];
  const onProgress = (execution: WatchedExecution) => writer.progress(execution, clock.now());
  if (watched.length > 0) ends.push(watcher.add({ scope, executionIds: watched, onProgress }));
  const onDraft = (draft: DraftState) => writer.draft(draft, clock.now());
  if (drafts.workflowIds.length > 0) ends.push(draftWatcher.add({ scope, ...drafts, onDraft }));
  return ends;
}

interface CatchUp {
  readonly scope: Scope;
  readonly after: LogPosition | "lost";
  readonly start: LogPosition;
  readonly writer: EventWriter;
}

/**
 * Writes everything since `after` and returns the position reached; if that is too much or gone, tells the reader
 * to reload.
 */
async function catchUp(db: Deps["db"], { scope, after, start, writer }: CatchUp): Promise<LogPosition> {
  if (after === "lost" || !(await canReadFrom(db, after))) {
    writer.reset(start);
    return start;
  }
  let position = after;
  for (let isFull = true; isFull && !writer.body.destroyed; ) {
    const reading = await readLog(db, position, { limit: BATCH, scopes: [scope] });
    ({ position, isFull } = reading);
    writer.tell(toBatch(reading.changes), position);
    await writer.room();
  }
  return position;
}
