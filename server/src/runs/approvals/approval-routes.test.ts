import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signInOperator } from "../../../test/sign-in-operator.ts";
import {
  eventually,
  startTestServer,
  type TestOrganization,
  type TestServer,
} from "../../../test/test-server.ts";
import type { Fields, NodeInput } from "../../workflows/definition/graph.ts";
import { stopRun } from "../engine/stop.ts";
import { waitForRunEnd } from "../start/test-run.ts";
import {
  buildLinkPath,
  createApprovalNode,
  endAnswerTime,
  findStepStatus,
  startSignalRun,
} from "./test-asked.ts";

const HOOK: NodeInput = { id: "paid", type: "wait_for_webhook" };
let server: TestServer;
let other: TestOrganization;
beforeAll(async () => {
  server = await startTestServer();
  other = await server.organization();
  server.work();
});
afterAll(() => server.close());
beforeEach(() => server.deps.db.deleteFrom("runs").execute());

const list = (query = "", key = server.testKey) =>
  server.request({ url: `/api/v2/public/approval${query}`, key });
const decide = (runId: string, body: unknown, { node = "refund", key = server.testKey } = {}) =>
  server.request({
    method: "PUT",
    url: `/api/v2/public/execution/${runId}/nodes/${encodeURIComponent(node)}/approval`,
    key,
    body,
  });
const accountOf = async (runId: string) => {
  const { body } = await server.request({ url: `/api/v2/public/execution/${runId}`, key: server.testKey });
  return body.linked_account_id;
};

describe("the list of approvals", () => {
  test("contains waiting ones, newest first, with their nodes' settings", async () => {
    const fields = [{ name: "amount", type: "number", required: true }];
    const first = await startSignalRun(server, {
      nodes: [createApprovalNode({ message: "Why not?", allow_comment: true, fields })],
    });
    const second = await startSignalRun(server, { nodes: [createApprovalNode()] });
    await startSignalRun(server, { nodes: [HOOK] });
    await startSignalRun(server, {
      nodes: [{ id: "pause", type: "delay", data: { for_ms: 60_000 } }, createApprovalNode()],
    });
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalDocs: 2, page: 1, limit: 10 });
    expect(body.docs.map(({ execution_id }: { execution_id: string }) => execution_id)).toEqual([
      second,
      first,
    ]);
    expect(body.docs[1]).toEqual({
      execution_id: first,
      node_id: "refund",
      node_name: "Refund",
      path: "refund",
      linked_account_id: await accountOf(first),
      associated_workflow: { _id: expect.stringMatching(/^[0-9a-f]{24}$/), name: "Test workflow" },
      title: "Refund 20 € to Ada?",
      message: "Why not?",
      allow_comment: true,
      fields,
      url: expect.stringMatching(/^http.*\/approve\//),
      expires_at: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
    });
    const days = (Date.parse(body.docs[1].expires_at) - Date.parse(body.docs[1].createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    const path = buildLinkPath(server, "page", first, "refund");
    expect(new URL(body.docs[1].url).pathname).toBe(path);
    expect((await server.request({ url: path })).status).toBe(200);
  });

  test("is paged, and excludes decided and ended ones", async () => {
    const runs: string[] = [];
    for (let count = 0; count < 3; count += 1)
      runs.push(await startSignalRun(server, { nodes: [createApprovalNode()] }));
    const { body } = await list("?limit=2&page=2");
    expect(body).toMatchObject({ totalDocs: 3, totalPages: 2, hasNextPage: false });
    expect(body.docs).toMatchObject([{ execution_id: runs[0] }]);
    await decide(runs[0] ?? "", { approved: true });
    await decide(runs[1] ?? "", { approved: false });
    expect((await list()).body.docs).toMatchObject([{ execution_id: runs[2] }]);
  });

  test("leaves out an approval whose time is over, even before a worker has noticed", async () => {
    const late = await startSignalRun(server, { nodes: [createApprovalNode()] });
    const open = await startSignalRun(server, { nodes: [createApprovalNode()] });
    await endAnswerTime(server, late, "refund");
    expect((await list()).body).toMatchObject({ docs: [{ execution_id: open }], totalDocs: 1 });
  });

  test("belongs to organization and environment; a session token, or the header, limits it to one account", async () => {
    const mine = await startSignalRun(server, { nodes: [createApprovalNode()] });
    await startSignalRun(server, { nodes: [createApprovalNode()] });
    for (const key of [other.testKey, server.productionKey])
      expect((await list("", key)).body).toMatchObject({ docs: [], totalDocs: 0 });
    const account = await accountOf(mine);
    const url = "/api/v2/public/approval";
    for (const who of [{ token: await server.account(account) }, { key: server.testKey, account }]) {
      const { body } = await server.request({ url, ...who });
      expect(body).toMatchObject({
        docs: [{ execution_id: mine, linked_account_id: account }],
        totalDocs: 1,
      });
      expect(typeof body.docs[0].url).toBe("key" in who ? "string" : "undefined");
    }
    expect((await server.request({ url })).status).toBe(401);
  });
});

describe("a decision by the API", () => {
  test("continues on its branch, with comment, fields and the decider", async () => {
    const fields: Fields[] = [
      { name: "amount", type: "number", required: true },
      { name: "reason", type: "select", options: [{ value: "late" }, { value: 2 }] },
    ];
    const nodes = [createApprovalNode({ allow_comment: true, fields })];
    const runId = await startSignalRun(server, { nodes });
    const body = {
      approved: true,
      comment: "Fine",
      by: "grace@example.com",
      fields: { amount: 12, reason: 2 },
    };
    const reply = await decide(runId, body);
    expect([reply.status, reply.body]).toEqual([200, { message: "Approved" }]);
    const { nodes: ended } = await waitForRunEnd(server, runId);
    expect(ended[1].latest_output.body).toEqual({ ...body, answered_at: expect.stringMatching(/Z$/) });
    const rejected = await startSignalRun(server, { nodes });
    expect((await decide(rejected, { approved: false })).body).toEqual({ message: "Rejected" });
    expect((await waitForRunEnd(server, rejected)).nodes[1]).toMatchObject({ node_status: "Rejected" });
  });

  test("a signed-in operator cannot decide in another name", async () => {
    const runId = await startSignalRun(server, { nodes: [createApprovalNode()] });
    const { headers, email } = await signInOperator(server, "support");
    const url = `/api/v2/public/execution/${runId}/nodes/refund/approval`;
    const body = { approved: true, by: "the-owner@example.com" };
    expect((await server.request({ method: "PUT", url, headers, body })).status).toBe(200);
    const { nodes } = await waitForRunEnd(server, runId);
    expect(nodes[1].latest_output.body).toMatchObject({ approved: true, by: email });
  });

  test("400: input that does not match the body or the node's fields; nothing is decided", async () => {
    const fields: Fields[] = [
      { name: "amount", label: "Amount", type: "number", required: true },
      { name: "ok", type: "boolean" },
      { name: "note", type: "text" },
      { name: "reason", type: "select", options: [{ value: "late" }] },
    ];
    const runId = await startSignalRun(server, { nodes: [createApprovalNode({ fields })] });
    const wrong: [object, string][] = [
      [{}, "approved"],
      [{ approved: "yes" }, "approved"],
      [{ approved: true }, "Amount is required to approve."],
      [{ approved: true, fields: { amount: "12" } }, "Amount must be a number."],
      [{ approved: true, fields: { amount: 12, ok: "true" } }, "ok must be true or false."],
      [{ approved: true, fields: { amount: 12, note: 7 } }, "note must be text."],
      [
        { approved: true, fields: { amount: 12, note: "x".repeat(5001) } },
        "note has more than 5,000 characters.",
      ],
      [{ approved: true, fields: { amount: 12, reason: "early" } }, "reason must be one of its options."],
      [{ approved: true, fields: { amount: 12, other: 1 } }, 'There is no field "other".'],
      [{ approved: false, comment: "No" }, "This approval takes no comment."],
    ];
    for (const [body, message] of wrong) {
      const reply = await decide(runId, body);
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await list()).body.totalDocs).toBe(1);
  });

  test("is streamed as a change when requested and when decided, unlike the wait for a webhook", async () => {
    const runId = await startSignalRun(server, { nodes: [createApprovalNode(), HOOK] });
    const changes = async () => {
      const log = server.deps.db.selectFrom("changes").select(["status", "name"]).orderBy("id");
      return log.where("kind", "=", "approval").where("subject", "=", runId).execute();
    };
    const asked = { status: "asked", name: "refund" };
    expect(await changes()).toEqual([asked]);
    await decide(runId, { approved: true });
    await eventually(async () => (await findStepStatus(server, runId, "paid")) === "Waiting");
    expect(await changes()).toEqual([asked, { status: "decided", name: "refund" }]);
  });

  test("409 if already decided, 410 if the execution or its time has ended", async () => {
    const runId = await startSignalRun(server, { nodes: [createApprovalNode(), HOOK] });
    const replies = await Promise.all([true, false, true].map((approved) => decide(runId, { approved })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await decide(runId, { approved: true })).body).toMatchObject({
      error_code: "CONFLICT",
      message: "It has already been decided.",
    });
    const late = await startSignalRun(server, { nodes: [createApprovalNode({ wait_ms: 1000 })] });
    await waitForRunEnd(server, late);
    expect((await decide(late, { approved: true })).body.error_code).toBe("GONE");
    const stopped = await startSignalRun(server, { nodes: [createApprovalNode()] });
    await stopRun(server.deps, server.test, stopped);
    await waitForRunEnd(server, stopped);
    expect((await decide(stopped, { approved: true })).status).toBe(410);
    const unnoticed = await startSignalRun(server, { nodes: [createApprovalNode()] });
    await endAnswerTime(server, unnoticed, "refund");
    expect((await decide(unnoticed, { approved: true })).body.error_code).toBe("GONE");
  });

  test("404 for other nodes, for one that is not reached, or for somebody else's", async () => {
    const runId = await startSignalRun(server, { nodes: [HOOK, createApprovalNode()] });
    const body = { approved: true };
    for (const node of ["refund", "paid", "start", "nothing"]) {
      const reply = await decide(runId, body, { node });
      expect([reply.status, reply.body.message]).toEqual([404, "Approval not found"]);
    }
    const asking = await startSignalRun(server, { nodes: [createApprovalNode()] });
    for (const key of [other.testKey, server.productionKey])
      expect((await decide(asking, body, { key })).body.message).toBe("Execution not found");
    const url = `/api/v2/public/execution/${asking}/nodes/refund/approval`;
    const account = "stranger";
    await server.account(account);
    expect((await server.request({ method: "PUT", url, key: server.testKey, account, body })).status).toBe(
      404,
    );
    expect((await decide(asking, body)).status).toBe(200);
  });

  test("needs an API key: the account, or an agent that has its token, cannot decide", async () => {
    const runId = await startSignalRun(server, { nodes: [createApprovalNode()] });
    const url = `/api/v2/public/execution/${runId}/nodes/refund/approval`;
    const token = await server.account(await accountOf(runId));
    expect((await server.request({ method: "PUT", url, token, body: { approved: true } })).status).toBe(403);
    expect((await list()).body.totalDocs).toBe(1);
  });

  test("in a loop each item is decided by its path", async () => {
    const loop: NodeInput = { id: "orders", type: "loop", data: { items: [7, 8], concurrency: 2 } };
    const nodes = [loop, createApprovalNode({ title: "Order {{ loop.item }}?" })];
    const edges = ["start>orders", "orders:item>refund"];
    const runId = await startSignalRun(server, { nodes, edges }, "orders[1]/refund");
    const { docs } = (await list()).body;
    expect(docs.map(({ path, title }: { path: string; title: string }) => [path, title])).toEqual(
      expect.arrayContaining([
        ["orders[0]/refund", "Order 7?"],
        ["orders[1]/refund", "Order 8?"],
      ]),
    );
    const reply = await decide(runId, { approved: true });
    expect([reply.status, reply.body.message]).toEqual([
      400,
      expect.stringMatching(/waits more than once: name one by its path, such as orders\[[01]\]\/refund/),
    ]);
    expect((await decide(runId, { approved: true }, { node: "orders[1]/refund" })).status).toBe(200);
    expect((await decide(runId, { approved: false })).status).toBe(200);
    const { nodes: ended, status } = await waitForRunEnd(server, runId);
    expect(status).toBe("COMPLETED");
    expect(ended[1].latest_output.body).toMatchObject([{ approved: false }, { approved: true }]);
  });
});
