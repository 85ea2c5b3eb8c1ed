import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { WORK } from "../../api/app.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import {
  createCodeNode,
  createHttpNode,
  createTestAccount,
  insertTestVersion,
  readRun,
  readRunRow,
  startRunsOf,
  startTestRun,
  waitForRestingRun,
  waitForRunEnd,
} from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty({ accountConcurrency: 1 });

const NEVER_MS = 600_000;

const stop = (id: string, key = server.testKey) =>
  server.request({ method: "POST", url: `/api/v2/public/execution/${id}/stop`, key });

describe("stopping an execution", () => {
  test("aborts the running step, and names the node", async () => {
    third.delayMs = NEVER_MS;
    const closed = third.nextClosed("/slow");
    const id = await startTestRun(server, {
      nodes: [createHttpNode("slow", `${third.url}/{{ input }}`), createCodeNode("after", "return 1")],
      input: "slow",
    });
    await eventually(async () => third.received.length > 0);
    expect(await stop(id)).toMatchObject({ status: 200, body: { message: "Stopping instance" } });
    const input_data = { url: `${third.url}/slow` };
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "STOPPED",
      nodes: [{}, { node_status: "Stopped", input_data }, { node_status: "Ready", input_data: null }],
    });
    await closed;
  });

  test.each<[string, NodeInput]>([
    ["sleeps", { id: "wait", type: "delay", data: { for: { hours: 1 } } }],
    ["waits for an answer", { id: "wait", type: "wait_for_webhook" }],
  ])("ends one that %s at once", async (_how, node) => {
    const id = await startTestRun(server, { nodes: [node] });
    await waitForRestingRun(server, id);
    await stop(id);
    expect(await readRun(server, id)).toMatchObject({
      status: "STOPPED",
      completion_time: expect.any(String),
      nodes: [{}, { node_status: "Stopped" }],
    });
    expect(await readRunRow(server, id)).toMatchObject({ wake_at: null, ready_at: null, worker: null });
  });

  test("ends one that waits for its turn at once, without running a step", async () => {
    const stopped = Promise.withResolvers<void>();
    third.answers.push({ status: 200, after: stopped.promise });
    const scope = await createTestAccount(server);
    const version = await insertTestVersion(server, scope, {
      nodes: [createHttpNode("call", `${third.url}/call`)],
    });
    const [busy = "", queued = ""] = await startRunsOf(server, scope, version, { inputs: [1, 2] });
    await eventually(async () => third.received.length > 0);
    await stop(queued);
    expect((await readRun(server, queued)).status).toBe("STOPPED");
    stopped.resolve();
    expect((await waitForRunEnd(server, busy)).status).toBe("COMPLETED");
    expect(third.received).toHaveLength(1);
  });

  test("reaches one that missed the notification", async () => {
    third.delayMs = NEVER_MS;
    const id = await startTestRun(server, { nodes: [createHttpNode("slow", `${third.url}/slow`)] });
    await eventually(async () => third.received.length > 0);
    await server.deps.db.updateTable("runs").set({ status: "STOPPING" }).where("id", "=", id).execute();
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "STOPPED" });
  });

  test("survives the process: one that was stopping when its worker died is stopped", async () => {
    await server.deps.work.stop(5000);
    const id = await startTestRun(server, { nodes: [createCodeNode("one", "return 1")] });
    const dead = { worker: "dead", ready_at: null, claim: 1 };
    await server.deps.db.updateTable("runs").set(dead).where("id", "=", id).execute();
    await stop(id);
    expect((await readRun(server, id)).status).toBe("STOPPING");
    await server.deps.work.start(WORK, server.deps);
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "STOPPED",
      nodes: [{}, { node_status: "Ready" }],
    });
  });

  test("409 for one that has ended, with its status; nothing changes", async () => {
    const id = await startTestRun(server, { nodes: [createCodeNode("one", "return 1")] });
    await waitForRunEnd(server, id);
    const before = await readRunRow(server, id);
    expect(await stop(id)).toMatchObject({
      status: 409,
      body: { message: "This execution has already ended: it is COMPLETED." },
    });
    expect(await readRunRow(server, id)).toEqual(before);
    const stopped = await startTestRun(server, { nodes: [{ id: "wait", type: "wait_for_webhook" }] });
    await stop(stopped);
    await waitForRunEnd(server, stopped);
    expect(await stop(stopped)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("it is STOPPED") },
    });
  });

  test("may be requested again while it is in progress", async () => {
    third.delayMs = NEVER_MS;
    const id = await startTestRun(server, { nodes: [createHttpNode("slow", `${third.url}/slow`)] });
    await eventually(async () => third.received.length > 0);
    await server.deps.db.updateTable("runs").set({ status: "STOPPING" }).where("id", "=", id).execute();
    expect((await stop(id)).status).toBe(200);
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "STOPPED" });
  });

  test("404 for an unknown one, and for those of others", async () => {
    const id = await startTestRun(server, { nodes: [{ id: "wait", type: "wait_for_webhook" }] });
    const { testKey } = await server.organization();
    const token = await server.account("stranger");
    const url = `/api/v2/public/execution/${id}/stop`;
    expect((await stop("000000000000000000000000")).status).toBe(404);
    expect((await stop(id, testKey)).status).toBe(404);
    expect((await stop(id, server.productionKey)).status).toBe(404);
    expect((await server.request({ method: "POST", url, token })).status).toBe(404);
    expect((await readRun(server, id)).status).toBe("RUNNING");
  });
});
