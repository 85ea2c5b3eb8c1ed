import { createHash } from "node:crypto";
import type { Json } from "../../../../platform/json/json.ts";
import { type ConnectorCall, ConnectorError } from "../../../connector.ts";
import type { PollResult, TriggerEvent } from "../../../connector-events.ts";
import { type NextPage, PageLoopError, type PageTrail } from "../paging/page-trail.ts";
import { compilePaging, type Position } from "../paging/paging.ts";
import { type PagedList, readPages } from "../paging/read-pages.ts";
import { buildTemplateScope, type Exchange } from "../request/exchange.ts";
import {
  compileTemplate,
  findValueAt,
  type TemplateScope,
  toText,
  type ValueTemplate,
} from "../request/template.ts";
import type { ManifestPoll } from "../schema/trigger-schema.ts";
import {
  createOverlapMemory,
  exactMemory,
  type PolledItem,
  type PollMemory,
  type PollPosition,
} from "./poll-memory.ts";
import { comparePositions } from "./position.ts";

/** Polls once for new items; throws `ConnectorError`. */
export type Poll = (call: ConnectorCall & { cursor: Json }) => Promise<PollResult>;

/** The state between polls, with the template `by` which its keys were made; `rest` if reading stopped before it reached what had been seen. */
type PollState = PollPosition & { rest?: UnreadPages; by?: string };

/**
 * Where to continue in a list that begins with the newest, how many items came before that page, and up to where to
 * read; `again` if a page was refused before and the list was read again from its start.
 */
type UnreadPages = {
  page: Position;
  trail?: PageTrail;
  count: number;
  until: PollPosition;
  again?: boolean;
};

const NONE: ReadonlySet<string> = new Set();
const FEW_PAGES = 10;
// A list that begins with the newest must be read up to what is known; the next poll continues where this one stops.
const MANY_PAGES = 100;
const LONGEST_KEY = 64;

/** Compiles a polled trigger; `name` is the application's, for messages. */
export function compilePoll(source: ManifestPoll, exchange: Exchange, name: string): Poll {
  const pager = compilePaging(source.request, source.paging, source.items ?? source.paging?.items ?? "body");
  const list = { pager, prepared: exchange.prepare(pager.request), exchange };
  const start = source.start === undefined ? undefined : compileTemplate(source.start);
  const readItem = compileItem(source, name);
  const { overlap, position: positionOf } = source;
  const isOverlapping = overlap !== undefined && positionOf !== undefined;
  const memory = isOverlapping ? createOverlapMemory(overlap, name) : exactMemory;
  const depth = positionOf === undefined ? (overlap?.number ?? 0) : 0;
  return async (call) => {
    const now = buildNow(call.now());
    const kept = readKept(call.cursor, source);
    const last = kept?.rest?.until ?? kept ?? { position: null, keys: [] };
    const begin = () => start?.render({ ...buildTemplateScope(call), now }) ?? null;
    const until = { ...last, position: last.position ?? begin() };
    const since = memory.readFrom(until);
    const scope = { ...buildTemplateScope(call), now, ...(since !== null && { cursor: since }) };
    const isFirst = kept === undefined;
    const news = { scope, isFirst, until, since, isOverlapping, depth, readItem };
    const read = (from?: UnreadPages) => readNews(list, call, news, from);
    try {
      const reading = await continueReading(kept?.rest, read);
      const { found } = reading;
      if (
        source.position !== undefined &&
        found.length > 0 &&
        found.every((item) => item.position === null)
      ) {
        throw new ConnectorError("remote", `${name} sent no item with its position.`);
      }
      const result = toResult(reading, { kept, until, since, memory, name });
      return { ...result, cursor: { ...(result.cursor as PollState), by: source.key } }; // `toResult` made it
    } catch (error) {
      // Nothing is reported of a reading without an end: its items stay new until the provider's list has one.
      if (error instanceof PageLoopError) return { events: [], cursor: call.cursor, stuck: error.message };
      throw error;
    }
  };
}

/** What a reading found since `until`, where `kept` is what was seen before it, and where the next poll continues. */
function toResult(
  { found, next, from, again, isLost }: NewsOfReading,
  { kept, until, since, memory, name }: ReadingTerms,
): PollResult {
  const before = kept ?? until;
  const position = newest(found, before.position);
  const seen = memory.remember({ found, position, before, isRest: from !== undefined });
  if (kept === undefined) return { events: [], cursor: seen };
  if (isLost) return { events: [], cursor: seen, lost: lostSentence(name) };
  const events = eventsOf(found, since, new Set([...until.keys, ...before.keys]));
  if (next === undefined) return { events, cursor: seen };
  const { position: page, trail } = next;
  const count = (from?.count ?? 0) + found.length;
  const rest = { page, ...(trail && { trail }), count, until, ...(again && { again }) };
  const result = { events, cursor: { ...seen, rest } };
  if (events.length === 0 && !again) return { ...result, stuck: stuckSentence(name) };
  // A page that was refused once is retried after the usual pause: the refusal may be temporary.
  return { ...result, more: !again };
}

interface ReadingTerms {
  kept: PollState | undefined;
  until: PollPosition;
  /** The position from which on unknown items are new. */
  since: Json;
  memory: PollMemory;
  name: string;
}

/** What was seen before; undefined if it says nothing, because items without a position have other keys now (D525). */
function readKept(cursor: Json, { key, position: place }: ManifestPoll): PollState | undefined {
  if (cursor === null) return undefined;
  const { position = null, keys = [], ...rest } = cursor as Partial<PollState>; // as an earlier poll returned it
  if (place === undefined && rest.by !== undefined && rest.by !== key) return undefined;
  return { position, keys, ...rest };
}

interface NewItems {
  found: PolledItem[];
  /** The page from which on nothing has been read. */
  next: NextPage | undefined;
}

/** Reads new items, from the first page or a later one, as far as one poll may read. */
async function readNews(
  list: PagedList,
  call: ConnectorCall,
  { scope, isFirst, until, since, isOverlapping, depth, readItem }: NewsReading,
  from: UnreadPages | undefined,
): Promise<NewItems> {
  const known = new Set(until.keys);
  const found: PolledItem[] = [];
  let pages = 0;
  let last: PolledItem[] = [];
  let isDone = false;
  const next = await readPages(list, call, {
    scope,
    from: from && { position: from.page, trail: from.trail },
    maxPages: isFirst ? FEW_PAGES : MANY_PAGES,
    // Many providers refuse pages beyond some depth: items before it are reported, and the rest is read by the next
    // poll.
    endsAt: (error) => !isFirst && isInput(error) && !isAscending(found),
    onPage: (items) => {
      const page = items.map((item, i) => readItem(item, (from?.count ?? 0) + found.length + i + 1));
      // With an overlap, late items may come after any number of known ones.
      const isNews = page.some((item) => isNew(item, since, isOverlapping && !isFirst ? NONE : known));
      if (page.some((item) => isNew(item, since, known))) pages++;
      found.push(...page);
      // Lists may have empty pages in the middle.
      const isEnd = page.length > 0 && ((!isNews && found.length >= depth) || isSame(page, last));
      isDone = isEnd || (pages >= FEW_PAGES && isAscending(found));
      if (page.length > 0) last = page;
      return !isDone;
    },
  });
  return { found, next: isDone || isAscending(found) ? undefined : next };
}

interface NewsReading {
  scope: TemplateScope;
  isFirst: boolean;
  until: PollPosition;
  /** The position from which on unknown items are new. */
  since: Json;
  isOverlapping: boolean;
  /** How many items of a list without positions are read at least. */
  depth: number;
  readItem(item: Json, index: number): PolledItem;
}

type NewsOfReading = NewItems & { from?: UnreadPages; again?: boolean; isLost?: boolean };

/**
 * Continues with the rest. If the provider refuses its page, because the page no longer exists or is too deep,
 * everything is read again from the first page, once. At the second refusal the rest is lost.
 */
async function continueReading(
  rest: UnreadPages | undefined,
  read: (from?: UnreadPages) => Promise<NewItems>,
): Promise<NewsOfReading> {
  if (rest === undefined) return read();
  const { again = false } = rest;
  try {
    return { ...(await read(rest)), from: rest, again };
  } catch (error) {
    if (!isInput(error)) throw error;
    if (again) {
      // If the first page is refused as well, the account is the problem and not the rest.
      await read();
      return { found: [], next: undefined, from: rest, isLost: true };
    }
    return { ...(await read()), again: true };
  }
}

function isInput(error: unknown): boolean {
  return error instanceof ConnectorError && error.code === "input";
}

function lostSentence(name: string): string {
  return `${name} does not list items far enough back: some items since the last poll were missed.`;
}

function stuckSentence(name: string): string {
  return `${name} sends pages without new items, and always names another page.`;
}

/** Compiles what is read of an item; an index counts from 1. Throws `ConnectorError` for one without its key. */
export function compileItem(source: ManifestPoll, name: string): (item: Json, index: number) => PolledItem {
  const key = compileTemplate(source.key);
  const position = source.position === undefined ? undefined : compileTemplate(source.position);
  const data = compileTemplate((source.data ?? "{{ item }}") as Json); // manifests are JSON
  return (item, index) => {
    const scope: TemplateScope = { item, index };
    const text = renderKey(key, scope);
    if (text === undefined) throw new ConnectorError("remote", `${name} sent an item without its key.`);
    return {
      key: text.length > LONGEST_KEY ? createHash("sha256").update(text).digest("hex") : text,
      position: position?.render(scope) ?? null,
      data: data.render(scope) ?? null,
    };
  };
}

/** An event's key; undefined if a part of it is missing, because different events would then share one key. */
export function renderKey(key: ValueTemplate, scope: TemplateScope): string | undefined {
  const isWhole = key.paths.every((path) => toText(findValueAt(scope, path)) !== "");
  return isWhole ? toText(key.render(scope)) : undefined;
}

/** The times that a request may refer to, from milliseconds since the epoch. */
export function buildNow(nowMs: number): Json {
  return {
    iso: new Date(nowMs).toISOString(),
    epoch_seconds: Math.floor(nowMs / 1000),
    epoch_milliseconds: nowMs,
  };
}

function isNew({ key, position }: PolledItem, since: Json, known: ReadonlySet<string>): boolean {
  if (known.has(key)) return false;
  return position === null || since === null || comparePositions(position, since) >= 0;
}

/** A provider that does not support pages answers with the first one every time. */
function isSame(page: readonly PolledItem[], last: readonly PolledItem[]): boolean {
  return page.length === last.length && page.every(({ key }, i) => key === last[i]?.key);
}

function isAscending(found: readonly PolledItem[]): boolean {
  const [first, last] = [found[0]?.position ?? null, found.at(-1)?.position ?? null];
  return first !== null && last !== null && comparePositions(first, last) < 0;
}

function newest(found: readonly PolledItem[], since: Json): Json {
  return found.reduce(
    (newest, { position }) =>
      position !== null && (newest === null || comparePositions(position, newest) > 0) ? position : newest,
    since,
  );
}

function eventsOf(found: readonly PolledItem[], since: Json, known: ReadonlySet<string>): TriggerEvent[] {
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

/** Decided by positions. Without positions, a list is taken to begin with the newest unless its first item is known. */
function beginsWithNewest(found: readonly PolledItem[], known: ReadonlySet<string>): boolean {
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (first.position !== null && last.position !== null) {
    return comparePositions(first.position, last.position) > 0;
  }
  return !known.has(first.key);
}
