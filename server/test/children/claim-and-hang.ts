// Runs as a separate process, to be killed: claims one job of the queue and never completes it. Arguments: address of
// the database, name of the queue.
import { openPostgres } from "../../src/platform/database/postgres.ts";
import { createLog } from "../../src/platform/log.ts";
import { startQueue } from "../../src/platform/queue/queue.ts";

const [, , url = "", name = ""] = process.argv;
const log = createLog("silent");
const queue = await startQueue(await openPostgres(url, log), [name], log, false);
const [job] = await queue.boss.fetch(name, { batchSize: 1 });
console.log(`claimed ${job?.id}`);
