import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { useThirdParty } from "../engine/test-third-party.ts";
import {
  createCodeNode,
  createHttpNode,
  readRun,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import { createEndedRun, postRunCommand, replayToEnd } from "./test-replay.ts";

const { server, third } = useThirdParty();

const call = (id: string, more: Partial<NodeInput> = {}) => createHttpNode(id, `${third.url}/${id}`, more);

describe("a replay from inside a loop", () => {
  /** A loop whose items 2 and 3 failed side by side at \`send\`, after \`prepare\`; item 4 was not begun. */
  async function failedLoop(more: Partial<NodeInput["data"]> = {}): Promise<string> {
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", data: { items: "{{ input }}", concurrency: 2, ...more } },
      createHttpNode("prepare", `${third.url}/prepare/{{ loop.item }}`),
      createHttpNode("send", `${third.url}/send/{{ loop.item }}`),
      createCodeNode("after", "return node.loop.body"),
    ];
    const edges = ["start>loop", "loop:item>prepare", "prepare>send", "send>loop", "loop:done>after"];
    // Not before both are under way.
    const both = () => Promise.all([third.asked("/send/2"), third.asked("/send/3")]);
    third.answer = ({ path }) =>
      /send\/[23]/.test(path) ? { status: 404, after: both() } : { status: 200, body: '"first"' };
    const id = await createEndedRun(server, { nodes, edges, input: [0, 1, 2, 3, 4] });
    third.reset();
    third.answer = () => ({ status: 200, body: '"again"' });
    return id;
  }
  const asked = () => third.received.map(({ path }) => path).sort();

  test("that failed keeps successful items, repeats failed ones, and continues the loop", async () => {
    const id = await failedLoop();
    expect((await readRun(server, id)).execution_error.path).toMatch(/^loop\[[23]\]\/send$/);
    const run = await replayToEnd(server, id, { from_node: "failed" });
    expect(run).toMatchObject({ status: "COMPLETED", replay_of: id });
    expect(asked()).toEqual(["/prepare/4", "/send/2", "/send/3", "/send/4"]);
    expect(await waitForRunResponse(server, run._id)).toEqual(["first", "first", "again", "again", "again"]);
    expect(run.nodes[1]).toMatchObject({ node_id: "loop", node_status: "Success" });
    expect(run.nodes[1]).not.toHaveProperty("is_copied");
    expect(run.nodes[3].item_statuses).toEqual({ Success: 5 });
    // It may be done again in turn.
    third.reset();
    const last = await replayToEnd(server, run._id, { from_node: "after" });
    expect(await waitForRunResponse(server, last._id)).toEqual(["first", "first", "again", "again", "again"]);
    expect(third.received).toEqual([]);
  });

  test("by path repeats one item from there, those that failed, and everything after the loop", async () => {
    const id = await failedLoop();
    const run = await replayToEnd(server, id, { from_node: "loop[1]/prepare" });
    expect(run.status).toBe("COMPLETED");
    expect(asked()).toEqual(["/prepare/1", "/prepare/4", "/send/1", "/send/2", "/send/3", "/send/4"]);
    third.reset();
    third.answer = () => ({ status: 200, body: '"third"' });
    const next = await replayToEnd(server, run._id, { from_node: "loop[3]/send" });
    expect(asked()).toEqual(["/send/3"]);
    expect(await waitForRunResponse(server, next._id)).toEqual(["first", "again", "again", "third", "again"]);
  });

  test("accepts other settings for that one step", async () => {
    const id = await failedLoop();
    const node_input = { url: `${third.url}/other` };
    const run = await replayToEnd(server, id, { from_node: "loop[2]/send", node_input });
    expect(run.status).toBe("COMPLETED");
    expect(asked()).toEqual(["/other", "/prepare/4", "/send/3", "/send/4"]);
  });

  test("continues in the items of nested loops", async () => {
    const loop = (id: string, items: string): NodeInput => ({ id, type: "loop", data: { items } });
    const nodes = [loop("outer", "{{ input }}"), loop("inner", "{{ loop.item }}"), call("each")];
    const edges = ["start>outer", "outer:item>inner", "inner:item>each"];
    third.answers.push(...[1, 2, 3, 4].map(() => ({ status: 200, body: '"first"' })), { status: 404 });
    const id = await createEndedRun(server, { nodes, edges, input: [[1, 2, 3], [4, 5, 6], [7]] });
    third.reset();
    third.answer = () => ({ status: 200, body: '"again"' });
    const run = await replayToEnd(server, id, { from_node: "failed" });
    expect(await waitForRunResponse(server, run._id)).toEqual([
      ["first", "first", "first"],
      ["first", "again", "again"],
      ["again"],
    ]);
    expect(third.received).toHaveLength(3);
  });

  test("continues a stopped loop with its original lists of items", async () => {
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", is_batch: true, data: { items: "{{ input }}", batch_size: 2 } },
      call("each"),
      { id: "hook", type: "wait_for_webhook" },
    ];
    const edges = ["start>loop", "loop:item>each", "each>hook"];
    const id = await startTestRun(server, { nodes, edges, input: [1, 2, 3] });
    const isAsking = async (run: string) =>
      (await readRun(server, run)).waiting_for.some(({ kind }: { kind: string }) => kind === "webhook");
    await eventually(() => isAsking(id));
    await postRunCommand(server, id, "stop");
    await waitForRunEnd(server, id);
    third.reset();
    const reply = await postRunCommand(server, id, "replay", { from_node: "loop[0]/hook" });
    expect(reply.status, reply.text).toBe(200);
    await eventually(() => isAsking(reply.body.id));
    expect(third.received).toEqual([]);
    const batches = `/api/v2/public/execution/${reply.body.id}/nodes/loop/batches`;
    expect((await server.request({ url: batches, key: server.testKey })).body.totalDocs).toBe(2);
  });

  test("keeps large items and results", async () => {
    const nodes: NodeInput[] = [
      { id: "loop", type: "loop", data: { items: "{{ input }}" } },
      createCodeNode("pass", "return loop.item"),
      call("each"),
      createCodeNode("after", "return node.loop.body.length"),
    ];
    const edges = ["start>loop", "loop:item>pass", "pass>each", "loop:done>after"];
    third.answers.push({ status: 200 }, { status: 404 });
    const id = await createEndedRun(server, {
      nodes,
      edges,
      input: ["x".repeat(300 * 1024), "y".repeat(300 * 1024)],
    });
    third.reset();
    const run = await replayToEnd(server, id, { from_node: "failed" });
    expect(await waitForRunResponse(server, run._id)).toBe(2);
    expect(third.received).toHaveLength(1);
  });

  test.each([
    ["send", '"send" is inside the loop "loop": name the item as well, such as loop[0]/send'],
    ["loop[7]/send", 'the loop "loop" had 5 items'],
    ["loop[4]/send", 'never reached the node "loop[4]/send"'],
    ["loop[1]/none", 'has no node "loop[1]/none"'],
    ["after[1]/send", 'has no node "after[1]/send"'],
  ])("400: %s", async (from_node, text) => {
    const id = await failedLoop();
    const reply = await postRunCommand(server, id, "replay", { from_node });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(text) } });
    const runs = server.deps.db.selectFrom("runs").select("id").where("replay_of", "=", id);
    expect(await runs.execute()).toEqual([]);
  });
});
