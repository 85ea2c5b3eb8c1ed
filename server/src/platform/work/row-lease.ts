import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";

/**
 * The columns of a table whose rows one caller at a time holds for a while (D434). Whoever writes for the row compares
 * `lease` in the same statement, or under the row's lock: a lease may end before its holder does.
 */
export interface LeaseColumns {
  lease: string | null;
  leased_until: Date | null;
}

/** Whether nobody holds a row. The database's clock counts: processes may disagree about the time. */
export const IS_UNLEASED = "(lease is null or leased_until <= now())";

/** No lease: what gives a row back. */
export const UNLEASED = { lease: null, leased_until: null } as const;

/** A new lease of `ms`, as a row takes it. */
export function createLease(ms: number): { lease: string; leased_until: RawBuilder<Date> } {
  return {
    lease: randomUUID(),
    leased_until: sql<Date>`now() + make_interval(secs => ${ms / 1000}::float8)`,
  };
}

/** Somebody else holds the row now: nothing more may be written for it. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  constructor() {
    super("The lease has ended, and somebody else may hold the row.");
  }
}
