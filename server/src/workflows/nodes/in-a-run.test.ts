import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Json } from "../../platform/json.ts";
import { runEnd, runResponse, startTestRun, type TestRun } from "../../runs/test-run.ts";
import type { Fields } from "../graph.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());

const transform = (id: string, output: Json) => ({ id, type: "transform", data: { output } });

test("an order goes through a rule, a switch, a loop in batches and a delay to its answer", async () => {
  const run: TestRun = {
    nodes: [
      {
        id: "large",
        type: "rule",
        data: { conditions: [{ lhs: "{{ input.total }}", operator: "gte", rhs: "100" }] },
      },
      { id: "small", type: "terminate", data: { message: "Too small", response: "small" } },
      {
        id: "country",
        type: "switch",
        data: { value: "{{ input.country }}", cases: [{ value: "DE", handle: "home" }, { value: "FR" }] },
      },
      transform("home", "home"),
      transform("abroad", "abroad"),
      { id: "each", type: "loop", is_batch: true, data: { items: "{{ input.lines }}", batch_size: 2 } },
      transform("pair", { lines: "{{ loop.item }}", of: "{{ loop.total }}" }),
      { id: "pause", type: "delay", data: { for_ms: 30 } },
      { id: "note", type: "log", data: { level: "warn", message: "Done {{ input.total }}" } },
      {
        id: "answer",
        type: "response",
        data: {
          status: 201,
          headers: { "X-Case": "{{ node.country.body.case }}" },
          body: "{{ node.each.body }}",
        },
      },
    ],
    edges: [
      "start>large",
      "large:false>small",
      "large:true>country",
      "country:home>home",
      "country:case_2>abroad",
      "home>each",
      "abroad>each",
      "each:item>pair",
      "each:done>pause",
      "pause>note",
      "note>answer",
    ],
    input: { total: 250, country: "FR", lines: [1, 2, 3] },
  };
  const id = await startTestRun(server, run);
  expect(await runResponse(server, id)).toEqual([
    { lines: [1, 2], of: 2 },
    { lines: [3], of: 2 },
  ]);
  const { nodes } = await runEnd(server, id);
  const step = (nodeId: string) => nodes.find((node: { node_id: string }) => node.node_id === nodeId);
  expect([step("abroad").node_status, step("home").node_status]).toEqual(["Success", "Ready"]);
  expect(step("pause").latest_output).toEqual({ body: { waited: true } });
  expect(step("note").logs).toEqual(["[warn] Done 250"]);

  const small = await startTestRun(server, { ...run, input: { total: "99", country: "DE", lines: [] } });
  expect(await runResponse(server, small)).toBe("small");
  const none = await startTestRun(server, { ...run, input: { total: 100, country: "DE", lines: [] } });
  expect(await runResponse(server, none)).toEqual([]);
});

test.each(["rule", "switch"])("a %s whose record is missing decides as on an empty one", async (type) => {
  const conditions: Json = [
    { lhs: "status", operator: "neq", rhs: "cancelled" },
    { lhs: "status", operator: "exist" },
  ];
  const given: Json = { conditions, values: "{{ input.order }}" };
  const data: Fields = type === "rule" ? given : { cases: [given] };
  const outputOf = async (input: Json) => {
    const id = await startTestRun(server, { nodes: [{ id: "decide", type, data }], input });
    const { nodes } = await runEnd(server, id);
    return nodes[1].latest_output;
  };
  const [holds, fails] = [{ order: { status: "paid" } }, { order: {} }];
  const no = await outputOf(fails);
  expect(no).toEqual({ body: type === "rule" ? { result: false } : { case: "default" } });
  expect(await outputOf({})).toEqual(no);
  expect(await outputOf({ order: null })).toEqual(no);
  expect(await outputOf(holds)).not.toEqual(no);
});

test("a workflow that ends itself as failed is errored, with its message", async () => {
  const data = { status: "failed", message: "{{ input.sku }} is not in stock." };
  const id = await startTestRun(server, {
    nodes: [{ id: "stop", type: "terminate", data }],
    input: { sku: "A-1" },
  });
  expect(await runEnd(server, id)).toMatchObject({
    status: "ERRORED",
    execution_error: { code: "TERMINATED", message: "A-1 is not in stock." },
  });
});

test("a failure of these nodes takes the error branch, where there is one", async () => {
  const id = await startTestRun(server, {
    nodes: [
      { id: "wait", type: "delay", data: { until: "{{ input.at }}" } },
      transform("excuse", "{{ node.wait.error.code }}"),
    ],
    edges: ["start>wait", "wait:error>excuse"],
    input: { at: "soon" },
  });
  expect(await runResponse(server, id)).toBe("INVALID_SETTINGS");
});
