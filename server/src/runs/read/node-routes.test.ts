import { describe, expect, test } from "vitest";
import { eventually, type TestReply } from "../../../test/test-server.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { useThirdParty } from "../engine/test-third-party.ts";
import { createCodeNode, createHttpNode, readRun, startTestRun, waitForRunEnd } from "../start/test-run.ts";

const { server, third } = useThirdParty();

function of(
  id: string,
  node: string,
  what: "batches" | "attempts",
  more: { query?: string; key?: string } = {},
): Promise<TestReply> {
  const { query = "", key = server.testKey } = more;
  return server.request({
    url: `/api/v2/public/execution/${id}/nodes/${encodeURIComponent(node)}/${what}?${query}`,
    key,
  });
}

const loop = (id: string, items: string, more: Partial<NodeInput> = {}): NodeInput => ({
  id,
  type: "loop",
  data: { items, concurrency: 5 },
  ...more,
});
const picky = createCodeNode("each", "if (loop.item % 3 === 2) throw new Error('no'); return loop.item * 10");

/** A loop over 0 to 11, five at once, in which the items 2, 5, 8 and 11 fail, and are skipped. */
async function endedLoop(each: NodeInput = { ...picky, on_error: "skip" }): Promise<string> {
  const input = Array.from({ length: 12 }, (_, index) => index);
  const edges = ["start>loop", "loop:item>each", "each>loop"];
  const id = await startTestRun(server, { nodes: [loop("loop", "{{ input }}"), each], edges, input });
  await waitForRunEnd(server, id);
  return id;
}

describe("the items of a loop", () => {
  test("are listed in order, page by page", async () => {
    const id = await endedLoop();
    const { status, body } = await of(id, "loop", "batches", { query: "page=2&limit=5" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalDocs: 12, totalPages: 3, page: 2, hasNextPage: true });
    expect(body.docs).toEqual([
      { batch_index: 5, status: "Success", output: null },
      ...[6, 7].map((n) => ({ batch_index: n, status: "Success", output: n * 10 })),
      { batch_index: 8, status: "Success", output: null },
      { batch_index: 9, status: "Success", output: 90 },
    ]);
  });

  test("show what failed and what is left, and can be filtered by that", async () => {
    // Others begin until the first failure is committed, so each of them must fail to keep its place till then.
    const id = await endedLoop(createCodeNode("each", "if (loop.item > 1) throw new Error('no'); return 1"));
    expect((await readRun(server, id)).status).toBe("ERRORED");
    const { body } = await of(id, "loop", "batches", { query: "limit=100" });
    expect(body.totalDocs).toBe(12);
    expect(body.docs[2]).toEqual({
      batch_index: 2,
      status: "Errored",
      output: {
        error: { code: "CODE_THROWN", message: expect.stringContaining("no"), path: "loop[2]/each" },
      },
    });
    const errored = await of(id, "loop", "batches", { query: "status=Errored&limit=1" });
    expect(errored.body.docs[0].batch_index).toBe(2);
    const counts = ["Success", "Errored", "Ready"].map(
      async (one) => (await of(id, "loop", "batches", { query: `status=${one}` })).body.totalDocs,
    );
    const [success, failed, ready] = await Promise.all(counts);
    expect([success, success + failed + ready]).toEqual([2, 12]);
    expect(failed).toBeGreaterThan(0);
    expect(ready).toBeGreaterThanOrEqual(5);
  });

  test("of a nested loop are read by its path, those of batches by their number", async () => {
    const nodes = [
      loop("outer", "{{ input }}"),
      {
        ...loop("inner", "{{ loop.item }}"),
        is_batch: true,
        data: { items: "{{ loop.item }}", batch_size: 2 },
      },
      createCodeNode("each", "return loop.item.length"),
    ];
    const edges = ["start>outer", "outer:item>inner", "inner:item>each"];
    const id = await startTestRun(server, { nodes, edges, input: [[1], [1, 2, 3, 4, 5]] });
    await waitForRunEnd(server, id);
    const { body } = await of(id, "outer[1]/inner", "batches");
    expect(body.docs.map(({ output }: { output: number }) => output)).toEqual([2, 2, 1]);
    expect(await of(id, "inner", "batches")).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("outer[0]/inner") },
    });
  });

  test("that wait are shown as waiting, and are stopped with the run", async () => {
    const nodes = [loop("loop", "{{ input }}"), { id: "hook", type: "wait_for_webhook" }];
    const edges = ["start>loop", "loop:item>hook"];
    const id = await startTestRun(server, { nodes, edges, input: [1, 2] });
    const statuses = async () =>
      (await of(id, "loop", "batches")).body.docs.map(({ status }: { status: string }) => status).join();
    await eventually(async () => (await statuses()) === "Waiting,Waiting");
    const url = `/api/v2/public/execution/${id}/stop`;
    await eventually(async () => (await readRun(server, id)).waiting_for.length === 2);
    await server.request({ method: "POST", url, key: server.testKey });
    await waitForRunEnd(server, id);
    expect(await statuses()).toBe("Stopped,Stopped");
  });

  test("do not exist for other nodes; 404 for unknown ones, and for other organizations", async () => {
    const id = await startTestRun(server, { nodes: [createCodeNode("one", "return 1")] });
    expect((await of(id, "one", "batches")).body).toMatchObject({ docs: [], totalDocs: 0 });
    const { testKey } = await server.organization();
    for (const what of ["batches", "attempts"] as const) {
      for (const node of ["none", "one[0]/each", "%E0[1]/x", "one[x]/y"])
        expect((await of(id, node, what)).status).toBe(404);
      expect((await of("000000000000000000000000", "one", what)).status).toBe(404);
      expect((await of(id, "one", what, { key: testKey })).status).toBe(404);
      expect((await of(id, "one", what, { key: server.productionKey })).status).toBe(404);
    }
    expect((await of(id, "one", "batches", { query: "status=Broken" })).status).toBe(400);
  });
});

describe("a step's attempts", () => {
  test("are all listed, with their input and outcome", async () => {
    third.answers.push({ status: 503, headers: { "retry-after": "0" } });
    const id = await startTestRun(server, {
      nodes: [createHttpNode("call", `${third.url}/call`, { maximum_attempts: 2 })],
    });
    await waitForRunEnd(server, id);
    const { body } = await of(id, "call", "attempts");
    expect(body.docs).toMatchObject([
      { attempt: 1, status: "Errored", error: { status: 503 }, retry_at: expect.any(String), output: null },
      {
        attempt: 2,
        status: "Success",
        input_data: { url: `${third.url}/call` },
        output: { body: { ok: true } },
      },
    ]);
    expect(Object.keys(body.docs[1])).not.toContain("retry_at");
  });

  test("at the start node show the execution's input", async () => {
    const input = { order: 417, text: "x".repeat(300_000) };
    const id = await startTestRun(server, { nodes: [createCodeNode("one", "return 1")], input });
    await waitForRunEnd(server, id);
    const { body } = await of(id, "start", "attempts");
    expect(body.docs).toMatchObject([{ status: "Success", input_data: input, output: { body: input } }]);
  });

  test("inside a loop are read by the step's path", async () => {
    const id = await endedLoop(picky);
    const { body } = await of(id, "loop[2]/each", "attempts");
    expect(body.docs).toMatchObject([{ attempt: 1, status: "Errored" }]);
  });
});
