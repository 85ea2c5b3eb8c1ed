import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { type SpawnedServer, spawnServer } from "../../test/spawn-server.ts";
import { eventually, startTestServer, type TestServer } from "../../test/test-server.ts";
import type { AccountScope } from "../auth/scope.ts";
import { code, get, insertTestVersion, runEnd, runResponse, startRunsOf, testAccount } from "./test-run.ts";
import { startThirdParty, type ThirdParty } from "./test-third-party.ts";

const LIMIT = 4;
// What the others take a process for dead after, and a little for noticing it.
const TAKEN_OVER_MS = 14_000;

// A second process cannot open the embedded database.
describe.skipIf(!inject("databaseUrl"))("two processes that work on one database", () => {
  // This one serves and starts runs; it does not work.
  let server: TestServer;
  let third: ThirdParty;
  let workers: SpawnedServer[];

  beforeAll(async () => {
    server = await startTestServer();
    third = await startThirdParty();
    workers = await Promise.all([spawn(), spawn()]);
  }, 120_000);
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
    });
  }

  async function start(scope: AccountScope, count: number): Promise<string[]> {
    const version = await insertTestVersion(server, scope, {
      nodes: [get("call", `${third.url}/{{ input }}`)],
    });
    const inputs = Array.from({ length: count }, (_, index) => index);
    const ids = await startRunsOf(server, scope, version, { inputs });
    return ids;
  }

  /** A run in the middle of a call, and the process that carries it out. */
  async function inCall(): Promise<{ id: string; holder: string }> {
    const [id = ""] = await start(await testAccount(server), 1);
    await eventually(async () => third.received.length === 1);
    const row = server.deps.db.selectFrom("runs").select("worker").where("id", "=", id);
    return { id, holder: (await row.executeTakeFirstOrThrow()).worker ?? "" };
  }

  /** Which of the two processes goes by this worker's id: the one that holds nothing when the other is frozen. */
  async function split(holder: string): Promise<{ holding: SpawnedServer; other: SpawnedServer }> {
    const [one, two] = workers as [SpawnedServer, SpawnedServer];
    one.freeze();
    const seen = async () => {
      const found = sql<{ seen_at: Date }>`select seen_at from workers where id = ${holder}`;
      return (await found.execute(server.deps.db)).rows[0]?.seen_at.getTime();
    };
    const before = await seen();
    // Who is not frozen renews its row every two seconds.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const isOther = (await seen()) !== before;
    one.thaw();
    return isOther ? { holding: two, other: one } : { holding: one, other: two };
  }

  test("hold an account's limit together", async () => {
    third.delayMs = 100;
    const ids = await start(await testAccount(server), 40);
    for (const id of ids) expect((await runEnd(server, id)).status).toBe("COMPLETED");
    expect(third.mostAtOnce).toBe(LIMIT);
    expect(third.received).toHaveLength(40);
  });

  test("do not let the backlog of one account delay another", async () => {
    third.delayMs = 100;
    const busy = await testAccount(server);
    await start(busy, 300);
    await eventually(async () => third.received.length > 10);
    const startedAt = performance.now();
    const [id = ""] = await start(await testAccount(server), 1);
    await runResponse(server, id);
    expect(performance.now() - startedAt).toBeLessThan(3000);
    const left = server.deps.db.selectFrom("runs").select("id").where("account_id", "=", busy.account.id);
    expect((await left.where("status", "=", "RUNNING").execute()).length).toBeGreaterThan(100);
    await server.deps.db.deleteFrom("runs").where("account_id", "=", busy.account.id).execute();
  });

  test("one that was taken for dead writes nothing when it comes back, and works on under a new name", async () => {
    third.answers.push({ status: 200, body: '"first"', delayMs: 6000 }, { status: 200, body: '"second"' });
    const { id, holder } = await inCall();
    const { holding, other } = await split(holder);
    holding.freeze();
    expect(await runEnd(server, id, TAKEN_OVER_MS)).toMatchObject({ status: "COMPLETED" });
    holding.thaw();
    await eventually(async () => holding.stdout().includes("work.taken-for-dead"));
    // The frozen process has the answer to its call by now, and cannot write it.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await runResponse(server, id)).toBe("second");
    const steps = server.deps.db.selectFrom("run_steps").select("attempt").where("run_id", "=", id);
    expect(await steps.where("path", "=", "call").execute()).toEqual([{ attempt: 1 }]);
    expect(new Set(third.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(third.received).toHaveLength(2);
    other.freeze();
    const [next = ""] = await start(await testAccount(server), 1);
    expect(await runResponse(server, next)).toEqual({ ok: true });
    other.thaw();
  }, 90_000);

  test("the runs of one that is killed go on in the other, from where they stood", async () => {
    third.answers.push({ status: 200, delayMs: 60_000 });
    const scope = await testAccount(server);
    const nodes = [
      code("before", "return Date.now()"),
      get("call", `${third.url}/call`),
      code("end", "return node"),
    ];
    const version = await insertTestVersion(server, scope, { nodes });
    const [id = ""] = await startRunsOf(server, scope, version, { inputs: [null] });
    await eventually(async () => third.received.length === 1);
    const row = server.deps.db.selectFrom("runs").select("worker").where("id", "=", id);
    const { holding, other } = await split((await row.executeTakeFirstOrThrow()).worker ?? "");
    const step = server.deps.db.selectFrom("run_steps").select("output").where("run_id", "=", id);
    const before = await step.where("path", "=", "before").executeTakeFirstOrThrow();
    await holding.stop("SIGKILL");
    workers = [other];
    const killedAt = performance.now();
    expect(await runEnd(server, id, TAKEN_OVER_MS)).toMatchObject({ status: "COMPLETED" });
    expect(performance.now() - killedAt).toBeGreaterThan(4000);
    expect(await runResponse(server, id)).toMatchObject({ before: before.output });
    expect(third.received).toHaveLength(2);
  }, 90_000);
});
