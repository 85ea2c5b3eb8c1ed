import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestReply, type TestServer } from "../../../test/test-server.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import { applyEdgeDefaults, applyNodeDefaults } from "../../workflows/definition/graph.ts";
import { createEndedRun, replayToEnd } from "../replay/test-replay.ts";
import { createCodeNode, readRun, startTestRun, waitForRunEnd } from "../start/test-run.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
afterAll(() => server.close());

const find = (filter: Record<string, string>, key = server.testKey): Promise<TestReply> =>
  server.request({ url: `/api/v2/public/execution?${new URLSearchParams(filter)}`, key });
const idsOf = ({ body }: TestReply) => body.docs.map(({ _id }: { _id: string }) => _id);

/** An execution that has called another one for each item; the called ones, newest first. */
async function withCalled(items: number[]): Promise<{ id: string; called: string[] }> {
  const nodes = applyNodeDefaults([
    { id: "start", type: "start" },
    createCodeNode("work", "if (input.n === 2) throw new Error('no')"),
  ]);
  const edges = applyEdgeDefaults([{ source: "start", target: "work" }]);
  const workflow = await insertTestWorkflow(server.deps, server.test, { nodes, edges, slug: null });
  const id = await startTestRun(server, {
    nodes: [
      { id: "each", type: "loop", data: { items: "{{ input }}" } },
      {
        id: "call",
        type: "sub_flow",
        on_error: "continue",
        data: { workflow, input: { n: "{{ loop.item }}" } },
      },
    ],
    edges: ["start>each", "each:item>call"],
    input: items,
  });
  await waitForRunEnd(server, id);
  const rows = server.deps.db.selectFrom("runs").select("id").where("parent_run", "=", id);
  const called = await rows.orderBy("id", "desc").execute();
  return { id, called: called.map((row) => row.id) };
}

describe("executions are listed", () => {
  test("that one has called, newest first, page by page, also by state", async () => {
    const { id, called } = await withCalled([1, 2, 3]);
    expect(called).toHaveLength(3);
    const all = await find({ parent_execution_id: id });
    expect(all.body.totalDocs).toBe(3);
    expect(idsOf(all)).toEqual(called);
    const first = await find({ parent_execution_id: id, limit: "2" });
    expect(idsOf(first)).toEqual(called.slice(0, 2));
    const second = await find({ parent_execution_id: id, limit: "2", after: first.body.nextCursor });
    expect(idsOf(second)).toEqual(called.slice(2));
    const failed = await find({ parent_execution_id: id, status: "ERRORED" });
    expect(failed.body.docs).toMatchObject([{ parent_execution_id: id, status: "ERRORED" }]);
    expect(idsOf(await find({ parent_execution_id: id, execution_id: called[1] ?? "" }))).toEqual([
      called[1],
    ]);
  });

  test("that repeat one, not those that repeat its replays", async () => {
    const id = await createEndedRun(server, { nodes: [createCodeNode("work", "return 1")] });
    const first = (await replayToEnd(server, id, {}))._id;
    const second = (await replayToEnd(server, id, { from_node: "work" }))._id;
    const ofFirst = (await replayToEnd(server, first, {}))._id;
    expect(idsOf(await find({ replay_of: id }))).toEqual([second, first]);
    expect(idsOf(await find({ replay_of: id, sortAsc: "true" }))).toEqual([first, second]);
    expect(idsOf(await find({ replay_of: first }))).toEqual([ofFirst]);
    expect(idsOf(await find({ replay_of: ofFirst }))).toEqual([]);
    expect(idsOf(await find({ replay_of: id, search: first }))).toEqual([first]);
    expect(idsOf(await find({ replay_of: id, parent_execution_id: id }))).toEqual([]);
  });

  test("to their own account, and to nobody of other environments and organizations", async () => {
    const { id, called } = await withCalled([1]);
    const { linked_account_id: account } = await readRun(server, id);
    const ask = async (token: string) =>
      idsOf(await server.request({ url: `/api/v2/public/execution?parent_execution_id=${id}`, token }));
    expect(await ask(await server.account(account))).toEqual(called);
    expect(await ask(await server.account("another"))).toEqual([]);
    const { testKey } = await server.organization();
    for (const key of [server.productionKey, testKey])
      expect(idsOf(await find({ parent_execution_id: id }, key))).toEqual([]);
  });

  test("and are replayed as a whole", async () => {
    const { id } = await withCalled([2, 2, 1]);
    const body = { filter: { parent_execution_id: id, status: "ERRORED" }, dry_run: true };
    const url = "/api/v2/public/execution/replay";
    const reply = await server.request({ method: "POST", url, key: server.testKey, body });
    expect(reply.body).toMatchObject({ status: "DRY_RUN", matched: 2 });
  });
});
