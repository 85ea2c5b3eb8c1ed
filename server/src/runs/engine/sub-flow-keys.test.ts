import { expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import type { JobContext } from "../../platform/queue/job.ts";
import { applyEdgeDefaults, applyNodeDefaults, type NodeInput } from "../../workflows/definition/graph.ts";
import { createHttpNode, startTestRun, waitForRunEnd } from "../start/test-run.ts";
import { startCalledWorkflow } from "./start-called-workflow.ts";
import { useThirdParty } from "./test-third-party.ts";

const { server, third } = useThirdParty();

function publish(...nodes: NodeInput[]): Promise<string> {
  const all = applyNodeDefaults([{ id: "start", type: "start" }, ...nodes]);
  const edges = applyEdgeDefaults(
    nodes.map(({ id }, index) => ({ source: nodes[index - 1]?.id ?? "start", target: id })),
  );
  return insertTestWorkflow(server.deps, server.test, { nodes: all, edges, slug: null });
}
const call = (workflow: string, input: string): NodeInput => ({
  id: "call",
  type: "sub_flow",
  data: { workflow, input: input as never },
});
const post = () => createHttpNode("post", `${third.url}/{{ input }}`, { data: { method: "POST" } });
const forLong: NodeInput = { id: "rest", type: "delay", data: { for: { hours: 1 } } };
const keysOf = (path: string) =>
  third.received.filter((one) => one.path === path).map(({ headers }) => headers["idempotency-key"]);
const calledBy = (id: string) =>
  server.deps.db.selectFrom("runs").selectAll().where("parent_run", "=", id).orderBy("parent_path").execute();

test("called workflows that a restored backup starts anew send the keys that they sent before", async () => {
  const outer = await publish(call(await publish(post(), forLong), "{{ input }}"));
  const id = await startTestRun(server, {
    nodes: [
      { id: "loop", type: "loop", data: { items: "{{ input }}", concurrency: 2 } },
      call(outer, "{{ loop.item }}"),
    ],
    edges: ["start>loop", "loop:item>call", "call>loop"],
    input: ["a", "b"],
  });
  await eventually(async () => keysOf("/a").length === 1 && keysOf("/b").length === 1);
  const called = await calledBy(id);
  expect(called).toHaveLength(2);
  // The backup holds the steps that wait, with the jobs that start what they call.
  for (const one of called) {
    const further = (await calledBy(one.id)).map((run) => run.id);
    await server.deps.db
      .deleteFrom("runs")
      .where("id", "in", [one.id, ...further])
      .execute();
    const { parent_path: path, input } = one;
    const asked = { parentRun: id, parentPath: path ?? "", workflow: outer, input };
    const job = { settle: async () => {} } as Partial<JobContext> as JobContext;
    await startCalledWorkflow(server.deps, asked, job);
  }
  await eventually(async () => keysOf("/a").length === 2 && keysOf("/b").length === 2);
  const [a, b] = [keysOf("/a"), keysOf("/b")];
  expect(a[1]).toBe(a[0]);
  expect(b[1]).toBe(b[0]);
  expect(a[0]).not.toBe(b[0]);
});

test("a replay of a called workflow acts again, under another key", async () => {
  const id = await startTestRun(server, { nodes: [call(await publish(post()), "{{ input }}")], input: "c" });
  await waitForRunEnd(server, id);
  const [called] = await calledBy(id);
  const { status } = await server.request({
    method: "POST",
    url: `/api/v2/public/execution/${called?.id}/rerun`,
    key: server.testKey,
  });
  expect(status).toBe(200);
  await eventually(async () => keysOf("/c").length === 2);
  expect(new Set(keysOf("/c")).size).toBe(2);
});
