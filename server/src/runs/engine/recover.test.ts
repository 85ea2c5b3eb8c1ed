import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { WORK } from "../../api/app.ts";
import type { Deps } from "../../deps.ts";
import { createSandbox } from "../../platform/sandbox/sandbox.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { RUNS } from "../name.ts";
import { createPlanCache } from "../plan-cache.ts";
import {
  createCodeNode,
  createHttpNode,
  readRunRow,
  startTestRun,
  waitForRestingRun,
  waitForRunEnd,
} from "../start/test-run.ts";
import { startThirdParty } from "./test-third-party.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
// Each test begins to work once its run lies there.
afterEach(() => server.deps.work.stop(5000));
afterAll(() => server.close());

const work = (deps: Deps = server.deps) => server.deps.work.start(WORK, deps);

/** Starts a run whose version is deleted before anybody works on it. */
async function startOfNoVersion(): Promise<string> {
  const id = await startTestRun(server, { nodes: [] });
  const { db } = server.deps;
  const ofRun = db.selectFrom("runs").select("workflow_id").where("id", "=", id);
  await db.deleteFrom("workflow_versions").where("workflow_id", "=", ofRun).execute();
  return id;
}

async function recoveriesOf(id: string): Promise<number> {
  const run = server.deps.db.selectFrom("runs").select("recoveries").where("id", "=", id);
  return (await run.executeTakeFirstOrThrow()).recoveries;
}

/** Makes a run ready again, as when the process that holds it is found dead. */
async function releaseFromDead(id: string): Promise<void> {
  const { db, work } = server.deps;
  await db
    .updateTable("runs")
    .set(({ eb }) => ({
      worker: null,
      claim: eb("claim", "+", 1),
      recoveries: eb("recoveries", "+", 1),
      ready_at: new Date(),
    }))
    .where("id", "=", id)
    .execute();
  work.wake(RUNS);
}

describe("a run that cannot go on", () => {
  test("is given up when three processes died of it, before a step of it is begun", async () => {
    const id = await startTestRun(server, { nodes: [createCodeNode("sum", "return 1")] });
    await server.deps.db.updateTable("runs").set({ recoveries: 3 }).where("id", "=", id).execute();
    await work();
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "INTERRUPTED" },
      nodes: [{}, { node_status: "Ready" }],
    });
  });

  test("gets on after two deaths, which then count no more", async () => {
    const id = await startTestRun(server, {
      nodes: [createCodeNode("sum", "return 1"), createCodeNode("next", "return 2")],
    });
    await server.deps.db.updateTable("runs").set({ recoveries: 2 }).where("id", "=", id).execute();
    await work();
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
    expect(await recoveriesOf(id)).toBe(0);
  });

  test("is given up when processes die after each other right after a call, which counts as progress once", async () => {
    const third = await startThirdParty();
    const never = new Promise(() => {});
    const received = (path: string) => third.received.filter((request) => request.path === path).length;
    third.answer = ({ path }) => ({
      status: 200,
      after: received("/before") < 3 || path !== "/before" ? never : undefined,
    });
    const workflow = await publishTestWorkflow(server);
    const nodes = [
      createHttpNode("before", `${third.url}/before`),
      { id: "call", type: "sub_flow", data: { workflow } },
      createHttpNode("poisoned", `${third.url}/poisoned`),
    ];
    const id = await startTestRun(server, { nodes });
    // With the jobs, one of which starts what is called.
    server.work();
    const dieAt = async (path: string, times: number) => {
      for (let time = 1; time <= times; time++) {
        await eventually(async () => received(path) === time);
        await releaseFromDead(id);
      }
    };
    await dieAt("/before", 2);
    await dieAt("/poisoned", 3);
    expect(await waitForRunEnd(server, id)).toMatchObject({ execution_error: { code: "INTERRUPTED" } });
    expect([received("/before"), received("/poisoned")]).toEqual([3, 3]);
    // Also ends what the dead still wait for.
    await third.close();
  });

  test("keeps its deaths in mind if it only goes back to sleep", async () => {
    const id = await startTestRun(server, { nodes: [{ id: "hook", type: "wait_for_webhook" }] });
    await work();
    const { claim } = await waitForRestingRun(server, id);
    const waken = { recoveries: 2, ready_at: new Date() };
    await server.deps.db.updateTable("runs").set(waken).where("id", "=", id).execute();
    server.deps.work.wake(RUNS);
    await eventually(async () => (await readRunRow(server, id)).claim > claim);
    await waitForRestingRun(server, id);
    expect(await recoveriesOf(id)).toBe(2);
  });

  test("is released when the sandbox is lost, which counts for nothing and spends no attempt", async () => {
    const { deps } = server;
    const sandbox = createSandbox();
    await sandbox.close();
    const params = { params: "{{ input.a + 1 }}" };
    const nodes = [createCodeNode("sum", "return params", { data: params })];
    const id = await startTestRun(server, { nodes, input: { a: 1 } });
    await work({ ...deps, sandbox });
    await eventually(async () => (await readRunRow(server, id)).claim > 1);
    expect(await recoveriesOf(id)).toBe(0);
    await deps.work.stop(5000);
    await work();
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "COMPLETED",
      nodes: [{}, { attempts_made: 1, latest_output: { body: 2 } }],
    });
  });

  test("is not released for an error of ours: the step that met it fails, and others go on", async () => {
    const { deps } = server;
    const outbound = {
      ...deps.outbound,
      request: () => Promise.reject(new TypeError("This is part of a test.")),
    };
    const nodes = [
      createHttpNode("call", "https://example.com", { maximum_attempts: 3 }),
      createCodeNode("next", "return 1"),
    ];
    const id = await startTestRun(server, { nodes });
    const goesOn = nodes.map((node) => ({ ...node, on_error: "continue" as const }));
    const other = await startTestRun(server, { nodes: goesOn });
    await work({ ...deps, outbound });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "INTERNAL_ERROR", node_id: "call", attempts: 1 },
    });
    expect(await waitForRunEnd(server, other)).toMatchObject({ status: "COMPLETED" });
    expect([await recoveriesOf(id), await recoveriesOf(other)]).toEqual([0, 0]);
  });

  test("errors when its version is gone", async () => {
    const id = await startOfNoVersion();
    const { deps } = server;
    await work({ ...deps, plans: createPlanCache() });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "UNKNOWN_VERSION" },
      nodes: [],
    });
  });
});
