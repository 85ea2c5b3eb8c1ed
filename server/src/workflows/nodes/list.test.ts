import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { EdgeInput, NodeInput } from "../definition/graph.ts";
import { createWorkflowCalls } from "../versions/test-calls.ts";
import { findNodeType, NODE_TYPES } from "./list.ts";
import { listBranches, type NodeType } from "./node.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await define({ key: server.testKey }, "order.placed");
  await create({ key: server.testKey }, { workflow_alias: "send-invoice" });
});
afterAll(() => server.close());
const { create, publish, define } = createWorkflowCalls(() => server);

test("every type has one name, which is found, and a description", () => {
  for (const type of NODE_TYPES) expect(findNodeType(type.type)).toBe(type);
  expect(findNodeType("constructor")).toBeUndefined();
  expect(NODE_TYPES.filter(({ description }) => !description.endsWith("."))).toEqual([]);
});

test("types that have an error code in common describe it alike", () => {
  const codes = NODE_TYPES.flatMap(({ errors = {} }) => Object.entries(errors));
  const texts = Map.groupBy(codes, ([code]) => code);
  expect([...texts.values()].filter((of) => new Set(of.map(([, text]) => text)).size > 1)).toEqual([]);
});

test.each(NODE_TYPES)(
  "the example of $type can be published, with an edge from each of its branches",
  async (type) => {
    const as = { key: server.testKey };
    const { status, body } = await create(as, workflowOf(type));
    expect([status, body.message]).toEqual([200, undefined]);
    const published = await publish(as, body._id);
    expect([published.status, published.body.message]).toEqual([200, undefined]);
  },
);

/** A workflow around an example: start, the nodes that it refers to, the node, and a log behind each of its branches. */
function workflowOf(type: NodeType) {
  const { example } = type.guide;
  const start: NodeInput = {
    id: "begin",
    type: "start",
    triggers: [{ application: "Junctor", event: "API Call" }],
  };
  const listed = listBranches(type, example.data ?? null);
  const branches = listed.length > 0 ? listed : [null];
  const nodes = example.type === "start" ? [example] : [start, example];
  const edges: EdgeInput[] = example.type === "start" ? [] : [{ source: start.id, target: example.id }];
  for (const [, id = ""] of JSON.stringify(example).matchAll(/\{\{ node\.([\w-]+)/g)) {
    nodes.push({ id, type: "transform" });
    edges.push({ source: start.id, target: id }, { source: id, target: example.id });
  }
  for (const [index, sourceHandle] of branches.entries()) {
    nodes.push({ id: `log_${index}`, type: "log", data: { message: "Here" } });
    edges.push({ source: example.id, target: `log_${index}`, sourceHandle });
  }
  return { nodes, edges };
}
