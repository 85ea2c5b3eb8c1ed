import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { createCodeNode, createHttpNode, startTestRun, waitForRunEnd } from "../start/test-run.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();
afterEach(() => {
  vi.restoreAllMocks();
});

/** The looks at what came in for runs, from now on. */
function watchLooks() {
  const { db } = server.deps;
  const statements = vi.spyOn(db, "selectFrom");
  const isLook = (from: unknown) => from === "run_signals as g";
  return {
    count: () => statements.mock.calls.filter(([from]) => isLook(from)).length,
    /** Lets the first look fail as where the database's server goes away. */
    failOnce: () => {
      const { selectFrom } = Object.getPrototypeOf(db);
      let hasFailed = false;
      statements.mockImplementation((from: unknown) => {
        if (!isLook(from) || hasFailed) return Reflect.apply(selectFrom, db, [from]);
        hasFailed = true;
        throw Object.assign(new Error("terminating connection"), { code: "57P01" });
      });
    },
  };
}

const LOOP: NodeInput = { id: "loop", type: "loop", data: { items: "{{ input }}", concurrency: 3 } };
const REST: NodeInput = { id: "rest", type: "delay", data: { for_ms: "{{ loop.item.restMs }}" } };
const EDGES = ["start>loop", "loop:item>rest", "rest>each", "each>loop"];

test("a loop in which nothing may begin any more, or nobody can answer, does not look for news", async () => {
  const each = createCodeNode(
    "each",
    "if (loop.item.fails) throw new Error('no'); await new Promise((done) => setTimeout(done, loop.item.busyMs))",
  );
  const looks = watchLooks();
  const failing = [
    { restMs: 600, busyMs: 0, fails: false },
    { restMs: 0, busyMs: 0, fails: true },
    { restMs: 0, busyMs: 2500, fails: false },
  ];
  const failed = await startTestRun(server, { nodes: [LOOP, REST, each], edges: EDGES, input: failing });
  expect((await waitForRunEnd(server, failed)).status).toBe("ERRORED");
  const resting = failing.map(({ restMs, busyMs }) => ({ restMs: 3 * restMs, busyMs }));
  const well = await startTestRun(server, { nodes: [LOOP, REST, each], edges: EDGES, input: resting });
  expect((await waitForRunEnd(server, well)).status).toBe("COMPLETED");
  expect(looks.count()).toBe(0);
});

test("a look that fails leaves nothing alone that is under way", async () => {
  const branch: NodeInput = {
    id: "branch",
    type: "rule",
    data: { conditions: [{ lhs: "{{ loop.item }}", operator: "eq", rhs: "ask" }] },
  };
  const nodes: NodeInput[] = [
    { ...LOOP, data: { items: "{{ input }}", concurrency: 2 } },
    branch,
    { id: "ask", type: "wait_for_webhook", data: { wait_ms: 2500 }, on_error: "continue" },
    createHttpNode("send", `${third.url}/send`, { data: { method: "POST", body: "x" } }),
  ];
  const edges = [
    "start>loop",
    "loop:item>branch",
    "branch:true>ask",
    "branch:false>send",
    "ask>loop",
    "send>loop",
  ];
  const looks = watchLooks();
  looks.failOnce();
  third.answers.push({ status: 200, after: eventually(async () => looks.count() > 1) });
  const id = await startTestRun(server, { nodes, edges, input: ["ask", "send"] });
  await waitForRunEnd(server, id);
  expect(third.received).toHaveLength(1);
});
