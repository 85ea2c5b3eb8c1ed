import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import type { Deps } from "../../deps.ts";
import { json } from "../../platform/database/database.ts";
import type { JobContext } from "../../platform/queue/job.ts";
import {
  applyEdgeDefaults,
  applyNodeDefaults,
  type EdgeInput,
  type NodeInput,
} from "../../workflows/definition/graph.ts";
import { RUNS } from "../name.ts";
import { buildSignalStatement } from "../signals/wake.ts";
import {
  createCodeNode,
  createTestAccount,
  insertTestVersion,
  readRun,
  startRunsOf,
  startTestRun,
  waitForRestingRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import type { Wait } from "../table.ts";
import { startCalledWorkflow } from "./start-called-workflow.ts";
import { stopRun } from "./stop.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());

/** Publishes a workflow of these nodes in a row; its id. */
function publish(...nodes: NodeInput[]): Promise<string> {
  return publishGraph(
    nodes,
    nodes.map(({ id }, index) => ({ source: nodes[index - 1]?.id ?? "start", target: id })),
  );
}

function publishGraph(nodes: NodeInput[], edges: EdgeInput[]): Promise<string> {
  const all = applyNodeDefaults([{ id: "start", type: "start" }, ...nodes]);
  const content = { nodes: all, edges: applyEdgeDefaults(edges), slug: null };
  return insertTestWorkflow(server.deps, server.test, content);
}

const ask: NodeInput = { id: "ask", type: "wait_for_webhook" };
/** Answers the node `ask` of a run. */
async function answerAsk(runId: string): Promise<void> {
  const answer = { runId, path: "ask", kind: "answer" as const, body: null };
  await server.deps.database.batch([buildSignalStatement([answer], new Date())]);
  server.deps.work.wake(RUNS);
}

const call = (workflow: string, input: NodeInput["data"] = {}): NodeInput => ({
  id: "call",
  type: "sub_flow",
  data: { workflow, input },
});

/** The run that another one has called, once it is there. */
const childOf = (parent: string) =>
  eventually(() =>
    server.deps.db.selectFrom("runs").selectAll().where("parent_run", "=", parent).executeTakeFirst(),
  );

describe("a called workflow", () => {
  test("gets the input, the account and the config, and its result is the node's body", async () => {
    const workflow = await publish(
      createCodeNode("double", "return [input.n * 2, linked_account.account_id]"),
    );
    const nodes = [call(workflow, { n: "{{ input.n + 1 }}" }), createCodeNode("after", "return node.call")];
    const id = await startTestRun(server, { nodes, input: { n: 1 } });
    const child = await childOf(id);
    const { linked_account_id: account } = await waitForRunEnd(server, id);
    expect(child).toMatchObject({ parent_path: "call", execution_type: "ASYNC", config_id: account });
    expect(await waitForRunResponse(server, id)).toEqual({ body: [4, account], execution_id: child.id });
    expect(await waitForRunEnd(server, child.id)).toMatchObject({
      status: "COMPLETED",
      linked_account_id: account,
    });
  });

  test("returns what its first response node says", async () => {
    const answer: NodeInput = { id: "answer", type: "response", data: { status: 201, body: { said: true } } };
    const second: NodeInput = { id: "second", type: "response", data: { body: "not this either" } };
    const [after, last] = [createCodeNode("after", "return 'not this'"), createCodeNode("last", "return 1")];
    const workflow = await publish(answer, after, second, last);
    const id = await startTestRun(server, { nodes: [call(workflow)] });
    expect(await waitForRunResponse(server, id)).toEqual({ said: true });
  });

  test("returns what its response node says, also if that is the last to end of several branches", async () => {
    const answer: NodeInput = { id: "answer", type: "response", data: { body: "said" } };
    const edges = [
      { source: "start", target: "beside" },
      { source: "start", target: "ask" },
      { source: "ask", target: "answer" },
    ];
    const workflow = await publishGraph([createCodeNode("beside", "return 1"), ask, answer], edges);
    const id = await startTestRun(server, { nodes: [call(workflow)] });
    const child = await childOf(id);
    await waitForRestingRun(server, child.id);
    await answerAsk(child.id);
    expect(await waitForRunResponse(server, id)).toBe("said");
  });

  test("that fails makes the node fail, once", async () => {
    const workflow = await publish(createCodeNode("bad", "throw new Error('no luck')"));
    const nodes = [{ ...call(workflow), maximum_attempts: 3 }];
    expect(await waitForRunEnd(server, await startTestRun(server, { nodes }))).toMatchObject({
      status: "ERRORED",
      execution_error: {
        code: "SUB_FLOW",
        node_id: "call",
        message: expect.stringContaining("no luck"),
        attempts: 1,
      },
    });
  });

  test("that fails does not tell a customer's own workflow how the organization's failed", async () => {
    const workflow = await publish(createCodeNode("bad", "throw new Error('no luck')"));
    const scope = await createTestAccount(server);
    const own = await insertTestVersion(server, scope, { nodes: [call(workflow)] });
    const version = server.deps.db.updateTable("workflow_versions").set({ account_id: scope.account.id });
    await version.where("workflow_id", "=", own.id).execute();
    const [id = ""] = await startRunsOf(server, scope, own, { inputs: [null] });
    const { message } = (await waitForRunEnd(server, id)).execution_error;
    expect(message).toContain("The code of this step failed.");
    expect(message).not.toContain("no luck");
  });

  test("that is not there makes the node fail", async () => {
    expect(
      await waitForRunEnd(server, await startTestRun(server, { nodes: [call("no-such-workflow")] })),
    ).toMatchObject({
      status: "ERRORED",
      execution_error: {
        message: expect.stringContaining('There is no published workflow "no-such-workflow".'),
      },
    });
  });

  test("that calls itself ends after ten calls", async () => {
    const workflow = await publish(call("circle", "{{ input + 1 }}" as never));
    await server.deps.db
      .updateTable("workflows")
      .set({ alias: "circle" })
      .where("id", "=", workflow)
      .execute();
    const id = await startTestRun(server, { nodes: [call(workflow, 1 as never)] });
    const run = await eventually(async () => {
      const reply = await waitForRunEnd(server, id);
      return reply.status === "ERRORED" && reply;
    });
    expect(run.execution_error.message).toContain("Workflows call each other more than 10 levels deep.");
    const { n } = await server.deps.db
      .selectFrom("runs")
      .select(({ fn }) => fn.countAll<string>().as("n"))
      .where("workflow_id", "=", workflow)
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(10);
  });

  test("may call others, and be called for each item of a loop", async () => {
    const inner = await publish(createCodeNode("square", "return input * input"));
    const outer = await publish({ ...call(inner), data: { workflow: inner, input: "{{ input }}" } });
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", data: { items: "{{ input }}", concurrency: 2 } },
      { id: "call", type: "sub_flow", data: { workflow: outer, input: "{{ loop.item }}" } },
    ];
    const edges = ["start>loop", "loop:item>call", "call>loop"];
    expect(
      await waitForRunResponse(server, await startTestRun(server, { nodes, edges, input: [2, 3, 4] })),
    ).toEqual([4, 9, 16]);
  });
});

const forLong: NodeInput = { id: "rest", type: "delay", data: { for: { hours: 1 } } };

const LIMIT_MS = 60_000;
/** Has the limit of the node `call` pass now: by the clock it might pass before the workflows that are called have begun. */
async function passLimit(id: string): Promise<void> {
  const { db } = server.deps;
  await waitForRestingRun(server, id);
  const [step] = await db
    .updateTable("run_steps as now")
    .from("run_steps as before")
    .set({ wait: json<Wait>({ kind: "child", until: new Date(0).toISOString() }) })
    .whereRef("now.run_id", "=", "before.run_id")
    .whereRef("now.path", "=", "before.path")
    .where("before.run_id", "=", id)
    .where("before.path", "=", "call")
    .returning(["before.wait", "before.started_at"])
    .execute();
  const until = new Date(Number(step?.started_at) + LIMIT_MS).toISOString();
  expect(step?.wait).toEqual({ kind: "child", until });
  await db
    .updateTable("runs")
    .set({ wake_at: new Date(0) })
    .where("id", "=", id)
    .execute();
}

describe("the time limit of a node that calls a workflow", () => {
  test("fails the node, once, and stops what it has called", async () => {
    const workflow = await publish(call(await publish(forLong)));
    const nodes = [{ ...call(workflow), timeout_ms: LIMIT_MS, maximum_attempts: 3 }];
    const id = await startTestRun(server, { nodes });
    const child = await childOf(id);
    const grandchild = await childOf(child.id);
    await passLimit(id);
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "NODE_TIMEOUT", node_id: "call", attempts: 1 },
      nodes: [{}, { node_status: "Timed_Out" }],
    });
    for (const one of [child, grandchild])
      expect(await waitForRunEnd(server, one.id)).toMatchObject({ status: "STOPPED" });
  });

  test("stops nothing else where the run goes on", async () => {
    const workflow = await publish(forLong);
    const slow = { ...call(workflow), timeout_ms: LIMIT_MS };
    const nodes = [
      slow,
      { ...call(workflow), id: "other" },
      createCodeNode("mend", "return node.call.error.code"),
    ];
    const edges = ["start>call", "start>other", "call:error>mend"];
    const id = await startTestRun(server, { nodes, edges });
    const statuses = () =>
      server.deps.db
        .selectFrom("runs")
        .select(["parent_path", "status"])
        .where("parent_run", "=", id)
        .orderBy("parent_path")
        .execute();
    await eventually(async () => (await statuses()).length === 2);
    await passLimit(id);
    await eventually(async () => (await readRun(server, id)).nodes[3].node_status === "Success");
    expect(await statuses()).toEqual([
      { parent_path: "call", status: "STOPPED" },
      { parent_path: "other", status: "RUNNING" },
    ]);
    expect((await readRun(server, id)).nodes[3].latest_output).toEqual({ body: "NODE_TIMEOUT" });
    // The call may have been waiting for its turn all the while.
    const asked = { parentRun: id, parentPath: "call", workflow, input: null };
    const job = { settle: async () => {} } as Partial<JobContext> as JobContext;
    await startCalledWorkflow(server.deps, asked, job);
    expect(await statuses()).toHaveLength(2);
    await stopRun(server.deps, server.test, id);
  });

  test("changes nothing where the workflow is quicker", async () => {
    const nodes = [{ ...call(await publish(createCodeNode("quick", "return 1"))), timeout_ms: 60_000 }];
    expect(await waitForRunResponse(server, await startTestRun(server, { nodes }))).toBe(1);
  });
});

describe("stopping", () => {
  test("the caller stops what it has called", async () => {
    const id = await startTestRun(server, { nodes: [call(await publish(call(await publish(forLong))))] });
    const child = await childOf(id);
    const grandchild = await childOf(child.id);
    await stopRun(server.deps, server.test, id);
    for (const one of [id, child.id, grandchild.id])
      expect(await waitForRunEnd(server, one)).toMatchObject({ status: "STOPPED" });
  });

  test("the called one makes the caller's node fail", async () => {
    const id = await startTestRun(server, { nodes: [call(await publish(forLong))] });
    await stopRun(server.deps, server.test, (await childOf(id)).id);
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "SUB_FLOW", message: expect.stringContaining("It was stopped.") },
    });
  });

  test.each<[string, NodeInput, { deadline_at?: Date }]>([
    ["fails", createCodeNode("last", "throw new Error('no luck')"), {}],
    ["is terminated", { id: "last", type: "terminate" }, {}],
    ["takes too long", { ...forLong, id: "last" }, { deadline_at: new Date(0) }],
  ])("a caller that %s beside it stops what it has called", async (_how, last, change) => {
    const workflow = await publish(call(await publish(forLong)));
    const nodes = [call(workflow), ask, last];
    const id = await startTestRun(server, { nodes, edges: ["start>call", "start>ask", "ask>last"] });
    const child = await childOf(id);
    const grandchild = await childOf(child.id);
    await waitForRestingRun(server, id);
    await server.deps.db
      .updateTable("runs")
      .set({ updated_at: new Date(), ...change })
      .where("id", "=", id)
      .execute();
    await answerAsk(id);
    expect((await waitForRunEnd(server, id)).status).not.toBe("STOPPED");
    for (const one of [child, grandchild])
      expect(await waitForRunEnd(server, one.id)).toMatchObject({ status: "STOPPED" });
  });

  test("the caller stops what is just being started for it", async () => {
    const { deps } = server;
    const workflow = await publish(forLong);
    const id = await startTestRun(server, { nodes: [ask] });
    await waitForRestingRun(server, id);
    let stopping: Promise<void> | undefined;
    const transaction: Deps["queue"]["transaction"] = (work) =>
      deps.queue.transaction(async (tx) => {
        const result = await work(tx);
        stopping = stopRun(deps, server.test, id);
        // As far as it comes meanwhile.
        await Promise.race([stopping, new Promise((resolve) => setTimeout(resolve, 300))]);
        return result;
      });
    const asked = { parentRun: id, parentPath: "ask", workflow, input: null };
    const job = { settle: async () => {} } as Partial<JobContext> as JobContext;
    await startCalledWorkflow({ ...deps, queue: { ...deps.queue, transaction } }, asked, job);
    await stopping;
    const child = await childOf(id);
    for (const one of [id, child.id])
      expect(await waitForRunEnd(server, one)).toMatchObject({ status: "STOPPED" });
  });
});
