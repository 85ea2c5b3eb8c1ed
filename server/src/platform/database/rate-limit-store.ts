import type { Clock } from "../clock.ts";
import type { Database, Statement } from "./database.ts";

// No count of points is as large as a moment in milliseconds.
const FIRST_MOMENT_MS = 1e12;

interface CountRow {
  readonly points: number;
  /** When the window ends, in milliseconds since the epoch. */
  readonly expire: number | string | null;
}

/**
 * The table in which rate-limiter-flexible counts over all processes. It reckons windows by its host's clock; here they
 * are moved to the shared one, because a window that a host with a wrong clock began would last until that moment came.
 */
export function createRateLimitStore(database: Database, clock: Clock) {
  return {
    query: async ({ name, text, values }: Statement & { values: unknown[] }) => {
      const aheadMs = clock.now().getTime() - Date.now();
      const moved = values.map((value) =>
        typeof value === "number" && value >= FIRST_MOMENT_MS ? value + aheadMs : value,
      );
      const rows = await database.query<CountRow>({ name, text }, moved);
      return {
        rows: rows.map(({ expire, ...row }) => ({
          ...row,
          expire: expire === null ? null : Number(expire) - aheadMs,
        })),
      };
    },
  };
}
