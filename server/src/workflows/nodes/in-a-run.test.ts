import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Json } from "../../platform/json/json.ts";
import { RUNS } from "../../runs/name.ts";
import {
  createTestAccount,
  startTestRun,
  type TestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../../runs/start/test-run.ts";
import type { Fields } from "../definition/graph.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());

const transform = (id: string, output: Json) => ({ id, type: "transform", data: { output } });

test("an order passes through a rule, a switch, a loop in batches and a delay to its response", async () => {
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
  expect(await waitForRunResponse(server, id)).toEqual([
    { lines: [1, 2], of: 2 },
    { lines: [3], of: 2 },
  ]);
  const { nodes } = await waitForRunEnd(server, id);
  const step = (nodeId: string) => nodes.find((node: { node_id: string }) => node.node_id === nodeId);
  expect([step("abroad").node_status, step("home").node_status]).toEqual(["Success", "Ready"]);
  expect(step("pause").latest_output).toEqual({ body: { waited: true } });
  expect(step("note").logs).toEqual(["[warn] Done 250"]);

  const small = await startTestRun(server, { ...run, input: { total: "99", country: "DE", lines: [] } });
  expect(await waitForRunResponse(server, small)).toBe("small");
  const none = await startTestRun(server, { ...run, input: { total: 100, country: "DE", lines: [] } });
  expect(await waitForRunResponse(server, none)).toEqual([]);
});

test.each(["rule", "switch"])("a %s without its record decides as for an empty one", async (type) => {
  const conditions: Json = [
    { lhs: "status", operator: "neq", rhs: "cancelled" },
    { lhs: "status", operator: "exist" },
  ];
  const given: Json = { conditions, values: "{{ input.order }}" };
  const data: Fields = type === "rule" ? given : { cases: [given] };
  const outputOf = async (input: Json) => {
    const id = await startTestRun(server, { nodes: [{ id: "decide", type, data }], input });
    const { nodes } = await waitForRunEnd(server, id);
    return nodes[1].latest_output;
  };
  const [holds, fails] = [{ order: { status: "paid" } }, { order: {} }];
  const no = await outputOf(fails);
  expect(no).toEqual({ body: type === "rule" ? { result: false } : { case: "default" } });
  expect(await outputOf({})).toEqual(no);
  expect(await outputOf({ order: null })).toEqual(no);
  expect(await outputOf(holds)).not.toEqual(no);
});

describe("a datastore", () => {
  const slug = "stripe";
  const scope = async (account: string) => {
    const token = await server.account(account);
    await server.request({ method: "POST", url: "/api/v2/public/config", token, body: { slug } });
    return createTestAccount(server, account);
  };
  const put = {
    id: "put",
    type: "datastore",
    data: { operation: "put", name: "leads", slug, fields: { n: 1 } },
  };
  const all = { id: "all", type: "datastore", data: { operation: "list", name: "leads", slug } };

  test("is not written by a process that has lost its claim on the execution", async () => {
    const { db } = server.deps;
    // Whoever commits the node before is taken over that very moment.
    await sql`create function take_over() returns trigger language plpgsql as $$
      begin update runs set worker = null, claim = claim + 1 where id = new.run_id; return null; end $$`.execute(
      db,
    );
    await sql`create trigger take_over after insert on run_steps for each row when (new.path = 'before')
      execute function take_over()`.execute(db);
    // Its commit is its own: code that reads the clock does not share that of the next step.
    const before = { id: "before", type: "ai_code_executor", data: { code: "return Date.now()" } };
    const nodes = [before, put];
    const account = await scope("taken-over");
    const id = await startTestRun(server, { scope: account, nodes });
    const isTaken = () =>
      db.selectFrom("runs").select("id").where("id", "=", id).where("claim", "=", 2).executeTakeFirst();
    await eventually(isTaken);
    await sql`drop function take_over cascade`.execute(db);
    const count = { scope: account, nodes: [all] };
    expect(await waitForRunResponse(server, await startTestRun(server, count))).toEqual([]);
    await db.updateTable("runs").set({ ready_at: new Date() }).where("id", "=", id).execute();
    server.deps.work.wake(RUNS);
    expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
    expect(await waitForRunResponse(server, await startTestRun(server, count))).toMatchObject([{ n: 1 }]);
  });

  test("that receives text which cannot be stored fails as a step", async () => {
    const name = "{{ 'a' + String.fromCharCode(0) }}";
    const nodes = [{ ...all, data: { ...all.data, name } }];
    const id = await startTestRun(server, { scope: await scope("odd"), nodes });
    expect(await waitForRunEnd(server, id)).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "UNSTORABLE", node_id: "all", attempts: 1 },
    });
  });
});

test("a workflow that ends itself as failed is errored, with its message", async () => {
  const data = { status: "failed", message: "{{ input.sku }} is not in stock." };
  const id = await startTestRun(server, {
    nodes: [{ id: "stop", type: "terminate", data }],
    input: { sku: "A-1" },
  });
  expect(await waitForRunEnd(server, id)).toMatchObject({
    status: "ERRORED",
    execution_error: { code: "TERMINATED", message: "A-1 is not in stock." },
  });
});

test("a failure of these nodes takes the error branch, if there is one", async () => {
  const id = await startTestRun(server, {
    nodes: [
      { id: "wait", type: "delay", data: { until: "{{ input.at }}" } },
      transform("excuse", "{{ node.wait.error.code }}"),
    ],
    edges: ["start>wait", "wait:error>excuse"],
    input: { at: "soon" },
  });
  expect(await waitForRunResponse(server, id)).toBe("INVALID_SETTINGS");
});
