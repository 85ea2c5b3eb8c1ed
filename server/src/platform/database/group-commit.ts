import { runWithoutActor } from "../acting.ts";
import { getSqlState } from "./database.ts";

const MAX_GROUP = 500;

/** How large a group may become. */
export interface GroupLimits<Item> {
  readonly maxItems?: number;
  /** The weight of one item, and the maximum of a group; a heavier item is a group of its own. */
  readonly weigh?: (item: Item) => number;
  readonly maxWeight?: number;
  /** Which items go through a second queue, so that no others wait for them; the two may overtake each other. */
  readonly isLarge?: (item: Item) => boolean;
}

interface WaitingItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets callers share transactions (D92): all items that arrive while one group is being written form the next one.
 * `flush` writes a group in one transaction and returns one result per item, in order. If it throws because of one
 * item's data, the group is split until that item fails alone; any other error is for all.
 */
export function createGroupCommit<Item, Result>(
  flush: (items: readonly Item[]) => Promise<readonly Result[]>,
  limits: GroupLimits<Item> = {},
): (item: Item) => Promise<Result> {
  const [small, large] = [openQueue(flush, limits), openQueue(flush, limits)];
  return (item) => (limits.isLarge?.(item) ? large : small)(item);
}

function openQueue<Item, Result>(
  flush: (items: readonly Item[]) => Promise<readonly Result[]>,
  limits: GroupLimits<Item>,
): (item: Item) => Promise<Result> {
  const waiting: WaitingItem<Item, Result>[] = [];
  let busy = false;
  const flushAll = async () => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, groupSize(waiting, limits));
      await flushGroup(flush, group);
    }
    busy = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      // All requests that this turn of the event loop reads from its sockets form one group.
      setImmediate(() => runWithoutActor(flushAll));
    });
}

function groupSize<Item, Result>(
  waiting: readonly WaitingItem<Item, Result>[],
  { maxItems = MAX_GROUP, weigh = () => 0, maxWeight = 0 }: GroupLimits<Item>,
): number {
  let weight = 0;
  const end = waiting.slice(0, maxItems).findIndex(({ item }, index) => {
    weight += weigh(item);
    return index > 0 && weight > maxWeight;
  });
  return end === -1 ? maxItems : end;
}

async function flushGroup<Item, Result>(
  flush: (items: readonly Item[]) => Promise<readonly Result[]>,
  group: readonly WaitingItem<Item, Result>[],
): Promise<void> {
  try {
    const results = await flush(group.map(({ item }) => item));
    if (results.length !== group.length) throw new Error("A flush must answer for each of its items.");
    for (const [index, result] of results.entries()) group[index]?.resolve(result);
  } catch (error) {
    if (group.length === 1 || !isDataError(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    const middle = group.length >> 1;
    await flushGroup(flush, group.slice(0, middle));
    await flushGroup(flush, group.slice(middle));
  }
}

/** Data that is not even sent to the database. */
export class UnstorableError extends Error {
  override readonly name = "UnstorableError";
}

/**
 * Whether the data is at fault, and not the database or the connection: SQLSTATE classes 22 and 23, 54 (a limit of
 * the database), and data too long or too deep for a statement.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof UnstorableError || error instanceof RangeError) return true;
  return /^(2[23]|54)/.test(getSqlState(error) ?? "");
}
