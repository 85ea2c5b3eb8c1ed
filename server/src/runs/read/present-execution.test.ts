import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { createId } from "../../platform/id.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { startSignalRun } from "../approvals/test-asked.ts";
import { useThirdParty } from "../engine/test-third-party.ts";
import {
  createCodeNode,
  createHttpNode,
  createTestAccount,
  insertTestVersion,
  readRun,
  startRunsOf,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";

const { server, third } = useThirdParty({ accountConcurrency: 1 });

/** What a run of these nodes, side by side, waits for once it waits for so much. */
async function reasons(nodes: NodeInput[], count: number) {
  const edges = nodes.map(({ id }) => `start>${id}`);
  const id = await startTestRun(server, { nodes, edges });
  return eventually(async () => {
    const { waiting_for: found } = await readRun(server, id);
    return found.length === count && found.every(({ kind }: { kind: string }) => kind !== "queue") && found;
  });
}

describe("what an execution waits for", () => {
  test("is shown for each waiting step, with start and end of the wait", async () => {
    const found = await reasons(
      [
        { id: "rest", name: "Rest", type: "delay", data: { for: { hours: 1 } } },
        { id: "ask", name: "Ask", type: "approval", data: { title: "May I?" } },
        { id: "hook", name: "Hook", type: "wait_for_webhook" },
      ],
      3,
    );
    const when = { since: expect.any(String), until: expect.any(String) };
    const page = { url: expect.stringContaining("/approve/") };
    const address = { url: expect.stringContaining("/api/v1/wait/") };
    expect(found).toEqual(
      expect.arrayContaining([
        { kind: "time", message: '"Rest" waits until a set time.', node_id: "rest", ...when },
        {
          kind: "approval",
          message: '"Ask" waits for a decision.',
          node_id: "ask",
          ...page,
          ...when,
        },
        {
          kind: "webhook",
          message: '"Hook" waits for a request to its URL.',
          node_id: "hook",
          ...address,
          ...when,
        },
      ]),
    );
  });

  test("includes the address to answer it, but not for the account itself", async () => {
    const accountId = `account-${createId()}`;
    const token = await server.account(accountId);
    const scope = await createTestAccount(server, accountId);
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", data: { items: [1] } },
      { id: "hook", type: "wait_for_webhook" },
    ];
    const edges = ["start>loop", "loop:item>hook", "hook>loop"];
    const id = await startSignalRun(server, { nodes, edges, scope }, "loop[0]/hook");
    const path = `/api/v2/public/execution/${id}`;
    const own = (await server.request({ url: path, token })).body.waiting_for;
    expect(own).toMatchObject([{ kind: "webhook", path: "loop[0]/hook" }]);
    expect(own[0]).not.toHaveProperty("url");
    const [{ url }] = (await readRun(server, id)).waiting_for;
    const posted = await server.request({ method: "POST", url: new URL(url).pathname, body: { paid: 20 } });
    expect(posted.status).toBe(200);
    expect(await waitForRunResponse(server, id)).toEqual([{ paid: 20 }]);
  });

  test("has no address for the account if an earlier step sent one", async () => {
    const accountId = `account-${createId()}`;
    const token = await server.account(accountId);
    const scope = await createTestAccount(server, accountId);
    const output = { tell: "Post to {{ links.hook }}, please", or: "{{ links.ask }}?by=mail" };
    const nodes: NodeInput[] = [
      { id: "send", type: "transform", data: { output } },
      { id: "hook", type: "wait_for_webhook" },
      { id: "ask", type: "approval", data: { title: "Paid?" } },
    ];
    const id = await startSignalRun(server, { nodes, scope }, "hook");
    const path = `/api/v2/public/execution/${id}`;
    const readSent = async () => [
      (await server.request({ url: path, token })).body.nodes[1].latest_output,
      (await server.request({ url: `${path}/nodes/send/attempts`, token })).body.docs[0].output,
    ];
    expect(await readSent()).toEqual(["[hidden]", "[hidden]"]);
    const { nodes: shown } = await readRun(server, id);
    expect(shown[1].latest_output.body.tell).toContain("/api/v1/wait/");
    await server.request({ method: "POST", url: `${path}/stop`, key: server.testKey, account: accountId });
    await waitForRunEnd(server, id);
    const hidden = { body: { tell: "Post to [hidden], please", or: "[hidden]?by=mail" } };
    expect(await readSent()).toEqual([hidden, hidden]);
  });

  test("is the next attempt of a failed step", async () => {
    third.answers.push({ status: 503, headers: { "retry-after": "3600" } });
    const call = createHttpNode("call", `${third.url}/call`, { name: "Call", maximum_attempts: 3 });
    expect(await reasons([call], 1)).toEqual([
      {
        kind: "time",
        message: '"Call" failed and will be retried (attempt 2 of 3).',
        node_id: "call",
        until: expect.any(String),
      },
    ]);
  });

  test("is its turn, while the account is at its limit", async () => {
    const free = Promise.withResolvers<void>();
    third.answers.push({ status: 200, after: free.promise });
    const scope = await createTestAccount(server);
    const version = await insertTestVersion(server, scope, {
      nodes: [createHttpNode("call", `${third.url}/call`)],
    });
    const [busy = "", queued = ""] = await startRunsOf(server, scope, version, { inputs: [1, 2] });
    await eventually(async () => third.received.length > 0);
    expect((await readRun(server, busy)).waiting_for).toEqual([]);
    const readySince = async (ms: number) => {
      const ready_at = new Date(Date.now() - ms);
      await server.deps.db.updateTable("runs").set({ ready_at }).where("id", "=", queued).execute();
      return (await readRun(server, queued)).waiting_for;
    };
    // However long it takes to read it.
    expect(await readySince(-60_000)).toEqual([
      { kind: "queue", message: "It is about to continue.", since: expect.any(String) },
    ]);
    expect(await readySince(5000)).toMatchObject([
      { kind: "queue", message: expect.stringContaining("waits for its turn"), since: expect.any(String) },
    ]);
    free.resolve();
    expect((await waitForRunEnd(server, queued)).waiting_for).toEqual([]);
  });
});

describe("an execution", () => {
  test("shows its progress: skipped steps count, steps inside loops do not", async () => {
    const nodes: NodeInput[] = [
      { id: "rule", type: "rule", data: { conditions: [{ lhs: 1, operator: "eq", rhs: 2 }] } },
      createCodeNode("yes", "return 1"),
      { id: "loop", type: "loop", data: { items: [1, 2] } },
      createCodeNode("each", "return 1"),
      { id: "hook", type: "wait_for_webhook" },
    ];
    const edges = ["start>rule", "rule:true>yes", "rule:false>loop", "loop:item>each", "loop:done>hook"];
    const id = await startTestRun(server, { nodes, edges });
    const run = await eventually(async () => {
      const run = await readRun(server, id);
      return run.nodes.at(-1).node_status === "Waiting" && run;
    });
    expect(run.waiting_for).toMatchObject([{ kind: "webhook" }]);
    // Four of five: start, rule, loop and the branch that was not taken.
    expect(run.completion_percentage).toBe(80);
    expect(run.nodes.map(({ node_status: status }: { node_status: string }) => status)).toEqual([
      "Success",
      "Success",
      "Ready",
      "Success",
      "Success",
      "Waiting",
    ]);
  });

  test("shows the nodes inside loops by their items' state: the failed one with its item and error", async () => {
    const nodes: NodeInput[] = [
      { id: "outer", type: "loop", data: { items: [[0], [0, 1, 0]] } },
      { id: "inner", type: "loop", data: { items: "{{ loop.item }}" } },
      createCodeNode("before", "return loop.item"),
      createCodeNode("each", "if (loop.item === 1) throw new Error('no luck'); return 'well'"),
      createCodeNode("after", "return 1"),
    ];
    const edges = ["start>outer", "outer:item>inner", "inner:item>before", "before>each", "inner:done>after"];
    const run = await waitForRunEnd(server, await startTestRun(server, { nodes, edges }));
    const path = "outer[1]/inner[1]/each";
    expect(run).toMatchObject({
      status: "ERRORED",
      execution_error: {
        node_id: "outer",
        path,
        batch_index: 1,
        message: expect.stringMatching(/^In node "inner" of item 1: In node "each" of item 1: .*no luck/),
      },
    });
    const [, outer, inner, before, each, after] = run.nodes;
    expect(outer).toMatchObject({ node_status: "Errored", error: { path } });
    expect(inner).toMatchObject({
      node_status: "Errored",
      path: "outer[1]/inner",
      batch_index: 1,
      item_statuses: { Success: 1, Errored: 1 },
      error: { path, message: expect.stringContaining("no luck") },
    });
    expect(before).toMatchObject({ node_status: "Success", item_statuses: { Success: 3 } });
    expect(before.path).toBe("outer[0]/inner[0]/before");
    expect(each).toMatchObject({
      node_status: "Errored",
      path,
      batch_index: 1,
      attempts_made: 1,
      item_statuses: { Success: 2, Errored: 1 },
      error: { code: "CODE_THROWN", message: expect.stringContaining("no luck") },
    });
    expect(after).toMatchObject({ node_status: "Success", item_statuses: { Success: 1 } });
    expect(outer).not.toHaveProperty("item_statuses");
    expect(outer).not.toHaveProperty("path");
    const shown = `/api/v2/public/execution/${run._id}/nodes`;
    const read = async (what: string) =>
      (await server.request({ url: `${shown}/${what}`, key: server.testKey })).body.docs;
    expect(await read(`${encodeURIComponent(each.path)}/attempts`)).toMatchObject([{ error: each.error }]);
    expect(await read("outer/batches?status=Errored")).toMatchObject([
      { batch_index: 1, output: { error: { path } } },
    ]);
    expect(await read(`${encodeURIComponent("outer[1]/inner")}/batches`)).toMatchObject([
      { status: "Success", output: "well" },
      { status: "Errored", output: { error: { path } } },
      { status: "Ready" },
    ]);
  });

  test("shows nodes inside a running loop as waiting, until one has failed", async () => {
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", data: { items: [1, 2] } },
      createCodeNode("first", "return loop.item"),
      { id: "hook", type: "wait_for_webhook" },
      createCodeNode("last", "return 1"),
    ];
    const edges = ["start>loop", "loop:item>first", "first>hook", "hook>last"];
    const id = await startTestRun(server, { nodes, edges });
    const run = await eventually(async () => {
      const found = await readRun(server, id);
      // Steps are read before what is waited for: it may begin to wait between the two.
      return found.nodes[3].item_statuses?.Waiting === 1 && found;
    });
    expect(run.waiting_for).toContainEqual(expect.objectContaining({ kind: "webhook" }));
    expect(run.nodes.slice(2)).toMatchObject([
      { node_status: "Waiting", item_statuses: { Success: 1 }, latest_output: { body: 1 } },
      { node_status: "Waiting", item_statuses: { Waiting: 1 }, path: "loop[0]/hook" },
      { node_status: "Ready" },
    ]);
    const url = `/api/v2/public/execution/${id}/stop`;
    await server.request({ method: "POST", url, key: server.testKey });
    expect((await waitForRunEnd(server, id)).nodes.slice(2)).toMatchObject([
      { node_status: "Success" },
      { node_status: "Stopped", item_statuses: { Stopped: 1 } },
      { node_status: "Ready" },
    ]);
  });

  test("shows the size of its nodes' inputs and outputs", async () => {
    const text = "ä".repeat(1000);
    const id = await startTestRun(server, {
      nodes: [{ id: "out", type: "transform", data: { output: "{{ input }}" } }],
      input: text,
    });
    const { nodes } = await waitForRunEnd(server, id);
    expect(nodes[0]).toMatchObject({ input_size: 2002, output_size: 2002 });
    expect(nodes[1]).toMatchObject({ input_size: 2002 + 11, output_size: 2002 + 9 });
  });
});
