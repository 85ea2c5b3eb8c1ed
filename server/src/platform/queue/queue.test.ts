import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { ClaimLostError, defineJob, InterruptedError, type Job, type JobContext } from "./job.ts";
import { startWorkers, type Workers } from "./workers.ts";

type Work = (data: { n: number }, context: JobContext) => Promise<void>;
// Set by each test, because a job is declared once, before the queue starts.
let work: Work = async () => {};
const numbers: Job<{ n: number }, TestServer["deps"]> = defineJob({
  name: "test.numbers",
  concurrency: 4,
  run: (_deps, data, context) => work(data, context),
});

let server: TestServer;
let workers: Workers | undefined;

beforeAll(async () => {
  server = await startTestServer({ logLevel: "silent" }, { queueNames: [numbers.name] });
  await sql`create table test_effects (n integer)`.execute(server.deps.db);
});
afterEach(async () => {
  await workers?.stop(5000);
  workers = undefined;
  await sql`delete from pgboss.job`.execute(server.deps.db);
  await sql`delete from test_effects`.execute(server.deps.db);
});
afterAll(() => server.close());

/** Starts workers that hand each job to `run`. */
function startWork(run: Work): void {
  work = run;
  workers = startWorkers(server.deps.queue, [numbers], server.deps, server.deps.log);
}
function enqueue(n: number, startAfter?: Date): Promise<string> {
  const { queue } = server.deps;
  return queue.transaction((tx) => queue.enqueue(tx, numbers, { n }, { startAfter }));
}

interface JobRow {
  id: string;
  state: string;
  retry_count: number;
  heartbeat_on: Date | null;
  started_on: Date | null;
}
async function jobRows(): Promise<JobRow[]> {
  const { rows } =
    await sql<JobRow>`select id, state, retry_count, heartbeat_on, started_on from pgboss.job_common where name = ${numbers.name}`.execute(
      server.deps.db,
    );
  return rows;
}
/** How long a job that failed waits since its last claim, once it was tried so many times. */
async function pauseAfter(id: string, tries: number): Promise<{ pauseS: number } | undefined> {
  const { rows } = await sql<{ pauseS: number }>`
    select extract(epoch from start_after - started_on)::float8 as "pauseS"
    from pgboss.job where id = ${id} and state = 'retry' and retry_count = ${tries - 1}`.execute(
    server.deps.db,
  );
  return rows[0];
}
async function effects(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from test_effects order by n`.execute(server.deps.db);
  return rows.map(({ n }) => n);
}
/** What a supervisor sees when a process has died or was paused: its heartbeat is long past. */
async function loseHeartbeat(): Promise<void> {
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(
    server.deps.db,
  );
}

test("a job commits with the fact that caused it, and is rolled back with it", async () => {
  const { queue } = server.deps;
  const broken = queue.transaction(async (tx) => {
    await sql`insert into test_effects values (1)`.execute(tx);
    await queue.enqueue(tx, numbers, { n: 1 });
    throw new Error("changed my mind");
  });
  await expect(broken).rejects.toThrow("changed my mind");
  expect([await effects(), await jobRows()]).toEqual([[], []]);
  const id = await queue.transaction(async (tx) => {
    await sql`insert into test_effects values (2)`.execute(tx);
    return queue.enqueue(tx, numbers, { n: 2 });
  });
  expect(await effects()).toEqual([2]);
  expect(await jobRows()).toMatchObject([{ id, state: "created" }]);
});

test("a job that returns is done and removed; many of a kind are added at once", async () => {
  const { queue } = server.deps;
  const done: number[] = [];
  startWork(async ({ n }) => {
    done.push(n);
  });
  const all = Array.from({ length: 50 }, (_, n) => ({ n }));
  await queue.transaction((tx) => queue.enqueueAll(tx, numbers, all));
  await eventually(async () => done.length === 50 && (await jobRows()).length === 0);
  expect(done.toSorted((a, b) => a - b)).toEqual(all.map(({ n }) => n));
});

test("no more jobs of a kind run concurrently than it allows", async () => {
  let running = 0;
  let most = 0;
  let done = 0;
  const allRun = Promise.withResolvers<void>();
  startWork(async () => {
    running += 1;
    most = Math.max(most, running);
    if (running === 4) allRun.resolve();
    await allRun.promise;
    // Room for one too many.
    await new Promise((resolve) => setTimeout(resolve, 20));
    running -= 1;
    done += 1;
  });
  const { queue } = server.deps;
  await queue.transaction((tx) => queue.enqueueAll(tx, numbers, Array(20).fill({ n: 0 })));
  await eventually(async () => done === 20);
  expect(most).toBe(4);
});

test("a commit wakes the workers of its own process, a rollback does not", async () => {
  const { queue } = server.deps;
  const woken: string[] = [];
  queue.onWork((name) => woken.push(name));
  await queue.transaction(async (tx) => {
    await queue.enqueue(tx, numbers, { n: 1 });
    expect(woken).toEqual([]);
  });
  expect(woken).toEqual([numbers.name]);
  await queue
    .transaction(async (tx) => {
      await queue.enqueue(tx, numbers, { n: 1 });
      throw new Error("no");
    })
    .catch(() => {});
  expect(woken).toHaveLength(1);
});

test("a delayed job waits until its time", async () => {
  let ranAtMs = 0;
  startWork(async () => {
    ranAtMs = Date.now();
  });
  const startAfter = new Date(Date.now() + 1500);
  await enqueue(1, startAfter);
  await eventually(async () => ranAtMs > 0);
  // The database's clock decides: both read the same one here, up to rounding.
  expect(ranAtMs).toBeGreaterThanOrEqual(startAfter.getTime() - 5);
});

test("a job that throws runs again with the next attempt number, and its transaction is rolled back", async () => {
  const attempts: number[] = [];
  const { queue } = server.deps;
  startWork(async ({ n }, context) => {
    attempts.push(context.attempt);
    await queue.transaction(async (tx) => {
      await sql`insert into test_effects values (${n})`.execute(tx);
      if (context.attempt === 0) throw new Error("first try fails");
      await context.settle(tx);
    });
  });
  await enqueue(7);
  await eventually(async () => (await jobRows()).length === 0);
  expect(attempts).toEqual([0, 1]);
  expect(await effects()).toEqual([7]);
});

test("a job that throws waits longer each time, but never more than half a minute", async () => {
  startWork(() => Promise.reject(new Error("always fails")));
  const id = await enqueue(7);
  for (const { tries, leastS, mostS } of [
    { tries: 1, leastS: 1, mostS: 2 },
    { tries: 4, leastS: 8, mostS: 16 },
    { tries: 400, leastS: 30, mostS: 30 },
  ]) {
    await sql`update pgboss.job set retry_count = ${tries - 2}, start_after = now() where id = ${id} and state = 'retry'`.execute(
      server.deps.db,
    );
    const { pauseS } = await eventually(() => pauseAfter(id, tries));
    expect(pauseS).toBeGreaterThanOrEqual(leastS);
    // It is counted from the claim, and a busy machine takes a while from there.
    expect(pauseS).toBeLessThan(mostS + 5);
  }
});

test("a job lost repeatedly with its processes runs as soon as that is noticed", async () => {
  const { queue } = server.deps;
  const id = await enqueue(7);
  expect(await queue.boss.fetch(numbers.name)).toMatchObject([{ id }]);
  await sql`update pgboss.job set retry_count = 8, heartbeat_on = now() - interval '1 hour' where id = ${id}`.execute(
    server.deps.db,
  );
  const attempts: number[] = [];
  startWork(async (_data, { attempt }) => {
    attempts.push(attempt);
  });
  await eventually(async () => attempts.length > 0);
  expect(attempts).toEqual([9]);
});

test("a settled job is removed in the same transaction as its effect", async () => {
  const { queue } = server.deps;
  const seen: unknown[] = [];
  startWork(async ({ n }, context) => {
    await queue.transaction(async (tx) => {
      await sql`insert into test_effects values (${n})`.execute(tx);
      await context.settle(tx);
    });
    seen.push(await jobRows(), await effects());
  });
  await enqueue(3);
  await eventually(async () => seen.length === 2);
  expect(seen).toEqual([[], [3]]);
});

test("a process that lost its claim cannot settle: its writes are rolled back, its signal is aborted, the other's run counts", async () => {
  const { queue } = server.deps;
  const outcome: { error?: unknown; reason?: unknown } = {};
  let ended = false;
  startWork(async ({ n }, context) => {
    if (context.attempt === 0) {
      await loseHeartbeat();
      await eventually(async () => {
        // A process that is alone with its embedded database does so rarely.
        await queue.boss.supervise();
        return (await jobRows()).some(({ retry_count }) => retry_count === 1);
      });
      outcome.error = await queue
        .transaction(async (tx) => {
          await sql`insert into test_effects values (0)`.execute(tx);
          await context.settle(tx);
        })
        .catch((error: unknown) => error);
      await eventually(async () => context.signal.aborted);
      outcome.reason = context.signal.reason;
      ended = true;
      return;
    }
    await eventually(async () => ended);
    await queue.transaction(async (tx) => {
      await sql`insert into test_effects values (${n})`.execute(tx);
      await context.settle(tx);
    });
  });
  await enqueue(9);
  await eventually(async () => (await effects()).length > 0 && (await jobRows()).length === 0);
  expect(outcome.error).toBeInstanceOf(ClaimLostError);
  expect(outcome.reason).toBeInstanceOf(ClaimLostError);
  expect(await effects()).toEqual([9]);
});

test("a long job keeps its heartbeat, so that no other process claims it", async () => {
  let finish = () => {};
  const attempts: number[] = [];
  startWork(async (_data, { attempt }) => {
    attempts.push(attempt);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await enqueue(1);
  const beat = async () => {
    const [row] = await jobRows();
    return (
      row?.heartbeat_on && row.started_on && row.heartbeat_on.getTime() - row.started_on.getTime() > 1000
    );
  };
  await eventually(beat);
  finish();
  await eventually(async () => (await jobRows()).length === 0);
  expect(attempts).toEqual([0]);
});

test("stopping lets running jobs end, notifies them, and claims no more", async () => {
  const { queue } = server.deps;
  let started = 0;
  const toldOfStop: boolean[] = [];
  startWork(async (_data, context) => {
    started += 1;
    await eventually(async () => context.stopping);
    toldOfStop.push(context.stopping);
  });
  await queue.transaction((tx) => queue.enqueueAll(tx, numbers, Array(10).fill({ n: 0 })));
  await eventually(async () => started === 4);
  await workers?.stop(10_000);
  expect(toldOfStop).toEqual([true, true, true, true]);
  expect(started).toBe(4);
  expect((await jobRows()).map(({ state }) => state)).toEqual(Array(6).fill("created"));
});

test("stopping aborts jobs beyond the grace period, and releases them for the next process", async () => {
  const reasons: unknown[] = [];
  startWork(async (_data, { signal }) => {
    await new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        reasons.push(signal.reason);
        reject(signal.reason);
      });
    });
  });
  await enqueue(5);
  await eventually(async () => (await jobRows())[0]?.state === "active");
  await workers?.stop(100);
  expect(reasons[0]).toBeInstanceOf(InterruptedError);
  expect(await jobRows()).toMatchObject([{ state: "retry" }]);
  const again: number[] = [];
  startWork(async ({ n }) => {
    again.push(n);
  });
  await eventually(async () => again.length === 1);
  expect(again).toEqual([5]);
});

test("the engine's statements match the pinned version of pg-boss", async () => {
  const require = createRequire(import.meta.url);
  const { version } = JSON.parse(readFileSync(require.resolve("pg-boss/package.json"), "utf8"));
  expect(version).toBe("12.35.0");
  await enqueue(1);
  const { boss } = server.deps.queue;
  const stateOf = async () => (await jobRows()).map(({ state, retry_count }) => [state, Number(retry_count)]);
  expect(await stateOf()).toEqual([["created", 0]]);
  const [first] = await boss.fetch(numbers.name, { batchSize: 1 });
  expect(await stateOf()).toEqual([["active", first?.retryCount]]);
  expect(first?.retryCount).toBe(0);
  await boss.fail(numbers.name, { id: first?.id ?? "", retryCount: 0 });
  expect(await stateOf()).toEqual([["retry", 0]]);
  await sql`update pgboss.job set start_after = now()`.execute(server.deps.db);
  const [second] = await boss.fetch(numbers.name, { batchSize: 1 });
  expect(second).toMatchObject({ id: first?.id, retryCount: 1 });
  expect(await stateOf()).toEqual([["active", 1]]);
  // The claim of attempt 0 is void: it can neither settle nor keep the job alive.
  const old = { id: first?.id ?? "", retryCount: 0 };
  expect(await boss.deleteJob(numbers.name, old)).toMatchObject({ affected: 0 });
  expect(await boss.touch(numbers.name, old)).toMatchObject({ affected: 0 });
  const current = { ...old, retryCount: 1 };
  const gone = { id: "00000000-0000-0000-0000-000000000000", retryCount: 0 };
  expect(await boss.touch(numbers.name, [gone, current])).toMatchObject({ settled: [old.id] });
  expect(await boss.deleteJob(numbers.name, current)).toMatchObject({ affected: 1 });
});
