import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import type { Deps } from "../../deps.ts";
import { applyEdgeDefaults, applyNodeDefaults, type NodeInput } from "../../workflows/definition/graph.ts";
import { createApprovalNode, startSignalRun } from "../approvals/test-asked.ts";
import { saveAnswer } from "../signals/signals.ts";
import { createHttpNode, waitForRunEnd } from "../start/test-run.ts";
import { stopRun } from "./stop.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();

// Time enough to begin a transaction on a busy machine.
const LIMIT_MS = 6000;
const sleepUntil = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms - Date.now()));

/** Starts a run in which `node` waits beside something that takes until `free` resolves. */
function startBusy(node: NodeInput, free: Promise<void>): Promise<string> {
  third.answer = () => ({ status: 200, after: free });
  const nodes = [node, createHttpNode("busy", `${third.url}/busy`)];
  return startSignalRun(server, { nodes, edges: [`start>${node.id}`, "start>busy"] });
}

/** Has `work` begin its transaction before the step's time is over, and commit it just after. */
async function acrossTheLimit<Result>(
  runId: string,
  path: string,
  work: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  const { deps } = server;
  const step = deps.db.selectFrom("run_steps").select("wait").where("run_id", "=", runId);
  const { wait } = await step.where("path", "=", path).executeTakeFirstOrThrow();
  const until = Date.parse((wait as { until: string }).until);
  const transaction: Deps["queue"]["transaction"] = (inside) =>
    deps.queue.transaction(async (tx) => {
      const result = await inside(tx);
      await sleepUntil(until + 400);
      return result;
    });
  return work({ ...deps, queue: { ...deps.queue, transaction } });
}

/** The run that `runId` has called, once it rests: one that is still held is told to stop, and ends after that. */
async function restingCall(runId: string): Promise<string> {
  const { db } = server.deps;
  const resting = db.selectFrom("run_steps").select("run_id").where("path", "=", "rest");
  const found = await eventually(() =>
    db
      .selectFrom("runs")
      .select("id")
      .where("parent_run", "=", runId)
      .where("worker", "is", null)
      .where("id", "in", resting)
      .executeTakeFirst(),
  );
  return found.id;
}

describe("a time limit that passes while the answer is being stored", () => {
  test("leaves the answer: whoever is told that it counts was in time", async () => {
    const free = Promise.withResolvers<void>();
    const id = await startBusy(createApprovalNode({ wait_ms: LIMIT_MS, on_timeout: "reject" }), free.promise);
    const decision = { approved: true, comment: null, by: null, fields: {}, answered_at: "2026-01-01" };
    const stood = await acrossTheLimit(id, "refund", (deps) =>
      saveAnswer(deps, "page", { runId: id, path: "refund" }, decision),
    );
    free.resolve();
    expect(stood).toBe("open");
    expect((await waitForRunEnd(server, id)).nodes[1]).toMatchObject({
      node_status: "Success",
      latest_output: { body: decision },
    });
  });

  test("leaves how a called workflow ended", async () => {
    const nodes = applyNodeDefaults([
      { id: "start", type: "start" },
      { id: "rest", type: "delay", data: { for: { hours: 1 } } },
    ]);
    const edges = applyEdgeDefaults([{ source: "start", target: "rest" }]);
    const workflow = await insertTestWorkflow(server.deps, server.test, { nodes, edges, slug: null });
    const free = Promise.withResolvers<void>();
    const caller: NodeInput = { id: "call", type: "sub_flow", data: { workflow }, timeout_ms: LIMIT_MS };
    const id = await startBusy(caller, free.promise);
    const called = await restingCall(id);
    await acrossTheLimit(id, "call", (deps) => stopRun(deps, server.test, called));
    free.resolve();
    expect(await waitForRunEnd(server, id)).toMatchObject({
      execution_error: { code: "SUB_FLOW", node_id: "call" },
    });
  });
});
