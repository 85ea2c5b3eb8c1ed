import { expect, test } from "vitest";
import { eventually, type TestReply } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import { createId } from "../../platform/id.ts";
import { applyEdgeDefaults, applyNodeDefaults, type NodeInput } from "../../workflows/definition/graph.ts";
import { useThirdParty } from "../engine/test-third-party.ts";
import {
  createCodeNode,
  createHttpNode,
  insertTestVersion,
  startRunsOf,
  waitForRunEnd,
} from "../start/test-run.ts";

const { server, third } = useThirdParty();

const EXECUTION = "/api/v2/public/execution";
const ask: NodeInput = { id: "ask", type: "approval", name: "Refund?", data: { title: "Refund?" } };
const act = () => createHttpNode("act", `${third.url}/refund`);

async function customer(): Promise<{ scope: AccountScope; token: string }> {
  const accountId = `account-${createId()}`;
  const token = await server.account(accountId);
  const rows = server.deps.db.selectFrom("linked_accounts").select("id").where("account_id", "=", accountId);
  const { id } = await rows.executeTakeFirstOrThrow();
  return { scope: { ...server.test, account: { id, accountId } }, token };
}

/** Approves what an execution asks for, as soon as it does. */
async function approve(id: string, path = "ask"): Promise<void> {
  const url = `${EXECUTION}/${id}/nodes/${encodeURIComponent(path)}/approval`;
  const approved = { method: "PUT", url, key: server.testKey, body: { approved: true } } as const;
  await eventually(async () => (await server.request(approved)).status === 200);
}

/** Starts an execution of an organization's workflow of these nodes. */
async function start(
  { scope }: { scope: AccountScope },
  nodes: NodeInput[],
  edges?: string[],
): Promise<string> {
  const workflow = await insertTestVersion(server, scope, { nodes, edges });
  const [id = ""] = await startRunsOf(server, scope, workflow, { inputs: [null] });
  return id;
}

const replay = (id: string, as: { token: string } | { key: string }, body: unknown): Promise<TestReply> =>
  server.request({ method: "POST", url: `${EXECUTION}/${id}/replay`, ...as, body });

test("an approval is valid for one execution: a session token replays from the start, an API key from any node", async () => {
  const who = await customer();
  const id = await start(who, [ask, act()], ["start>ask", "ask:approved>act"]);
  await approve(id);
  expect(await waitForRunEnd(server, id)).toMatchObject({ status: "COMPLETED" });
  third.reset();
  const refused = await replay(id, { token: who.token }, { from_node: "act" });
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('"Refund?"') } });
  expect(third.received).toEqual([]);
  const anew = await replay(id, { token: who.token }, { from_node: "ask" });
  expect(anew.status, anew.text).toBe(200);
  expect((await replay(id, { token: who.token }, {})).status).toBe(200);
  const byKey = await replay(id, { key: server.testKey }, { from_node: "act" });
  expect(await waitForRunEnd(server, byKey.body.id)).toMatchObject({ status: "COMPLETED" });
  expect(third.received).toHaveLength(1);
  // What the key did again holds the answer as well.
  expect((await replay(byKey.body.id, { token: who.token }, { from_node: "act" })).status).toBe(403);
});

test("a bulk replay by a session token skips such executions, and says why", async () => {
  const who = await customer();
  const id = await start(who, [ask, act()], ["start>ask", "ask:approved>act"]);
  await approve(id);
  await waitForRunEnd(server, id);
  third.reset();
  const body = { filter: { status: "COMPLETED" }, from_node: "act" };
  const url = `${EXECUTION}/replay`;
  const begun = await server.request({ method: "POST", url, token: who.token, body });
  expect(begun.status, begun.text).toBe(200);
  const ended = await eventually(async () => {
    const { body: now } = await server.request({ url: `${url}/${begun.body._id}`, token: who.token });
    return now.status === "COMPLETED" && now;
  });
  expect(ended).toMatchObject({ started: 0, failed: 1 });
  expect(ended.problems).toEqual([{ execution_id: id, message: expect.stringContaining("API key") }]);
  expect(third.received).toEqual([]);
});

test("inside a loop and in a called workflow, an answer is not reused either", async () => {
  const who = await customer();
  const loop: NodeInput = { id: "loop", type: "loop", data: { items: [1] } };
  const edges = ["start>loop", "loop:item>ask", "ask:approved>act", "act>loop"];
  const looped = await start(who, [loop, ask, act()], edges);
  await approve(looped, "loop[0]/ask");
  await waitForRunEnd(server, looped);
  expect((await replay(looped, { token: who.token }, { from_node: "loop[0]/act" })).status).toBe(403);

  const nodes = applyNodeDefaults([{ id: "start", type: "start" }, ask]);
  const called = applyEdgeDefaults([{ source: "start", target: "ask" }]);
  const workflow = await insertTestWorkflow(server.deps, server.test, { nodes, edges: called, slug: null });
  const calling = await start(who, [{ id: "call", type: "sub_flow", data: { workflow } }, act()]);
  const child = await eventually(() => {
    const runs = server.deps.db.selectFrom("runs").select("id").where("parent_run", "=", calling);
    return runs.executeTakeFirst();
  });
  await approve(child.id);
  await waitForRunEnd(server, calling);
  expect((await replay(calling, { token: who.token }, { from_node: "act" })).status).toBe(403);
});

test("a session token still reuses steps that nobody answered", async () => {
  const who = await customer();
  const id = await start(who, [createCodeNode("prepare", "return 1"), act()]);
  await waitForRunEnd(server, id);
  expect((await replay(id, { token: who.token }, { from_node: "act" })).status).toBe(200);
});
