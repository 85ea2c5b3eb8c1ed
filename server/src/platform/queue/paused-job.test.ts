import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { ClaimLostError, defineJob, type JobContext } from "./job.ts";
import { startWorkers, type Workers } from "./workers.ts";

const PAUSE_MS = 7000;
let begun = Promise.withResolvers<JobContext>();
let over = Promise.withResolvers<void>();
const job = defineJob<object, unknown>({
  name: "test.paused",
  concurrency: 1,
  run: (_deps, _data, context) => {
    begun.resolve(context);
    return over.promise;
  },
});

let server: TestServer;
let workers: Workers | undefined;
beforeAll(async () => {
  server = await startTestServer({ logLevel: "silent" }, { queueNames: [job.name] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  over.resolve();
  await workers?.stop(1000);
});
afterAll(() => server.close());

/** The context of a job that this process carries out, which then stands still for some seconds. */
async function pausedInJob(): Promise<{ id: string; context: JobContext }> {
  begun = Promise.withResolvers();
  over = Promise.withResolvers();
  const { queue, log } = server.deps;
  const id = await queue.transaction((tx) => queue.enqueue(tx, job, {}));
  workers = startWorkers(queue, [job], server.deps, log);
  const context = await begun.promise;
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + PAUSE_MS);
  return { id, context };
}

test("a job whose process was paused continues if its claim is still valid", async () => {
  const { context } = await pausedInJob();
  await context.confirm();
  expect(context.signal.aborted).toBe(false);
});

test("it starts nothing if another process has claimed it meanwhile", async () => {
  const { id, context } = await pausedInJob();
  await sql`update pgboss.job set retry_count = retry_count + 1 where id = ${id}`.execute(server.deps.db);
  await expect(context.confirm()).rejects.toThrow(ClaimLostError);
  expect(context.signal.aborted).toBe(true);
});
