import { Readable } from "node:stream";
import { isPassed, type LogPosition, writePosition } from "./position.ts";
import { presentChange } from "./present-change.ts";
import type { Change } from "./read-log.ts";
import type { ChangeKind } from "./table.ts";

const HEARTBEAT_MS = 15_000;
const LONGEST_MS = 10 * 60_000;
const RECONNECT_MS = 2000;
// Characters that a reader may leave unread before the next ones come; who leaves more is dropped, and resumes there.
const MOST_UNREAD = 512 * 1024;

// Many readers are told of the same changes.
const texts = new WeakMap<Change, string>();

function dataOf(change: Change): string {
  const known = texts.get(change);
  if (known !== undefined) return known;
  const text = JSON.stringify(presentChange(change));
  texts.set(change, text);
  return text;
}

/** Writes the events of one reader, until it ends or the reader goes, ten minutes at most. */
export class EventWriter {
  readonly body: Readable;
  /** What lies behind it was told already. */
  seen: LogPosition = { last: 0, gaps: [] };
  readonly #kinds: ReadonlySet<ChangeKind> | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  #hasRoom = Promise.withResolvers<void>();

  constructor(kinds: ReadonlySet<ChangeKind> | undefined) {
    this.#kinds = kinds;
    this.body = new Readable({ read: () => this.#hasRoom.resolve(), encoding: "utf8" });
    // Not all at once, where many began at once.
    this.#timers.push(setTimeout(() => this.end(), LONGEST_MS * (0.9 + Math.random() / 10)));
    this.body.once("close", () => {
      this.#stop();
      this.#hasRoom.resolve();
    });
    this.#write(`retry: ${RECONNECT_MS}\n\n`);
  }

  /** Tells of changes; the last one carries the position, so that a reader that is cut off before hears all of them again. */
  tell(changes: readonly Change[], position: LogPosition): void {
    const news = changes.filter(
      ({ id, kind }) => (!this.#kinds || this.#kinds.has(kind)) && !isPassed(this.seen, id),
    );
    const events = news.map((change, index) => {
      const id = index === news.length - 1 ? `id: ${writePosition(position)}\n` : "";
      return `event: ${change.kind}\n${id}data: ${dataOf(change)}\n\n`;
    });
    if (events.length > 0) this.#write(events.join(""));
  }

  /** Has the reader load anew what it shows. */
  reset(position: LogPosition): void {
    this.#write(`event: reset\nid: ${writePosition(position)}\ndata: {}\n\n`);
  }

  /** Says now and every 15 s that it is there, and where it stands: who hears of nothing for long can resume, too. */
  beat(position: () => Promise<string>): void {
    const say = () =>
      position().then(
        (id) => this.#write(`: heartbeat\nid: ${id}\n\n`),
        () => this.end(),
      );
    void say();
    if (!this.body.destroyed) this.#timers.push(setInterval(say, HEARTBEAT_MS));
  }

  /** Resolves when the reader has read nearly all, or is gone. */
  async room(): Promise<void> {
    if (this.body.destroyed || this.body.readableLength < this.body.readableHighWaterMark) return;
    this.#hasRoom = Promise.withResolvers();
    await this.#hasRoom.promise;
  }

  /** Ends it once the reader has read what was written. */
  end(): void {
    this.#stop();
    if (!this.body.destroyed) this.body.push(null);
  }

  /** Ends it at once. */
  drop(): void {
    this.body.destroy();
  }

  #write(text: string): void {
    if (this.body.destroyed || this.#timers.length === 0) return;
    if (this.body.readableLength > MOST_UNREAD) this.drop();
    else this.body.push(text);
  }

  #stop(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}
