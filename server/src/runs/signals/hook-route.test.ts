import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { buildLinkPath, createApprovalNode, endAnswerTime, startSignalRun } from "../approvals/test-asked.ts";
import { stopRun } from "../engine/stop.ts";
import { startTestRun, waitForRunEnd } from "../start/test-run.ts";
import { buildStepLink } from "./links.ts";

const HOOK: NodeInput = { id: "paid", type: "wait_for_webhook" };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: "https://junctor.example.com/sub" });
});
afterAll(() => server.close());

async function stop(runId: string): Promise<void> {
  await stopRun(server.deps, server.test, runId);
  await waitForRunEnd(server, runId);
}

async function messageAt(runId: string, path: string): Promise<unknown> {
  const steps = server.deps.db.selectFrom("run_steps").select("input").where("run_id", "=", runId);
  return Object((await steps.where("path", "=", path).executeTakeFirst())?.input).message;
}

/** The path as this server has it, which stands behind another one in public. */
const local = (path: string) => path.replace(/^\/sub/, "");

describe("an early answer", () => {
  test("is stored for the node if a program posts it, and used when the node is reached", async () => {
    const runId = await startTestRun(server, { nodes: [HOOK] });
    const url = local(buildLinkPath(server, "hook", runId, "paid"));
    const body = { paid: true };
    expect(await server.request({ method: "POST", url, body })).toMatchObject({ status: 200 });
    expect(await server.request({ method: "POST", url, body: {} })).toMatchObject({ status: 409 });
    server.work();
    expect(await waitForRunEnd(server, runId)).toMatchObject({
      status: "COMPLETED",
      nodes: [{}, { latest_output: { body } }],
    });
  });
});

test("expressions contain the addresses, also of later nodes, and of each item in a loop", async () => {
  const later: NodeInput = { ...HOOK, id: "paid-in" };
  const runId = await startSignalRun(server, {
    nodes: [createApprovalNode({ message: "{{ links.paid-in }}" }), later],
  });
  expect(await messageAt(runId, "refund")).toBe(
    buildStepLink(server.deps, "hook", { runId, path: "paid-in" }),
  );
  const loop: NodeInput = { id: "each", type: "loop", data: { items: [1, 2] } };
  const nodes = [loop, createApprovalNode({ message: "{{ links.refund }} {{ links.paid }}" }), HOOK];
  const edges = ["start>each", "each:item>refund", "each:done>paid"];
  const looping = await startSignalRun(server, { nodes, edges }, "each[0]/refund");
  const own = buildStepLink(server.deps, "page", { runId: looping, path: "each[0]/refund" });
  const outer = buildStepLink(server.deps, "hook", { runId: looping, path: "paid" });
  expect(await messageAt(looping, "each[0]/refund")).toBe(`${own} ${outer}`);
});

describe("the address of a node that waits for a webhook", () => {
  const post = (runId: string, body?: unknown, headers?: Record<string, string>) =>
    server.request({
      method: "POST",
      url: local(buildLinkPath(server, "hook", runId, "paid")),
      body,
      headers,
    });

  test("accepts any JSON, once, and the execution resumes with it", async () => {
    for (const body of [{ order: 7, lines: [1, "é"] }, [1], 0, null]) {
      const runId = await startSignalRun(server, {
        nodes: [HOOK, { id: "echo", type: "log", data: { message: "On" } }],
      });
      const reply = await post(runId, body);
      expect([reply.status, reply.body]).toEqual([200, { message: "Answer received" }]);
      const second = await post(runId, { other: true });
      expect([second.status, second.body.error_code]).toEqual([409, "CONFLICT"]);
      const { status, nodes } = await waitForRunEnd(server, runId);
      expect([status, nodes[1].latest_output]).toEqual(["COMPLETED", { body }]);
      expect((await post(runId, { other: true })).status).toBe(409);
    }
  });

  test("accepts a body of any type, as incoming webhooks do", async () => {
    const bodies: [string, string, unknown][] = [
      ["application/cloudevents+json; charset=utf-8", '\uFEFF{"n":1}', { n: 1 }],
      ["text/plain", '{"n":1}', { n: 1 }],
      ["application/x-www-form-urlencoded", "a=1", { a: "1" }],
      ["text/xml", "<a/>", "<a/>"],
    ];
    for (const [type, sent, body] of bodies) {
      const runId = await startSignalRun(server, { nodes: [HOOK] });
      expect((await post(runId, sent, { "content-type": type })).status, type).toBe(200);
      expect((await waitForRunEnd(server, runId)).nodes[1].latest_output).toEqual({ body });
    }
    const runId = await startSignalRun(server, { nodes: [HOOK] });
    expect((await post(runId, "{", { "content-type": "application/vnd.api+json" })).status).toBe(400);
    expect((await post(runId, "{}")).status).toBe(200);
  });

  test("keeps the files of an answer with the execution, and only of the answer that counts", async () => {
    const runId = await startSignalRun(server, { nodes: [HOOK] });
    const type = { "content-type": "multipart/form-data; boundary=x" };
    const form = `--x\r\nContent-Disposition: form-data; name="a"; filename="é.txt"\r\n\r\nhi\r\n--x--`;
    expect((await post(runId, form, type)).status).toBe(200);
    expect((await post(runId, form, type)).status).toBe(409);
    const { body } = (await waitForRunEnd(server, runId)).nodes[1].latest_output;
    expect(body.a).toEqual({ $file: expect.any(String), name: "é.txt", content_type: "text/plain", size: 2 });
    const files = server.deps.db.selectFrom("files").select(["id", "content"]).where("run_id", "=", runId);
    const stored = (await files.execute()).map(({ id, content }) => [
      id,
      Buffer.from(content ?? "").toString(),
    ]);
    expect(stored).toEqual([[body.a.$file, "hi"]]);
  });

  test("rejects a missing body, and still waits for the answer", async () => {
    const runId = await startSignalRun(server, { nodes: [HOOK] });
    for (const headers of [undefined, { "content-type": "application/json" }]) {
      const reply = await post(runId, undefined, headers);
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining("body")]);
    }
    expect((await post(runId, { paid: true })).status).toBe(200);
    expect((await waitForRunEnd(server, runId)).nodes[1].latest_output).toEqual({ body: { paid: true } });
  });

  test("accepts one of many concurrent answers", async () => {
    const runId = await startSignalRun(server, { nodes: [HOOK] });
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => post(runId, { n })));
    const taken = replies.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await waitForRunEnd(server, runId)).nodes[1].latest_output).toEqual({ body: { n: taken[0] } });
  });

  test("410 once the execution has ended without it, or its time is over; 404 once it was deleted", async () => {
    const runId = await startSignalRun(server, { nodes: [HOOK] });
    await stop(runId);
    const reply = await post(runId, {});
    expect([reply.status, reply.body.error_code]).toEqual([410, "GONE"]);
    await server.deps.db.deleteFrom("runs").where("id", "=", runId).execute();
    expect((await post(runId, {})).status).toBe(404);
    const late = await startSignalRun(server, { nodes: [{ ...HOOK, data: { wait_ms: 1000 } }] });
    expect(await waitForRunEnd(server, late)).toMatchObject({
      status: "ERRORED",
      nodes: [{}, { node_status: "Timed_Out", error: { code: "WAIT_TIMEOUT" } }],
    });
    expect((await post(late, {})).status).toBe(410);
    const unnoticed = await startSignalRun(server, { nodes: [HOOK] });
    await endAnswerTime(server, unnoticed, "paid");
    expect((await post(unnoticed, {})).status).toBe(410);
  });

  test("404 for an invalid token; malformed JSON, compressed and large bodies are rejected as everywhere", async () => {
    const runId = await startSignalRun(server, { nodes: [HOOK, createApprovalNode()] });
    const page = local(buildLinkPath(server, "page", runId, "refund")).replace("/approve/", "");
    for (const token of ["x", page, `${page}A`]) {
      const reply = await server.request({ method: "POST", url: `/api/v1/wait/${token}`, body: {} });
      expect([reply.status, reply.body.error_code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    }
    expect((await post(runId, "{")).status).toBe(400);
    expect((await post(runId, '{"a":"\\u0000"}')).status).toBe(400);
    expect((await post(runId, "{}", { "content-encoding": "gzip" })).status).toBe(415);
    expect((await post(runId, { a: "x".repeat(1024 * 1024) })).status).toBe(413);
    expect((await post(runId, {})).status).toBe(200);
  });
});
