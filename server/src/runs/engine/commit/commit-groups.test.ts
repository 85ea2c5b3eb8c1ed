import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestServer, type TestServer } from "../../../../test/test-server.ts";
import { deleteUnusedPayloads } from "../../results/payload-store.ts";
import { createCodeNode, createTestAccount, insertTestVersion, startRunsOf } from "../../start/test-run.ts";
import { loadSignals, type StepRow } from "../../store.ts";
import { createRunCommitter } from "./commit.ts";
import type { RunCommit, RunSettlement } from "./run-commit.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ accountConcurrency: 100_000 });
});
afterAll(() => server.close());

/** `count` runs for each worker, held by it. */
async function heldRuns(workers: readonly string[], count: number): Promise<string[][]> {
  const scope = await createTestAccount(server);
  const version = await insertTestVersion(server, scope, { nodes: [createCodeNode("one", "return 1")] });
  const inputs = Array.from({ length: workers.length * count }, (_, n) => n);
  const ids = await startRunsOf(server, scope, version, { inputs });
  const groups = workers.map((_, n) => ids.slice(n * count, (n + 1) * count));
  for (const [n, worker] of workers.entries())
    await sql`update runs set worker = ${worker}, claim = 1, ready_at = null where id = any (${groups[n]})`.execute(
      server.deps.db,
    );
  return groups;
}

function stepOf(id: string, workerId: string, output: unknown = { body: 1 }): RunCommit {
  const step = {
    run_id: id,
    path: "one",
    attempt: 1,
    node_id: "one",
    status: "Success",
    input: null,
    output,
    error: null,
    logs: null,
    handle: null,
    wait: null,
    retry_at: null,
    started_at: new Date(),
    duration_ms: 1,
  } as StepRow;
  return { held: { id, claim: 1, workerId }, now: new Date(), steps: [step] };
}

function endOf(id: string, workerId: string, parent: string): RunCommit {
  return {
    ...stepOf(id, workerId),
    settle: {
      kind: "end",
      status: "COMPLETED",
      response: null,
      error: null,
      errorTerms: undefined,
      notice: undefined,
      parent: { runId: parent, path: "call", error: null },
      applications: { all: [], failing: null },
    },
  };
}

test("two processes that end each other's children lose no commit", async () => {
  const [one, other] = [createRunCommitter(server.deps), createRunCommitter(server.deps)];
  for (let round = 0; round < 5; round++) {
    const [oneParents = [], oneChildren = [], otherParents = [], otherChildren = []] = await heldRuns(
      ["one", "one", "other", "other"],
      20,
    );
    const results = await Promise.all([
      ...oneChildren.map((id, n) => one(endOf(id, "one", otherParents[n] ?? ""))),
      ...oneParents.map((id) => one(stepOf(id, "one"))),
      ...otherChildren.map((id, n) => other(endOf(id, "other", oneParents[n] ?? ""))),
      ...otherParents.map((id) => other(stepOf(id, "other"))),
    ]);
    expect(new Set(results)).toEqual(new Set(["committed"]));
  }
});

test("a result that is too large fails alone; large ones do not make a transaction too large", async () => {
  const commit = createRunCommitter(server.deps);
  const [ids = []] = await heldRuns(["one"], 5);
  const [small = "", huge = "", ...large] = ids;
  const results = await Promise.allSettled([
    commit(stepOf(small, "one")),
    commit(stepOf(huge, "one", { body: Array(40).fill("x".repeat(1024 * 1024)) })),
    ...large.map((id) => commit(stepOf(id, "one", { body: "x".repeat(5 * 1024 * 1024) }))),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    ...large.map(() => "fulfilled"),
  ]);
  expect(results[1]).toMatchObject({ reason: { name: "UnstorableError" } });
});

// The embedded database has one connection: all wait for each other.
describe.skipIf(!inject("databaseUrl"))("while a large result is being written", () => {
  const LARGE_BODY = { body: "x".repeat(500_000) };

  /** Runs `work` while nothing can be written to the run. */
  async function whileLocked(id: string, work: () => Promise<void>): Promise<void> {
    await server.deps.db.transaction().execute(async (tx) => {
      await sql`select from runs where id = ${id} for update`.execute(tx);
      await work();
    });
  }

  test("small ones of other runs are committed", async () => {
    const commit = createRunCommitter(server.deps);
    const [[one = "", other = ""] = []] = await heldRuns(["one"], 2);
    let large: Promise<unknown> = Promise.resolve();
    await whileLocked(one, async () => {
      large = commit(stepOf(one, "one", LARGE_BODY));
      expect(await commit(stepOf(other, "one"))).toBe("committed");
    });
    expect(await large).toBe("committed");
  });

  test("those of the same run wait, so that its commits keep their order", async () => {
    const commit = createRunCommitter(server.deps);
    const [[id = ""] = []] = await heldRuns(["one"], 1);
    const outputs = [LARGE_BODY, { body: 1 }, { body: 2 }];
    const order: unknown[] = [];
    let all: Promise<unknown> = Promise.resolve();
    await whileLocked(id, async () => {
      all = Promise.all(
        outputs.map(async (output, index) => {
          await commit(stepOf(id, "one", output));
          order.push(index);
        }),
      );
    });
    await all;
    expect(order).toEqual([0, 1, 2]);
    const steps = server.deps.db
      .selectFrom("run_steps")
      .select("output")
      .where("run_id", "=", id)
      .where("path", "=", "one");
    expect(await steps.execute()).toEqual([{ output: { body: 2 } }]);
  });
});

test("a large response waits for the run that called, even where the called one is kept no longer", async () => {
  const { db, database } = server.deps;
  const response = { list: Array.from({ length: 50_000 }, (_, index) => ({ index })) };
  const [[caller = ""] = [], [called = ""] = []] = await heldRuns(["one", "other"], 1);
  const end = endOf(called, "other", caller);
  await createRunCommitter(server.deps)({ ...end, settle: { ...end.settle, response } as RunSettlement });
  const signal = db.selectFrom("run_signals").select("body").where("run_id", "=", caller);
  expect(JSON.stringify(await signal.execute()).length).toBeLessThan(1000);
  await db.deleteFrom("runs").where("id", "=", called).execute();
  await sql`update payloads set unused_since = now() - interval '2 minutes' where unused_since is not null`.execute(
    db,
  );
  await deleteUnusedPayloads(database, new Date(), 500);
  const signals = await loadSignals(db, { id: caller, org_id: server.test.orgId }, () => null);
  expect(signals.get("child call")).toEqual({ run_id: called, status: "COMPLETED", error: null, response });
});
