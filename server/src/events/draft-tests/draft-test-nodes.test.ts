import { beforeAll, describe, expect, test } from "vitest";
import { useThirdParty } from "../../runs/engine/test-third-party.ts";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { createDraftTester, edges, nodeOf, transform } from "./test-drafts.ts";

const { server, third } = useThirdParty();
const { draft, tested, executed } = createDraftTester(server);
beforeAll(async () => {
  await server.account("acme");
  await server.account("other");
});

const call = (id: string, path = "/"): NodeInput => ({
  id,
  type: "http",
  data: { url: `${third.url}${path}` },
});

describe("pinned outputs and single nodes", () => {
  test("200: pinned nodes do not run, and take the branch of their output", async () => {
    const id = await draft({
      nodes: [
        call("stock"),
        { id: "large", type: "rule", data: { conditions: [{ lhs: 1, operator: "eq", rhs: 2 }] } },
        transform("yes", { left: "{{ node.stock.body.left }}" }),
        transform("no", {}),
      ],
      edges: edges("start>stock", "stock>large", "large:true>yes", "large:false>no"),
    });
    const pinned = { stock: { status: 200, body: { left: 7 } }, large: { body: { result: true } } };
    const execution = await tested(id, { pinned });
    expect(nodeOf(execution, "stock")).toMatchObject({
      stand_in: { kind: "pinned" },
      latest_output: pinned.stock,
    });
    expect(nodeOf(execution, "yes").latest_output).toEqual({ body: { left: 7 } });
    expect(nodeOf(execution, "no").node_status).toBe("Ready");
    expect(third.received).toEqual([]);
  });

  test("200: a pinned failure takes the error edge; a pinned loop has its items, and an approval its decision", async () => {
    const id = await draft({
      nodes: [
        call("stock"),
        transform("instead", { why: "{{ node.stock.error.message }}" }),
        { id: "lines", type: "loop", data: { items: [1] } },
        call("each"),
        { id: "ok", type: "approval", data: { title: "Go on?" } },
        transform("refused", { all: "{{ node.lines.body }}" }),
      ],
      edges: edges(
        "start>stock",
        "stock:error>instead",
        "instead>lines",
        "lines:item>each",
        "lines:done>ok",
        "ok:rejected>refused",
      ),
    });
    const execution = await tested(id, {
      pinned: {
        stock: { error: { code: "GONE", message: "Sold out." } },
        lines: { body: ["one", "two"] },
        ok: { body: { approved: false } },
      },
    });
    expect(nodeOf(execution, "instead").latest_output).toEqual({ body: { why: "Sold out." } });
    expect(nodeOf(execution, "each").node_status).toBe("Ready");
    expect(nodeOf(execution, "ok").node_status).toBe("Rejected");
    expect(nodeOf(execution, "refused").latest_output).toEqual({ body: { all: ["one", "two"] } });
  });

  test("200: a single node uses the other nodes' outputs from the last test, or from the given execution", async () => {
    const id = await draft({
      nodes: [
        transform("a", { n: "{{ input.n }}" }),
        { id: "never", type: "rule", data: { conditions: [{ lhs: 1, operator: "eq", rhs: 2 }] } },
        transform("sum", { total: "{{ node.a.body.n + 1 }}" }),
        transform("after", {}),
      ],
      edges: edges("start>a", "a>never", "never:true>sum", "sum>after"),
    });
    const first = await tested(id, { input: { n: 1 } });
    const last = await tested(id, { input: { n: 10 } });
    const alone = await tested(id, { node_id: "sum" });
    expect(nodeOf(alone, "sum").latest_output).toEqual({ body: { total: 11 } });
    expect(nodeOf(alone, "a").stand_in).toEqual({ kind: "recorded", execution_id: last.id });
    expect(nodeOf(alone, "after").node_status).toBe("Ready");
    const ofFirst = await tested(id, { node_id: "sum", execution_id: first.id });
    expect(nodeOf(ofFirst, "sum").latest_output).toEqual({ body: { total: 2 } });
    const pinned = await tested(id, { node_id: "sum", pinned: { a: { body: { n: 100 } } } });
    expect(nodeOf(pinned, "sum").latest_output).toEqual({ body: { total: 101 } });
  });

  test("200: a single node inside a loop gets the first item", async () => {
    const id = await draft({
      nodes: [
        { id: "lines", type: "loop", data: { items: "{{ input }}" } },
        transform("name", { text: "{{ loop.item }}" }),
        transform("shout", { text: "{{ node.name.body.text }}!" }),
      ],
      edges: edges("start>lines", "lines:item>name", "name>shout"),
    });
    const execution = await tested(id, {
      node_id: "shout",
      input: ["x", "y"],
      pinned: { name: { body: { text: "pinned" } } },
    });
    expect(nodeOf(execution, "shout")).toMatchObject({
      item_statuses: { Success: 1 },
      latest_output: { body: { text: "pinned!" } },
    });
  });
});

describe("third parties", () => {
  test("200: are called if requested, by all nodes or by the given ones", async () => {
    const id = await draft({ nodes: [call("one", "/one"), call("two", "/two")] });
    expect(await tested(id, { call_third_parties: true })).toMatchObject({ status: "COMPLETED" });
    expect(third.received.map(({ path }) => path)).toEqual(["/one", "/two"]);
    third.reset();
    const execution = await tested(id, { call_third_parties: ["two"] });
    expect(third.received.map(({ path }) => path)).toEqual(["/two"]);
    expect(nodeOf(execution, "one").stand_in).toMatchObject({ kind: "recorded" });
    expect(nodeOf(execution, "two")).not.toHaveProperty("stand_in");
  });

  test("200: otherwise their last answer to this customer is used; without one the step says what to do", async () => {
    const id = await publishTestWorkflow(server, { nodes: [call("stock")] as never });
    const fails = await tested(id);
    expect(fails).toMatchObject({
      status: "ERRORED",
      execution_error: { code: "NOT_RECORDED", node_id: "stock" },
    });
    expect(fails.execution_error.message).toContain("call_third_parties");
    third.answer = () => ({ status: 200, body: '{"left":3}' });
    const real = await executed(id);
    await executed(id, {}, "other");
    third.reset();
    const execution = await tested(id);
    expect(nodeOf(execution, "stock")).toMatchObject({
      stand_in: { kind: "recorded", execution_id: real.id },
      input_data: { url: `${third.url}/` },
      latest_output: { body: { left: 3 } },
    });
    expect(third.received).toEqual([]);
  });

  test("200: answers of the given execution take precedence over later ones, also through a test, but not over pinned ones", async () => {
    const id = await publishTestWorkflow(server, { nodes: [call("stock")] as never });
    const left = (n: number) => {
      third.answer = () => ({ status: 200, body: JSON.stringify({ left: n }) });
    };
    left(1);
    const first = await executed(id);
    left(2);
    const second = await executed(id, { of: "second" });
    third.reset();
    const ofFirst = await tested(id, { execution_id: first.id });
    const again = await tested(id, { execution_id: ofFirst.id });
    for (const execution of [ofFirst, again])
      expect(nodeOf(execution, "stock")).toMatchObject({
        stand_in: { kind: "recorded", execution_id: first.id },
        latest_output: { body: { left: 1 } },
      });
    const pinned = await tested(id, { execution_id: second.id, pinned: { stock: { body: { left: 3 } } } });
    expect(nodeOf(pinned, "start").latest_output).toEqual({ body: { of: "second" } });
    expect(nodeOf(await tested(id, { execution_id: pinned.id }), "stock")).toMatchObject({
      stand_in: { execution_id: second.id },
    });
  });

  test("200: passwords in a recorded answer stay hidden, and nodes can still use them", async () => {
    const secret = "pass-word-1";
    const id = await publishTestWorkflow(server, {
      slug: "stripe",
      nodes: [call("stock"), transform("length", { n: "{{ node.stock.body.length }}" })] as never,
    });
    await server.request({
      method: "PUT",
      url: `/api/v2/public/workflow/${id}`,
      key: server.testKey,
      body: { data_slots: [{ id: "secret", name: "Secret", field_type: "password" }] },
    });
    await server.request({
      method: "PUT",
      url: `/api/v2/public/workflow/${id}/publish`,
      key: server.testKey,
      body: { published: true },
    });
    const config = { slug: "stripe", workflows: [{ id, enabled: true, fields: { secret } }] };
    const url = "/api/v2/public/config";
    await server.request({
      method: "POST",
      url,
      key: server.testKey,
      account: "acme",
      body: { slug: "stripe" },
    });
    const set = await server.request({
      method: "PUT",
      url,
      key: server.testKey,
      account: "acme",
      body: config,
    });
    expect(set.status, set.text).toBe(200);
    third.answer = () => ({ status: 200, body: JSON.stringify(secret) });
    await executed(id);
    third.reset();
    const execution = await tested(id);
    expect(nodeOf(execution, "stock")).toMatchObject({
      stand_in: { kind: "recorded" },
      latest_output: { body: "[hidden]" },
    });
    expect(nodeOf(execution, "length").latest_output).toEqual({ body: { n: secret.length } });
  });

  test("200: code that calls one gets its last result, and other code runs", async () => {
    const code = (id: string, text: string): NodeInput => ({
      id,
      type: "ai_code_executor",
      data: { code: text },
    });
    const id = await draft({
      nodes: [
        code("own", "return 1"),
        code(
          "calls",
          `try { return await (await fetch("${third.url}/x")).json() } catch { return "hidden" }`,
        ),
      ],
    });
    expect(await tested(id)).toMatchObject({ execution_error: { code: "NOT_RECORDED", node_id: "calls" } });
    third.answer = () => ({ status: 200, body: '{"real":true}' });
    await tested(id, { call_third_parties: true });
    third.reset();
    const execution = await tested(id);
    expect(nodeOf(execution, "calls")).toMatchObject({
      stand_in: { kind: "recorded" },
      latest_output: { body: { real: true } },
    });
    expect(nodeOf(execution, "own")).not.toHaveProperty("stand_in");
    expect(third.received).toEqual([]);
  });

  test("200: a delay does not wait", async () => {
    const id = await draft({ nodes: [{ id: "wait", type: "delay", data: { for: { days: 30 } } }] });
    const execution = await tested(id);
    expect(nodeOf(execution, "wait")).toMatchObject({ latest_output: { body: { waited: true } } });
    expect(nodeOf(execution, "wait").logs[0]).toContain("The test did not wait");
  });
});
