import { Readable } from "node:stream";
import { formatPosition, isPassed, type LogPosition } from "./position.ts";
import { presentChange } from "./present-change.ts";
import type { DraftState } from "./present-draft.ts";
import type { Change, ChangeBatch } from "./read-log.ts";
import type { ChangeKind } from "./table.ts";
import type { WatchedExecution } from "./watcher.ts";

const HEARTBEAT_MS = 15_000;
const LONGEST_MS = 10 * 60_000;
const RECONNECT_MS = 2000;
// How many characters may be unread before new ones are written; a slower reader is dropped and resumes there.
const MOST_UNREAD = 512 * 1024;
// Larger parts would be copied into each reader's socket buffer, not shared between readers.
const PART_CHARACTERS = 32 * 1024;
// How long a reader may take for the rest after its stream has ended.
const LEAVE_MS = 10_000;

/** The events of the changes in parts; the same changes give the same strings. */
function eventsOf(
  { changes, texts: known }: ChangeBatch,
  news: readonly Change[],
  id: string,
): readonly string[] {
  const which = news.length === changes.length ? id : `${id} ${news.map((change) => change.id).join()}`;
  const parts = known.get(which) ?? writeEvents(news, id);
  known.set(which, parts);
  return parts;
}

function writeEvents(news: readonly Change[], id: string): string[] {
  const parts = [""];
  news.forEach((change, index) => {
    const isLast = index === news.length - 1;
    const text = `event: ${change.kind}\n${isLast ? `id: ${id}\n` : ""}data: ${JSON.stringify(presentChange(change))}\n\n`;
    const end = parts.length - 1;
    if ((parts[end]?.length ?? 0) + text.length > PART_CHARACTERS) parts.push(text);
    else parts[end] += text;
  });
  return parts;
}

/** Writes events for one reader, until it is ended or the reader leaves, at most ten minutes. */
export class EventWriter {
  readonly body: Readable;
  /** Changes up to this position were already sent. */
  seen: LogPosition = { last: 0, gaps: [] };
  readonly #kinds: ReadonlySet<ChangeKind> | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  #hasRoom = Promise.withResolvers<void>();

  constructor(kinds: ReadonlySet<ChangeKind> | undefined) {
    this.#kinds = kinds;
    this.body = new Readable({ read: () => this.#hasRoom.resolve(), encoding: "utf8" });
    // Spread out, so that streams opened together do not end together.
    this.#timers.push(setTimeout(() => this.end(), LONGEST_MS * (0.9 + Math.random() / 10)));
    this.body.once("close", () => {
      this.#stop();
      this.#hasRoom.resolve();
    });
    this.#write(`retry: ${RECONNECT_MS}\n\n`);
  }

  /**
   * Writes changes; the last one carries the position, so that a reader that is cut off earlier gets all of them again.
   */
  tell(batch: ChangeBatch, position: LogPosition): void {
    const news = batch.changes.filter(
      ({ id, kind }) => (!this.#kinds || this.#kinds.has(kind)) && !isPassed(this.seen, id),
    );
    if (news.length === 0) return;
    this.#write(...eventsOf(batch, news, formatPosition(position)));
  }

  /** Writes that an execution which the reader has open has progressed; such events are not in the log. */
  progress({ id, status }: WatchedExecution, at: Date): void {
    const data = JSON.stringify({ _id: id, status, at: at.toISOString() });
    this.#write(`event: progress\ndata: ${data}\n\n`);
  }

  /** Writes the state of a draft that the reader has open; such events are not in the log either. */
  draft(state: DraftState, at: Date): void {
    const data = JSON.stringify({ ...state, at: at.toISOString() });
    this.#write(`event: draft\ndata: ${data}\n\n`);
  }

  /** Tells the reader to reload what it shows. */
  reset(position: LogPosition): void {
    this.#write(`event: reset\nid: ${formatPosition(position)}\ndata: {}\n\n`);
  }

  /**
   * Writes a heartbeat with the position now and every 15 s, so that a reader without changes can resume, too. Ends
   * when there is no longer a position for the reader.
   */
  beat(position: () => Promise<string | undefined>): void {
    const say = () =>
      position().then(
        (id) => (id === undefined ? this.end() : this.#write(`: heartbeat\nid: ${id}\n\n`)),
        () => this.end(),
      );
    void say();
    if (!this.body.destroyed) this.#timers.push(setInterval(say, HEARTBEAT_MS));
  }

  /** Resolves when the reader has read nearly everything or has left. */
  async room(): Promise<void> {
    if (this.body.destroyed || this.body.readableLength < this.body.readableHighWaterMark) return;
    this.#hasRoom = Promise.withResolvers();
    await this.#hasRoom.promise;
  }

  /** Ends the stream once the reader has read what was written, for which it has little time. */
  end(): void {
    this.#stop();
    if (this.body.destroyed) return;
    this.body.push(null);
    const leaving = setTimeout(() => this.drop(), LEAVE_MS);
    this.body.once("close", () => clearTimeout(leaving));
  }

  /** Ends the stream at once. */
  drop(): void {
    this.body.destroy();
  }

  #write(...parts: readonly string[]): void {
    if (this.body.destroyed || this.#timers.length === 0) return;
    if (this.body.readableLength > MOST_UNREAD) this.drop();
    else for (const part of parts) this.body.push(part);
  }

  #stop(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}
