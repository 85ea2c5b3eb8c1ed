import type { FastifyRequest } from "fastify";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Statement } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/log.ts";
import { getCallerAddress } from "../limits/stranger-limit.ts";

const MOST_NOTED = 10_000;

const NOTE: Statement = {
  name: "auth-note-key-use",
  text: `update api_keys set last_used_at = $2::date, last_used_from = $3
    where id = $1 and (last_used_at, last_used_from) is distinct from ($2::date, $3)`,
};

/** Where a request came from. */
export type RequestOrigin = Pick<FastifyRequest, "ip" | "headers">;

/**
 * Records the day and address of a key's last use, without delaying the request and at most once a day per key,
 * address and process.
 */
export function createKeyUseRecorder(database: Database, clock: Clock, log: Pick<Logger, "warn">) {
  const noted = new Set<string>();
  let notedOn = "";
  return (keyId: string, origin: RequestOrigin): void => {
    const day = clock.now().toISOString().slice(0, 10);
    if (day !== notedOn || noted.size >= MOST_NOTED) {
      notedOn = day;
      noted.clear();
    }
    // The raw headers: the caller's address is worked out only for a new mark.
    const mark = `${keyId} ${origin.ip} ${origin.headers["x-forwarded-for"] ?? ""}`;
    if (noted.has(mark)) return;
    noted.add(mark);
    database.query(NOTE, [keyId, day, getCallerAddress(origin)]).catch((error: unknown) => {
      noted.delete(mark);
      log.warn({ err: error, key: keyId }, "key-use.not-noted");
    });
  };
}
