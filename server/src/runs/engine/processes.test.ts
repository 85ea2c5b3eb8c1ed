import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { type SpawnedServer, spawnServer } from "../../../test/spawn-server.ts";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import {
  createCodeNode,
  createHttpNode,
  createTestAccount,
  insertTestVersion,
  startRunsOf,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import { startThirdParty, type ThirdParty } from "./test-third-party.ts";

const LIMIT = 4;

// A second process cannot open the embedded database.
describe.skipIf(!inject("databaseUrl"))("two processes that work on one database", () => {
  // This one serves and starts runs; it does not work.
  let server: TestServer;
  let third: ThirdParty;
  let workers: SpawnedServer[];

  beforeAll(async () => {
    server = await startTestServer();
    third = await startThirdParty();
    workers = [await spawn(), await spawn()];
  });
  afterEach(() => third.reset());
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop("SIGKILL")));
    await server.close();
    await third.close();
  });

  function spawn(): Promise<SpawnedServer> {
    return spawnServer("work", {
      DATABASE_URL: server.deps.config.databaseUrl ?? "",
      JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
      JUNCTOR_ACCOUNT_CONCURRENCY: String(LIMIT),
      JUNCTOR_LOG_LEVEL: "info",
    });
  }

  async function start(scope: AccountScope, count: number): Promise<string[]> {
    const version = await insertTestVersion(server, scope, {
      nodes: [createHttpNode("call", `${third.url}/{{ input }}`)],
    });
    const inputs = Array.from({ length: count }, (_, index) => index);
    const ids = await startRunsOf(server, scope, version, { inputs });
    return ids;
  }

  /** A run in the middle of a call, and the id of the worker that carries it out. */
  async function inCall(): Promise<{ id: string; holder: string }> {
    const [id = ""] = await start(await createTestAccount(server), 1);
    await eventually(async () => third.received.length === 1);
    const row = server.deps.db.selectFrom("runs").select("worker").where("id", "=", id);
    return { id, holder: (await row.executeTakeFirstOrThrow()).worker ?? "" };
  }

  /** Whether the process has worked under this id: each logs its own as it enters, and again after it was taken for dead. */
  function hasWorkedAs(process: SpawnedServer, workerId: string): boolean {
    return process
      .stdout()
      .split("\n")
      .filter((line) => /"work\.(entered|taken-for-dead)"/.test(line))
      .some((line) => JSON.parse(line).workerId === workerId);
  }

  /** Which of the two processes works under this worker's id. */
  function split(workerId: string): { holding: SpawnedServer; other: SpawnedServer } {
    const holding = workers.filter((process) => hasWorkedAs(process, workerId));
    const other = workers.filter((process) => !hasWorkedAs(process, workerId));
    expect([holding.length, other.length]).toEqual([1, 1]);
    return { holding: holding[0] as SpawnedServer, other: other[0] as SpawnedServer };
  }

  test("hold an account's limit together", async () => {
    third.delayMs = 100;
    // The first ones wait for each other.
    const full = eventually(async () => third.received.length >= LIMIT);
    third.answer = () => ({ status: 200, after: full });
    const ids = await start(await createTestAccount(server), 40);
    for (const id of ids) expect((await waitForRunEnd(server, id)).status).toBe("COMPLETED");
    expect(third.mostAtOnce).toBe(LIMIT);
    expect(third.received).toHaveLength(40);
  });

  test("do not let the backlog of one account delay another", async () => {
    third.delayMs = 100;
    const busy = await createTestAccount(server);
    await start(busy, 300);
    await eventually(async () => third.received.length > 10);
    const [id = ""] = await start(await createTestAccount(server), 1);
    await waitForRunResponse(server, id);
    const { db } = server.deps;
    const left = async () => {
      const ofBusy = db.selectFrom("runs").select("id").where("account_id", "=", busy.account.id);
      return (await ofBusy.where("status", "=", "RUNNING").execute()).length;
    };
    expect(await left()).toBeGreaterThan(100);
    // No call of theirs may reach the tests that follow, so those that are held end by themselves.
    await db
      .deleteFrom("runs")
      .where("account_id", "=", busy.account.id)
      .where("worker", "is", null)
      .execute();
    await eventually(async () => (await left()) === 0);
  });

  test("one that was taken for dead writes nothing when it comes back, and works on under a new name", async () => {
    const taken = Promise.withResolvers<void>();
    third.answers.push(
      { status: 200, body: '"first"', after: taken.promise },
      { status: 200, body: '"second"' },
    );
    const { id, holder } = await inCall();
    const { holding, other } = split(holder);
    holding.freeze();
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
    taken.resolve();
    holding.thaw();
    await eventually(async () => holding.stdout().includes("work.taken-for-dead"));
    // Time for the answer to its call, which it cannot write.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await waitForRunResponse(server, id)).toBe("second");
    const steps = server.deps.db.selectFrom("run_steps").select("attempt").where("run_id", "=", id);
    expect(await steps.where("path", "=", "call").execute()).toEqual([{ attempt: 1 }]);
    expect(new Set(third.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(third.received).toHaveLength(2);
    other.freeze();
    const [next = ""] = await start(await createTestAccount(server), 1);
    expect(await waitForRunResponse(server, next)).toEqual({ ok: true });
    other.thaw();
  });

  test("the runs of one that is killed go on in the other, from where they stood", async () => {
    third.answers.push({ status: 200, delayMs: 60_000 });
    const scope = await createTestAccount(server);
    const nodes = [
      createCodeNode("before", "return Date.now()"),
      createHttpNode("call", `${third.url}/call`),
      createCodeNode("end", "return node"),
    ];
    const version = await insertTestVersion(server, scope, { nodes });
    const [id = ""] = await startRunsOf(server, scope, version, { inputs: [null] });
    await eventually(async () => third.received.length === 1);
    const row = server.deps.db.selectFrom("runs").select("worker").where("id", "=", id);
    const { holding, other } = split((await row.executeTakeFirstOrThrow()).worker ?? "");
    const step = server.deps.db.selectFrom("run_steps").select("output").where("run_id", "=", id);
    const before = await step.where("path", "=", "before").executeTakeFirstOrThrow();
    await holding.stop("SIGKILL");
    workers = [other];
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
    expect(await waitForRunResponse(server, id)).toMatchObject({ before: before.output });
    expect(third.received).toHaveLength(2);
  });
});
