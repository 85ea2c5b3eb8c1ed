import type { Json } from "../../../../platform/json/json.ts";
import { ConnectorError } from "../../../connector.ts";
import { toText } from "../request/template.ts";
import { comparePositions, getEarlierPosition, type PositionDistance } from "./position.ts";

/** An item of a list, as a poll reads it. */
export interface PolledItem {
  key: string;
  position: Json;
  data: Json;
}

/**
 * What has been seen: the newest position, and the latest keys. With an overlap, `at` are the positions of the keys,
 * and nothing before `floor` is new: it was there before the subscription, or is too far back to be remembered.
 */
export type PollPosition = {
  position: Json;
  keys: string[];
  at?: Json[];
  floor?: Json;
};

/** What a poll found, to be remembered with what was seen before. */
interface FoundNews {
  found: readonly PolledItem[];
  position: Json;
  before: PollPosition;
  /** Whether it continued a reading, so that what it found is older than what was seen before. */
  isRest: boolean;
}

/** How a poll decides which items of a list are new. */
export interface PollMemory {
  /** The position from which on unknown items are new; null: all of them. */
  readFrom(seen: PollPosition): Json;
  remember(news: FoundNews): PollPosition;
}

/** The limit of remembered keys. */
export const KEPT_KEYS = 1000;

/** Items are new beyond the newest position: for lists that are exact. */
export const exactMemory: PollMemory = {
  readFrom: ({ position }) => position,
  remember: (news) => ({ position: news.position, keys: keysOf(news) }),
};

/**
 * Items are new within `distance` of the newest position, too: for lists that an index fills late. Remembers the keys
 * there, at most 1,000; what is older than those is not looked for (D444).
 */
export function createOverlapMemory(distance: PositionDistance, name: string): PollMemory {
  const lowestOf = (position: Json): Json => {
    const lowest = getEarlierPosition(position, distance);
    if (lowest !== undefined) return lowest;
    throw new ConnectorError(
      "remote",
      `${name} sent a position that cannot be moved back: ${toText(position)}.`,
    );
  };
  return {
    readFrom: ({ position, at, floor = null }) =>
      position === null || at === undefined ? position : later(lowestOf(position), floor),
    remember: ({ found, position, before }) => {
      // What was there before the first poll, or before this connector had an overlap, is no news.
      const floor = before.at === undefined ? (before.position ?? position) : (before.floor ?? null);
      if (position === null) return { position, keys: [], at: [], floor };
      const { kept, isCut } = newestOf([...recall(before), ...found], lowestOf(position));
      const lowest = isCut ? later(kept.at(-1)?.position ?? null, floor) : floor;
      return {
        position,
        keys: kept.map(({ key }) => key),
        at: kept.map((one) => one.position),
        floor: lowest,
      };
    },
  };
}

type SeenKey = Pick<PolledItem, "key" | "position">;

function recall({ keys, at, position }: PollPosition): SeenKey[] {
  return keys.map((key, i) => ({ key, position: at?.[i] ?? position }));
}

/** The newest of the items from `lowest` on; if they are too many, without those that share their position with a cut one. */
function newestOf(items: readonly SeenKey[], lowest: Json): { kept: SeenKey[]; isCut: boolean } {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const all = [...byKey.values()]
    .filter(({ position }) => position !== null && comparePositions(position, lowest) >= 0)
    .sort((a, b) => comparePositions(b.position, a.position));
  const firstCut = all[KEPT_KEYS];
  if (firstCut === undefined) return { kept: all, isCut: false };
  const isAboveCut = ({ position }: SeenKey) => comparePositions(position, firstCut.position) > 0;
  const isOneMoment = !isAboveCut(all[0] ?? firstCut);
  return {
    kept: isOneMoment ? all.filter((one) => !isBelow(one, firstCut)) : all.filter(isAboveCut),
    isCut: true,
  };
}

function isBelow(one: SeenKey, other: SeenKey): boolean {
  return comparePositions(one.position, other.position) < 0;
}

function later(a: Json, b: Json): Json {
  if (a === null || b === null) return a ?? b;
  return comparePositions(a, b) >= 0 ? a : b;
}

/**
 * The keys of items that the next poll may return again. With positions, these are the ones at the newest position.
 * Without positions, all keys of this poll and as many earlier ones as fit; when reading a rest, which is older than
 * what was seen before, earlier keys come first.
 */
function keysOf({ found, position: newest, before, isRest }: FoundNews): string[] {
  const atNewest = (position: Json) =>
    position === null || newest === null || comparePositions(position, newest) === 0;
  const here = found.filter((item) => atNewest(item.position)).map(({ key }) => key);
  const earlier = atNewest(before.position) ? before.keys : [];
  const keys = new Set(isRest ? earlier : here);
  for (const key of isRest ? here : earlier) {
    if (keys.size >= KEPT_KEYS) break;
    keys.add(key);
  }
  return [...keys];
}
