import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import {
  createCodeNode,
  createTestAccount,
  readRunRow,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import { startThirdParty } from "./test-third-party.ts";

const MIB = 2 ** 20;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ processResultBytes: 3 * MIB });
  server.work();
});
afterAll(() => server.close());

const transform = (id: string, output: NodeInput["data"]): NodeInput => ({
  id,
  type: "transform",
  data: { output } as never,
});

describe("what one step makes", () => {
  const LONG = "x".repeat(900_000);

  test.each<[string, unknown]>([
    ["in one text", "{{ input }}".repeat(540)],
    [
      "as members",
      Object.fromEntries(Array.from({ length: 540 }, (_, index) => [`m${index}`, "{{ input }}"])),
    ],
    ["as texts of a list", Array.from({ length: 540 }, () => "-{{ input }}")],
    ["as JSON in a text", "{{ input }}{{ node }}".repeat(270)],
  ])("is counted while it is made: a long value, named 540 times %s", async (_how, output) => {
    const id = await startTestRun(server, { nodes: [transform("many", output as never)], input: LONG });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: {
        code: "RESULT_TOO_LARGE",
        node_id: "many",
        message: expect.stringContaining("16 MiB"),
      },
    });
  });

  test("in hundreds of expressions is limited together", async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `{{ "y".repeat(900000 + ${index}) }}`);
    const id = await startTestRun(server, { nodes: [transform("many", texts as never)] });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "EXPRESSION" },
    });
  });
});

test("executions that hold more together than the process may take turns, and all come to their end", async () => {
  const nodes = (count: number) => [
    ...Array.from({ length: count }, (_, index) =>
      createCodeNode(`n${index}`, `return "${index}".repeat(500_000)`),
    ),
    createCodeNode(
      "end",
      `return [${Array.from({ length: count }, (_, index) => `node.n${index}.body.length`)}]`,
    ),
  ];
  const scope = await createTestAccount(server);
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => startTestRun(server, { scope, nodes: nodes(4) })),
  );
  for (const id of ids) expect(await waitForRunResponse(server, id)).toEqual(Array(4).fill(500_000));
  const rows = await Promise.all(ids.map((id) => readRunRow(server, id)));
  // Some were released on the way, which is no recovery.
  expect(rows.some(({ claim }) => claim > 1)).toBe(true);
  expect(rows.map(({ recoveries }) => recoveries)).toEqual(Array(5).fill(0));
  expect(server.deps.runMemory.held).toBe(0);
});

describe("a large answer", () => {
  test("is read when it is its turn, and holds up no small one", async () => {
    const third = await startThirdParty();
    try {
      third.answer = ({ path }) => ({ status: 200, body: JSON.stringify("a".repeat(Number(path.slice(1)))) });
      const asking = (bytes: number): NodeInput => ({
        id: "ask",
        type: "http",
        data: { url: `${third.url}/${bytes}` },
      });
      const answered = third.nextClosed("/500000");
      const endTurn = await server.deps.runMemory.make(
        "somebody else",
        100 * MIB,
        AbortSignal.timeout(60_000),
      );
      const large = await startTestRun(server, {
        nodes: [asking(500_000), createCodeNode("end", "return 1")],
      });
      await answered;
      const small = await startTestRun(server, { nodes: [asking(1000), createCodeNode("end", "return 2")] });
      expect(await waitForRunResponse(server, small)).toBe(2);
      expect((await readRunRow(server, large)).status).toBe("RUNNING");
      endTurn();
      expect(await waitForRunResponse(server, large)).toBe(1);
      expect(third.received).toHaveLength(2);
    } finally {
      await third.close();
    }
  });
});
