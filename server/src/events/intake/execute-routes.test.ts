import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestRequest, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import { startThirdParty } from "../../runs/engine/test-third-party.ts";
import { waitForAnswer } from "../../runs/read/wait-for-answer.ts";
import { publishTestWorkflow, setPublished } from "../../schedules/test-workflow.ts";

let server: TestServer;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.account("acme");
  await server.account("other");
  workflow = await publishTestWorkflow(server, { code: "return { doubled: input.n * 2 }" });
});
afterAll(() => server.close());

function execute(id: string, body?: unknown, more: Partial<TestRequest> = {}) {
  return server.request({
    method: "POST",
    url: `/api/v2/public/workflow/${id}/execute`,
    key: server.testKey,
    account: "acme",
    body,
    ...more,
  });
}

const sync = { headers: { sync_execution: "true" } };

const runOf = (id: string) =>
  server.deps.db.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("executing a workflow", () => {
  test("200: answers at once with the execution's id; the body is the payload, never unwrapped", async () => {
    const reply = await execute(
      workflow,
      { payload: { n: 1 } },
      { headers: { slug: "", sync_execution: "false" } },
    );
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      execution_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      message: expect.any(String),
    });
    expect(await runOf(reply.body.execution_id)).toMatchObject({
      workflow_id: workflow,
      source: "API Call",
      event_name: "API Call",
      execution_type: "ASYNC",
      config_id: "acme",
      input: { payload: { n: 1 } },
    });
  });

  test("200: under both paths, by id or alias, with key or token, and with any JSON or no body", async () => {
    await publishTestWorkflow(server, { alias: "by-alias" });
    const token = await server.account("acme");
    const ways: [unknown, Partial<TestRequest>, unknown][] = [
      [{ n: 1 }, {}, { n: 1 }],
      [[1, "two"], { url: "/api/v1/workflow/by-alias/execute" }, [1, "two"]],
      [undefined, { key: undefined, account: undefined, token }, {}],
      ["", { headers: { "content-type": "application/json" } }, {}],
      ["7", {}, 7],
      ["null", {}, {}],
    ];
    for (const [body, more, input] of ways) {
      const reply = await execute("by-alias", body, more);
      expect(reply).toMatchObject({ status: 200 });
      expect((await runOf(reply.body.execution_id)).input).toEqual(input);
    }
  });

  test("200: runs an application's workflow even if the account has not enabled it, with the given config", async () => {
    const mail = await publishTestWorkflow(server, { slug: "sendgrid" });
    const reply = await execute(mail, {}, { headers: { slug: "sendgrid", config_id: "second" } });
    expect(await runOf(reply.body.execution_id)).toMatchObject({ slug: "sendgrid", config_id: "second" });
    expect((await execute(mail, {}, { headers: { slug: "stripe" } })).status).toBe(400);
  });

  test("404: an API key learns that a workflow is not published, a session token only that there is none", async () => {
    const off = await publishTestWorkflow(server, { alias: "switched-off" });
    await setPublished(server, off, false);
    const token = await server.account("acme");
    for (const id of [off, "switched-off"]) {
      expect((await execute(id, {})).body.message).toBe(
        `Workflow ${id} is not published in test: publish it with PUT /api/v2/public/workflow/${off}/publish.`,
      );
      const asAccount = await execute(id, {}, { key: undefined, account: undefined, token });
      expect(asAccount).toMatchObject({ status: 404, body: { message: "Workflow not found" } });
    }
  });

  test("404: unknown, unpublished, another account's, another environment's and organization's", async () => {
    const off = await publishTestWorkflow(server);
    await setPublished(server, off, false);
    const foreign = await publishTestWorkflow(server, { account: "other" });
    for (const id of ["unknown", off, foreign]) expect((await execute(id, {})).status).toBe(404);
    const stranger = await server.organization();
    for (const key of [server.productionKey, stranger.testKey]) {
      await server.account("acme", key);
      expect((await execute(workflow, {}, { key })).status).toBe(404);
    }
  });

  test("400: invalid JSON, no account, an unknown account, an invalid switch", async () => {
    expect((await execute(workflow, "{")).status).toBe(400);
    expect((await execute(workflow, {}, { account: undefined })).status).toBe(400);
    expect((await execute(workflow, {}, { account: "nobody" })).status).toBe(400);
    expect(await execute(workflow, {}, { headers: { sync_execution: "maybe" } })).toMatchObject({
      status: 400,
      body: { message: "headers.sync_execution must be true or false." },
    });
  });

  test("401, 413 and 415: no credential, a body that is too large, or not JSON", async () => {
    expect((await execute(workflow, {}, { key: undefined })).status).toBe(401);
    expect((await execute(workflow, { text: "x".repeat(1024 * 1024) })).status).toBe(413);
    expect((await execute(workflow, "a=1", { headers: { "content-type": "text/plain" } })).status).toBe(415);
  });
});

describe("a synchronous execution", () => {
  test("is abandoned after the limit, or when the server stops, if the run does not end", async () => {
    const { body } = await execute(workflow, { n: 1 });
    const account = await findAccount(server.deps.database, server.test, "acme");
    if (!account) throw new Error("The account of this test is missing.");
    const scope = { ...server.test, account };
    const never = new AbortController().signal;
    const wait = (limitMs: number, signal: AbortSignal) =>
      waitForAnswer(server.deps, scope, body.execution_id, { limitMs, signal });
    expect(await wait(100, never)).toBeUndefined();
    expect(await wait(600_000, AbortSignal.timeout(100))).toBeUndefined();
    expect(
      await waitForAnswer(server.deps, scope, "0123456789abcdef01234567", {
        limitMs: 600_000,
        signal: never,
      }),
    ).toBeUndefined();
  });

  test("200: waits for the end and returns the workflow's value", async () => {
    server.work();
    const reply = await execute(workflow, { n: 21 }, sync);
    expect(reply.body).toEqual({
      execution_id: expect.any(String),
      return_value: { doubled: 42 },
      errored: false,
      status_code: 200,
    });
    expect((await runOf(reply.body.execution_id)).execution_type).toBe("SYNC");
  });

  test("200: returns the error when the workflow fails", async () => {
    const failing = await publishTestWorkflow(server, { code: "throw new Error('out of stock')" });
    const { status, body } = await execute(failing, {}, sync);
    expect(status).toBe(200);
    expect(body).toMatchObject({ errored: true, status_code: 500, return_value: null });
    expect(body.execution_error).toMatchObject({
      message: expect.stringContaining("out of stock"),
      node_id: "code",
    });
  });

  test("is answered by a response node, with its status, headers and body, before the execution ends", async () => {
    const respond = {
      status: 404,
      headers: { "x-order": "{{ input.n }}" },
      body: { missing: "{{ input.n }}" },
    };
    const third = await startThirdParty();
    const seen = Promise.withResolvers<void>();
    third.answers.push({ status: 200, after: seen.promise });
    const id = await publishTestWorkflow(server, {
      nodes: [
        { id: "answer", type: "response", data: respond },
        { id: "slow", type: "http", data: { url: third.url } },
      ],
    });
    const { status, headers, body } = await execute(id, { n: 7 }, sync);
    expect([status, headers["x-order"], headers["content-type"]]).toEqual([
      404,
      "7",
      "application/json; charset=utf-8",
    ]);
    const { execution_id: runId, ...said } = body;
    expect(said).toEqual({ return_value: { missing: 7 }, errored: false, status_code: 404 });
    expect((await runOf(runId)).status).toBe("RUNNING");
    seen.resolve();
    const ended = await eventually(async () => {
      const run = await runOf(runId);
      return run.status !== "RUNNING" && run;
    });
    expect(ended).toMatchObject({ status: "COMPLETED", response: { missing: 7 } });
    await third.close();
  });

  test("has no body if the status of a response node allows none", async () => {
    const nodes = [{ id: "answer", type: "response", data: { status: 204, body: { any: "thing" } } }];
    const reply = await execute(await publishTestWorkflow(server, { nodes }), {}, sync);
    expect([reply.status, reply.text]).toEqual([204, ""]);
  });

  test("an event's runs also end", async () => {
    const url = "/api/v2/public/application/event";
    await server.request({ method: "POST", url, key: server.testKey, body: { name: "placed" } });
    await publishTestWorkflow(server, { event: "placed" });
    const { body } = await server.request({
      method: "POST",
      url: "/api/v2/public/event",
      key: server.testKey,
      account: "acme",
      body: { event: "placed", payload: { n: 1 } },
    });
    const ended = await eventually(async () => {
      const reply = await server.request({
        url: `/api/v2/public/event/received/${body.event_id}`,
        key: server.testKey,
      });
      return reply.body.executions[0]?.status !== "RUNNING" && reply.body;
    });
    expect(ended.executions).toMatchObject([{ status: "COMPLETED" }]);
  });
});
