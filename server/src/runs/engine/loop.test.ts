import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import {
  createCodeNode,
  createHttpNode,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();

const BODY = ["start>loop", "loop:item>each", "each>loop", "loop:done>after"];

function loop(data: NodeInput["data"], more: Partial<NodeInput> = {}): NodeInput {
  return { id: "loop", type: "loop", data: { items: "{{ input }}", ...data }, ...more };
}

/** A loop over the input with one node as its body, and one after it that passes on what the loop came to. */
function start(
  each: NodeInput,
  input: number[],
  { data = {}, more = {}, edges = BODY } = {},
): Promise<string> {
  const after = createCodeNode("after", "return node.loop");
  return startTestRun(server, { nodes: [loop(data, more), each, after], edges, input });
}

async function stepsOf(id: string): Promise<Map<string, string>> {
  const rows = await server.deps.db
    .selectFrom("run_steps")
    .select(["path", "status"])
    .where("run_id", "=", id)
    .execute();
  return new Map(rows.map(({ path, status }) => [path, status]));
}

describe("a loop", () => {
  test("carries its body out for each item, sees item, index and total, and gives the results in order", async () => {
    const id = await start(
      createCodeNode("each", "return [loop.item, loop.index, loop.total, input.length]"),
      [7, 8, 9],
    );
    expect(await waitForRunResponse(server, id)).toEqual({
      body: [
        [7, 0, 3, 3],
        [8, 1, 3, 3],
        [9, 2, 3, 3],
      ],
    });
    expect([...(await stepsOf(id)).keys()].sort()).toEqual(
      ["after", "loop", "loop[0]/each", "loop[1]/each", "loop[2]/each", "start"].sort(),
    );
  });

  test("calls third parties for as many items at a time as it allows, and no more; slow ones keep their place", async () => {
    const full = eventually(async () => third.received.length >= 4);
    const last = eventually(async () => third.received.length === 12);
    third.answer = () => ({ status: 200, delayMs: 60, after: full });
    third.answers.push({ status: 200, body: '"slow"', after: last });
    const input = Array.from({ length: 12 }, (_, index) => index);
    const id = await start(createHttpNode("each", `${third.url}/{{ loop.item }}`), input, {
      data: { concurrency: 4 },
    });
    const { body } = (await waitForRunResponse(server, id)) as { body: unknown[] };
    expect(third.received).toHaveLength(12);
    expect(third.mostAtOnce).toBe(4);
    const slow = Number(third.received[0]?.path.slice(1));
    expect(body).toEqual(input.map((item) => (item === slow ? "slow" : { ok: true })));
  });

  test("whose results are too large together to be stored fails, although each of them is not", async () => {
    const each = { id: "each", type: "transform", data: { output: "{{ input.text }}" } };
    const items = Array.from({ length: 17 }, (_, index) => index);
    const input = { text: "x".repeat(2 ** 20) };
    const id = await startTestRun(server, { nodes: [loop({ items }), each], edges: BODY.slice(0, 3), input });
    expect((await waitForRunEnd(server, id)).execution_error).toMatchObject({
      code: "RESULT_TOO_LARGE",
      node_id: "loop",
    });
  });

  test("goes one by one, in order, where it does not say otherwise", async () => {
    third.delayMs = 20;
    await waitForRunResponse(
      server,
      await start(createHttpNode("each", `${third.url}/{{ loop.item }}`), [3, 1, 2]),
    );
    expect(third.received.map(({ path }) => path)).toEqual(["/3", "/1", "/2"]);
    expect(third.mostAtOnce).toBe(1);
  });

  test("of no items is done at once", async () => {
    const id = await start(createCodeNode("each", "return 1"), []);
    expect(await waitForRunResponse(server, id)).toEqual({ body: [] });
  });

  test("without a body gives its items", async () => {
    const edges = ["start>loop", "loop:done>after"];
    expect(
      await waitForRunResponse(server, await start(createCodeNode("each", "return 0"), [1, 2], { edges })),
    ).toEqual({
      body: [1, 2],
    });
  });

  test("of batches hands lists of items to its body", async () => {
    const options = { data: { batch_size: 2 }, more: { is_batch: true } };
    const id = await start(createCodeNode("each", "return loop.item.length"), [1, 2, 3, 4, 5], options);
    expect(await waitForRunResponse(server, id)).toEqual({ body: [2, 2, 1] });
  });

  test("inside another sees that one as its parent", async () => {
    const nodes: NodeInput[] = [
      loop({ concurrency: 2 }),
      { id: "inner", type: "loop", data: { items: "{{ loop.item }}", concurrency: 2 } },
      createCodeNode("sum", "return loop.item + loop.index + 100 * loop.parent.index"),
      createCodeNode("count", "return node.inner.body"),
    ];
    const edges = ["start>loop", "loop:item>inner", "inner:item>sum", "sum>inner", "inner:done>count"];
    const id = await startTestRun(server, { nodes, edges, input: [[1, 2], [], [3]] });
    expect(await waitForRunResponse(server, id)).toEqual([[1, 3], [], [203]]);
    expect((await stepsOf(id)).get("loop[2]/inner[0]/sum")).toBe("Success");
  });

  test("rests as a whole while its items rest, and none begins before its turn", async () => {
    const nodes: NodeInput[] = [
      loop({ concurrency: 2 }),
      { id: "rest", type: "delay", data: { for_ms: 400 } },
      createCodeNode("each", "return loop.item"),
    ];
    const edges = ["start>loop", "loop:item>rest", "rest>each", "each>loop"];
    const startedAt = performance.now();
    const id = await startTestRun(server, { nodes, edges, input: [1, 2, 3, 4] });
    expect(await waitForRunResponse(server, id)).toEqual([1, 2, 3, 4]);
    expect(performance.now() - startedAt).toBeGreaterThan(800);
  });

  test("goes on with an item that rested while others are under way", async () => {
    const ms = "{{ loop.index === 0 ? 300 : 0 }}";
    // The last of the others is under way until the one that rested has gone on.
    third.answer = ({ path }) => ({ status: 200, ...(path === "/5" && { after: third.asked("/0") }) });
    const nodes: NodeInput[] = [
      loop({ concurrency: 2 }),
      { id: "rest", type: "delay", data: { for_ms: ms } },
      createHttpNode("each", `${third.url}/{{ loop.index }}`),
    ];
    const edges = ["start>loop", "loop:item>rest", "rest>each", "each>loop"];
    const id = await startTestRun(server, { nodes, edges, input: [0, 1, 2, 3, 4, 5] });
    expect(await waitForRunResponse(server, id)).toHaveLength(6);
  });

  test("of a thousand items keeps each of them", async () => {
    const input = Array.from({ length: 1000 }, (_, index) => index);
    const nodes: NodeInput[] = [
      loop({ concurrency: 50 }),
      { id: "each", type: "transform", data: { output: { n: "{{ loop.item }}" } } },
    ];
    const edges = ["start>loop", "loop:item>each", "each>loop"];
    const id = await startTestRun(server, { nodes, edges, input });
    expect(await waitForRunResponse(server, id)).toEqual(input.map((n) => ({ n })));
    expect(await stepsOf(id)).toHaveLength(1002);
  });
});

describe("an item that fails", () => {
  const picky = createCodeNode("each", "if (loop.item === 2) throw new Error('not two'); return loop.item");

  test("fails the run, which names loop and node, and no further item begins", async () => {
    const id = await start(picky, [1, 2, 3]);
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: {
        node_id: "loop",
        message: expect.stringMatching(/In node "each" of item 1: .*not two/),
      },
    });
    expect([...(await stepsOf(id)).keys()]).not.toContain("loop[2]/each");
  });

  test("is the loop's failure: its edge from error is taken", async () => {
    const edges = [...BODY.slice(0, 3), "loop:error>after"];
    expect(await waitForRunResponse(server, await start(picky, [1, 2], { edges }))).toMatchObject({
      error: { message: expect.stringContaining("not two") },
    });
  });

  test("does not stop the others where its node goes on", async () => {
    const id = await start({ ...picky, on_error: "skip" }, [1, 2, 3]);
    expect(await waitForRunResponse(server, id)).toEqual({ body: [1, null, 3] });
  });

  test("may be mended inside the body", async () => {
    const nodes = [loop({}), picky, createCodeNode("mend", "return 'mended ' + loop.item")];
    const edges = ["start>loop", "loop:item>each", "each:error>mend", "mend>loop", "each>loop"];
    expect(
      await waitForRunResponse(server, await startTestRun(server, { nodes, edges, input: [1, 2] })),
    ).toEqual([1, "mended 2"]);
  });
});
