import { afterAll, beforeAll, expect, test } from "vitest";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { applyEdgeDefaults, applyNodeDefaults, type NodeInput } from "../../workflows/definition/graph.ts";
import { compilePlan } from "../../workflows/definition/plan.ts";
import { startTestApprovals, type TestApprovals } from "../approvals/test-asking.ts";
import { listNeededApplications } from "./connections.ts";

let shop: TestApprovals;
let record: string;
beforeAll(async () => {
  shop = await startTestApprovals();
  shop.server.work();
  const nodes = [
    { id: "first", type: "ai_code_executor", data: { code: "return { done: true }" } },
    { id: "list", type: "action", action: "things/list_things" },
  ];
  const id = await publishTestWorkflow(shop.server, { nodes });
  const workflows = [
    { id, tool_name: "order" },
    { id, tool_name: "asked", policy: "ask" },
  ];
  record = await shop.server.record({ associated_apps: [{ slug: "things", actions: [], workflows }] });
});
afterAll(() => shop.close());

test.each(["order", "asked"])(
  "a workflow with an action of an unconnected application answers with a link and does nothing (%s)",
  async (name) => {
    const { server } = shop;
    const token = await server.account(`new-${name}`);
    const client = await server.connect(record, token);
    expect(await client.callTool({ name, arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Things is not connected yet\. .*http\S+\/connect\/\S+/) }],
    });
    const runs = await server.request({ url: "/api/v2/public/execution", token });
    expect(runs).toMatchObject({ status: 200, body: { docs: [] } });
    await shop.connectThings(token);
    const { structuredContent, isError } = await client.callTool({ name, arguments: {} });
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject(name === "asked" ? { status: "WAITING" } : {});
  },
);

const act = (id: string, action: string, more: Partial<NodeInput> = {}): NodeInput => ({
  id,
  type: "action",
  action,
  ...more,
});

/** What a workflow of the application `own` needs. */
function needed(nodes: NodeInput[], edges: readonly string[]) {
  const all = applyNodeDefaults([{ id: "start", type: "start" }, ...nodes]);
  const arrows = edges.map((edge) => {
    const [, source = "", sourceHandle = null, target = ""] = /^(\w+)(?::(\w+))?>(\w+)$/.exec(edge) ?? [];
    return { source, sourceHandle, target };
  });
  const plan = compilePlan({ nodes: all, edges: applyEdgeDefaults(arrows), settings: {} });
  return [...listNeededApplications(plan, "own")].sort();
}

test("a workflow needs its own application, and others that every execution reaches, but none that may fail", () => {
  const rule: NodeInput = { id: "rule", type: "rule" };
  const loop: NodeInput = { id: "loop", type: "loop" };
  expect(needed([act("a", "mail/send"), act("b", "make")], ["start>a", "a>b"])).toEqual(["mail", "own"]);
  expect(needed([rule, act("a", "mail/send")], ["start>rule", "rule:true>a"])).toEqual([]);
  expect(needed([rule, act("a", "make")], ["start>rule", "rule:true>a"])).toEqual(["own"]);
  const each = [loop, act("a", "mail/send"), act("b", "chat/send")];
  expect(needed(each, ["start>loop", "loop:item>a", "a>loop", "loop:done>b"])).toEqual(["chat"]);
  const lenient = [
    act("a", "mail/send", { on_error: "continue" }),
    act("b", "chat/send"),
    act("c", "own/make"),
  ];
  expect(needed(lenient, ["start>a", "a>b", "b:error>c"])).toEqual(["own"]);
  expect(needed([act("a", "no_action")], ["start>a"])).toEqual([]);
});
