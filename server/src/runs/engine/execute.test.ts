import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { WORK } from "../../api/app.ts";
import type { Json } from "../../platform/json/json.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import {
  claimFromWorker,
  createCodeNode,
  readRun,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();

const start = (nodes: NodeInput[], input: Json, edges?: string[]) =>
  startTestRun(server, { nodes, input, edges });
const ended = (id: string) => waitForRunEnd(server, id);

describe("a run", () => {
  test("carries the trigger's payload through code and http nodes and is recorded step by step", async () => {
    const id = await start(
      [
        {
          id: "sum",
          type: "ai_code_executor",
          data: { code: "console.log('adding'); return { total: input.a + input.b, region: config.region }" },
        },
        {
          id: "post",
          type: "http",
          data: {
            method: "POST",
            url: `${third.url}/totals/{{ node.sum.body.total }}`,
            body: { total: "{{ node.sum.body.total }}", note: "for {{ config.channel }}" },
          },
        },
      ],
      { a: 2, b: 3 },
    );
    const run = await ended(id);
    expect(run).toMatchObject({
      _id: id,
      status: "COMPLETED",
      completion_percentage: 100,
      type_of_execution: "ASYNC",
      trigger_application_event: "API Call",
      nodes: [
        {
          node_id: "start",
          node_type: "start",
          node_status: "Success",
          attempts_made: 1,
          latest_output: { body: { a: 2, b: 3 } },
        },
        {
          node_id: "sum",
          node_status: "Success",
          latest_output: { body: { total: 5, region: "eu" } },
          logs: [expect.stringContaining("adding")],
        },
        {
          node_id: "post",
          node_status: "Success",
          input_data: { body: { total: 5, note: "for C1" } },
          latest_output: { status: 200, body: { ok: true } },
        },
      ],
    });
    expect(third.received).toMatchObject([
      {
        path: "/totals/5",
        body: '{"total":5,"note":"for C1"}',
        headers: { "idempotency-key": expect.stringMatching(/^[0-9a-f]{32}$/) },
      },
    ]);
    const { body } = await server.request({ url: `/api/v1/execution/${id}/response`, key: server.testKey });
    expect(body).toEqual({ status: "COMPLETED", response: { ok: true } });
  });

  test("repeats a step that failed for a while, with the same idempotency key, up to maximum_attempts", async () => {
    third.answers.push({ status: 503 }, { status: 429, headers: { "retry-after": "1" } });
    const id = await start(
      [
        {
          id: "post",
          type: "http",
          maximum_attempts: 3,
          data: { method: "POST", url: `${third.url}/retry` },
        },
      ],
      null,
    );
    const run = await ended(id);
    expect(run).toMatchObject({
      status: "COMPLETED",
      nodes: [{}, { attempts_made: 3, node_status: "Success" }],
    });
    expect(third.received).toHaveLength(3);
    expect(new Set(third.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  test("errors when the attempts are used up, naming the node, the attempts and the status", async () => {
    third.answers.push({ status: 500, body: '{"why":"broken"}' }, { status: 500, body: '{"why":"broken"}' });
    const id = await start(
      [
        {
          id: "post",
          name: "Send it",
          type: "http",
          maximum_attempts: 2,
          data: { method: "POST", url: `${third.url}/broken` },
        },
      ],
      null,
    );
    const run = await ended(id);
    expect(run).toMatchObject({
      status: "ERRORED",
      execution_error: {
        code: "HTTP_STATUS",
        node_id: "post",
        node_name: "Send it",
        attempts: 2,
        status: 500,
        message: expect.stringContaining("broken"),
      },
      nodes: [{ node_status: "Success" }, { node_status: "Errored", attempts_made: 2 }],
    });
  });

  test("does not repeat what repeating cannot mend", async () => {
    third.answers.push({ status: 404 });
    const id = await start(
      [{ id: "get", type: "http", maximum_attempts: 5, data: { url: `${third.url}/missing` } }],
      null,
    );
    expect(await ended(id)).toMatchObject({
      status: "ERRORED",
      execution_error: { status: 404, attempts: 1 },
    });
    expect(third.received).toHaveLength(1);
  });

  test("ends the requests of a script with the script", async () => {
    third.answer = ({ path }) =>
      path === "/left" ? { status: 200, delayMs: 600_000 } : { status: 200, after: third.asked("/left") };
    const text = `fetch("${third.url}/left"); await fetch("${third.url}/begun"); return 1`;
    const left = third.nextClosed("/left");
    const id = await start([createCodeNode("code", text)], null);
    expect(await ended(id)).toMatchObject({ status: "COMPLETED" });
    await left;
  });

  test("stops endless code and shows the reason", async () => {
    const id = await start(
      [{ id: "spin", type: "ai_code_executor", data: { code: "while (true) {}", timeout_ms: 300 } }],
      null,
    );
    expect(await ended(id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "CODE_TIMEOUT", node_id: "spin" },
    });
  });

  test("says so when a code node has no code", async () => {
    const id = await start(
      [{ id: "empty", type: "ai_code_executor", data: { prompt: "add the numbers" } }],
      null,
    );
    expect(await ended(id)).toMatchObject({ status: "ERRORED", execution_error: { code: "NO_CODE" } });
  });

  test("runs branches side by side and joins them", async () => {
    const nodes = [
      createCodeNode("a", "return 1"),
      createCodeNode("b", "return 2"),
      createCodeNode("join", "return node.a.body + node.b.body"),
    ];
    const id = await start(nodes, null, ["start>a", "start>b", "a>join", "b>join"]);
    expect(await waitForRunResponse(server, id)).toBe(3);
  });

  test("fails with the expression's text when it cannot be evaluated", async () => {
    const id = await start([{ id: "get", type: "http", data: { url: "{{ input.no.such() }}" } }], {});
    expect(await ended(id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "EXPRESSION", message: expect.stringContaining("input.no.such()") },
    });
  });

  test("leaves no job behind and announces its end in the same transaction", async () => {
    const webhook = {
      webhook_url: `${third.url}/hook`,
      webhook_events: ["Workflow Completed", "Workflow Errored"],
    };
    const hookReply = await server.request({
      method: "POST",
      url: "/api/v2/public/webhook",
      key: server.testKey,
      body: webhook,
    });
    const id = await start([{ id: "sum", type: "ai_code_executor", data: { code: "return 1" } }], null);
    await ended(id);
    const hook = await eventually(async () => third.received.find(({ path }) => path === "/hook"));
    expect(JSON.parse(hook.body)).toMatchObject({
      event: "Workflow Completed",
      instance_id: id,
      status: "COMPLETED",
      workflow_name: "Test workflow",
    });
    await server.request({
      method: "DELETE",
      url: `/api/v2/public/webhook/${hookReply.body._id}`,
      key: server.testKey,
    });
  });
});

describe("fencing", () => {
  test("a process whose claim was taken over writes neither a step nor an end", async () => {
    const taken = Promise.withResolvers<void>();
    third.answers.push({ status: 200, after: taken.promise });
    const id = await start(
      [{ id: "slow", type: "http", data: { method: "POST", url: `${third.url}/slow` } }],
      null,
    );
    await eventually(async () => third.received.length > 0);
    await claimFromWorker(server, id);
    taken.resolve();
    const run = await ended(id);
    expect(run).toMatchObject({ status: "COMPLETED", nodes: [{}, { attempts_made: 1 }] });
    const steps = await server.deps.db
      .selectFrom("run_steps")
      .select(["path", "attempt"])
      .where("run_id", "=", id)
      .orderBy("path")
      .execute();
    expect(steps).toEqual([
      { path: "slow", attempt: 1 },
      { path: "start", attempt: 1 },
    ]);
    // The call that was in flight is the only one repeated, and with the same key.
    expect(third.received).toHaveLength(2);
    expect(new Set(third.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  test("a stopping process ends its step and hands the run back; another goes on at the next step", async () => {
    const { deps } = server;
    third.answers.push({ status: 200, delayMs: 3000 });
    const id = await start(
      [
        { id: "one", type: "http", data: { url: `${third.url}/one` } },
        { id: "two", type: "http", data: { url: `${third.url}/two` } },
      ],
      null,
    );
    await eventually(async () => third.received.length > 0);
    await deps.work.stop(60_000);
    expect(await readRun(server, id)).toMatchObject({
      status: "RUNNING",
      nodes: [{}, { node_status: "Success" }, { node_status: "Ready" }],
    });
    await deps.work.start(WORK, deps);
    expect(await ended(id)).toMatchObject({ status: "COMPLETED" });
    expect(third.received.map(({ path }) => path)).toEqual(["/one", "/two"]);
  });
});
