import { createHash } from "node:crypto";
import type { Json } from "../../../platform/json.ts";
import { type Call, ConnectorError, type Polled, type TriggerEvent } from "../../connector.ts";
import { type Exchange, scopeOf } from "./exchange.ts";
import { compilePaging } from "./paging.ts";
import { comparePositions } from "./position.ts";
import { readPages } from "./read-pages.ts";
import { compileTemplate, lookUp, type Scope, type Template, toText } from "./template.ts";
import type { ManifestPoll } from "./trigger-schema.ts";

/** Asks once for what is new; throws `ConnectorError`. */
export type Poll = (call: Call & { cursor: Json }) => Promise<Polled>;

/** What is kept between polls: the newest position seen, and the keys seen last. */
interface Seen {
  position: Json;
  keys: string[];
}

interface Found {
  key: string;
  position: Json;
  data: Json;
}

const FEW_PAGES = 10;
// A list that begins with the newest must be read up to what is known, or what lies between is lost.
const MANY_PAGES = 100;
const KEPT_KEYS = 1000;
const LONGEST_KEY = 64;

/** Parses a polled trigger; `name` is the application's, for messages. */
export function compilePoll(source: ManifestPoll, exchange: Exchange, name: string): Poll {
  const pager = compilePaging(source.request, source.paging, source.items ?? source.paging?.items ?? "body");
  const list = { pager, prepared: exchange.prepare(pager.request), exchange };
  const start = source.start === undefined ? undefined : compileTemplate(source.start);
  const readItem = compileItem(source, name);
  return async (call) => {
    const now = nowOf(call.now());
    const isFirst = call.cursor === null;
    const seen = isFirst ? undefined : readSeen(call.cursor);
    const since = seen?.position ?? start?.render({ ...scopeOf(call), now }) ?? null;
    const known = new Set(seen?.keys);
    const found: Found[] = [];
    let pages = 0;
    await readPages(list, call, {
      scope: { ...scopeOf(call), now, ...(since === null ? {} : { cursor: since }) },
      maxPages: isFirst ? FEW_PAGES : MANY_PAGES,
      onPage: (items) => {
        const page = items.map((item, i) => readItem(item, found.length + i + 1));
        found.push(...page);
        pages++;
        const isNews = page.some((item) => isNew(item, since, known));
        return isNews && (pages < FEW_PAGES || !isAscending(found));
      },
    });
    if (source.position !== undefined && found.length > 0 && found.every((item) => item.position === null)) {
      throw new ConnectorError("remote", `${name} told of nothing with its position.`);
    }
    const position = newest(found, since);
    const cursor = { position, keys: keysOf(found, position, { position: since, keys: [...known] }) };
    return { events: isFirst ? [] : eventsOf(found, since, known), cursor };
  };
}

function compileItem(source: ManifestPoll, name: string): (item: Json, index: number) => Found {
  const key = compileTemplate(source.key);
  const position = source.position === undefined ? undefined : compileTemplate(source.position);
  const data = compileTemplate((source.data ?? "{{ item }}") as Json); // manifests are JSON
  return (item, index) => {
    const scope: Scope = { item, index };
    const text = renderKey(key, scope);
    if (text === undefined) throw new ConnectorError("remote", `${name} told of something without its key.`);
    return {
      key: text.length > LONGEST_KEY ? createHash("sha256").update(text).digest("hex") : text,
      position: position?.render(scope) ?? null,
      data: data.render(scope) ?? null,
    };
  };
}

/** An event's key; undefined where a part of it is missing, as different events would have the same one. */
export function renderKey(key: Template, scope: Scope): string | undefined {
  const isWhole = key.paths.every((path) => toText(lookUp(scope, path)) !== "");
  return isWhole ? toText(key.render(scope)) : undefined;
}

/** The moments that a request may refer to, from milliseconds since the epoch. */
export function nowOf(nowMs: number): Json {
  return {
    iso: new Date(nowMs).toISOString(),
    epoch_seconds: Math.floor(nowMs / 1000),
    epoch_milliseconds: nowMs,
  };
}

function readSeen(cursor: Json): Seen {
  const { position = null, keys = [] } = cursor as Partial<Seen>; // as an earlier poll left it
  return { position, keys };
}

function isNew({ key, position }: Found, since: Json, known: ReadonlySet<string>): boolean {
  if (known.has(key)) return false;
  return position === null || since === null || comparePositions(position, since) >= 0;
}

function isAscending(found: readonly Found[]): boolean {
  const [first, last] = [found[0]?.position ?? null, found.at(-1)?.position ?? null];
  return first !== null && last !== null && comparePositions(first, last) < 0;
}

function newest(found: readonly Found[], since: Json): Json {
  return found.reduce(
    (newest, { position }) =>
      position !== null && (newest === null || comparePositions(position, newest) > 0) ? position : newest,
    since,
  );
}

/**
 * The keys that may come again: those at the newest position, as what is older is left out by its position. Without
 * positions all keys of this answer, and as many older ones as there is room for.
 */
function keysOf(found: readonly Found[], newest: Json, before: Seen): string[] {
  const atNewest = (position: Json) =>
    position === null || newest === null || comparePositions(position, newest) === 0;
  const now = new Set(found.filter((item) => atNewest(item.position)).map(({ key }) => key));
  const older = atNewest(before.position) ? before.keys.filter((key) => !now.has(key)) : [];
  return [...now, ...older.slice(0, Math.max(0, KEPT_KEYS - now.size))];
}

function eventsOf(found: readonly Found[], since: Json, known: ReadonlySet<string>): TriggerEvent[] {
  const seen = new Set(known);
  const fresh = found.filter((item) => {
    const isFresh = isNew(item, since, seen);
    seen.add(item.key);
    return isFresh;
  });
  const ordered = beginsWithNewest(found, known) ? fresh.reverse() : fresh;
  return ordered
    .sort((a, b) =>
      a.position === null || b.position === null ? 0 : comparePositions(a.position, b.position),
    )
    .map(({ key, data }) => ({ key, data }));
}

/** By their positions; without any, a list whose known items come last, or which holds none, is taken to begin with the newest. */
function beginsWithNewest(found: readonly Found[], known: ReadonlySet<string>): boolean {
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (first.position !== null && last.position !== null) {
    return comparePositions(first.position, last.position) > 0;
  }
  return !known.has(first.key);
}
