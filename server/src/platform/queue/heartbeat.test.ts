import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { ClaimLostError, defineJob } from "./job.ts";
import { startWorkers } from "./workers.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ logLevel: "silent" }, { queueNames: ["test.heartbeat"] });
});
afterAll(() => server.close());

test("one heartbeat is one statement for all claims, and aborts only lost ones", async () => {
  const { queue, log } = server.deps;
  const signals = new Map<number, AbortSignal>();
  let finish = () => {};
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const job = defineJob<{ n: number }, unknown>({
    name: "test.heartbeat",
    concurrency: 4,
    run: async (_deps, { n }, { signal }) => {
      signals.set(n, signal);
      await isFinished;
    },
  });
  const workers = startWorkers(queue, [job], server.deps, log);
  await queue.transaction((tx) => queue.enqueueAll(tx, job, [{ n: 1 }, { n: 2 }, { n: 3 }]));
  await eventually(async () => signals.size === 3);
  const touch = vi.spyOn(queue.boss, "touch");
  await sql`delete from pgboss.job where (data ->> 'n')::int = 2`.execute(server.deps.db);
  await eventually(async () => signals.get(2)?.aborted);
  const sizes = touch.mock.calls.map(([, attempts]) => Array.isArray(attempts) && attempts.length);
  // One may come before the deletion, and one after it was noticed.
  expect(sizes).toContain(3);
  expect(sizes.filter((size) => size !== 3 && size !== 2)).toEqual([]);
  touch.mockRestore();
  expect(signals.get(2)?.reason).toBeInstanceOf(ClaimLostError);
  expect([signals.get(1)?.aborted, signals.get(3)?.aborted]).toEqual([false, false]);
  finish();
  await workers.stop(5000);
});
