import type { Logger } from "../log.ts";

/** Claims more, in a transaction of its own, and adds them to `claimed` until there are `upTo`. */
type ClaimMore<Item> = (claimed: Item[], upTo: number) => Promise<void>;

/**
 * Claims up to `free` items: the last `spare` of them with `spareClaim`, for owners that hold none. If one of the
 * claims fails, it returns what the earlier ones have committed: that is held here, and nobody else executes it.
 */
export async function claimWithSpare<Item>(
  log: Logger,
  { free, spare }: { free: number; spare: number },
  claim: ClaimMore<Item>,
  spareClaim: ClaimMore<Item>,
): Promise<Item[]> {
  const claimed: Item[] = [];
  try {
    await claim(claimed, free - spare);
    if (free - claimed.length <= spare) await spareClaim(claimed, free);
  } catch (error) {
    if (claimed.length === 0) throw error;
    log.warn({ err: error }, "work.claim-failed");
  }
  return claimed;
}
