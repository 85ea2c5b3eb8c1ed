import { createPartitions } from "../../server/src/platform/database/partitions/create-partitions.ts";
import { openPostgres } from "../../server/src/platform/database/postgres.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { DAY_MS } from "../../server/src/platform/moment.ts";
import { RUN_HISTORY } from "../../server/src/runs/old-runs.ts";

/** Partitions an empty database as a server does with the default retention of 30 days: as if it had run for 40 days. */
export async function createOldPartitions(databaseUrl: string, now: Date): Promise<void> {
  const log = createLog("warn");
  const database = await openPostgres(databaseUrl, log);
  for (let days = 40; days >= 0; days -= 2) {
    const moment = new Date(now.getTime() - days * DAY_MS);
    await createPartitions(database, RUN_HISTORY, { now: moment, retentionDays: 30, log });
  }
  await database.close();
}
