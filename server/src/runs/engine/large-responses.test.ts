import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../../test/test-server.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import type { Json } from "../../platform/json/json.ts";
import { applyEdgeDefaults, applyNodeDefaults, type NodeInput } from "../../workflows/definition/graph.ts";
import { waitForAnswer } from "../read/wait-for-answer.ts";
import { deleteUnusedPayloads } from "../results/payload-store.ts";
import {
  createCodeNode,
  createTestAccount,
  insertTestVersion,
  readRunRow,
  startRunsOf,
  startTestRun,
  waitForRunResponse,
} from "../start/test-run.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
});
beforeEach(async () => {
  await server.deps.db.deleteFrom("runs").execute();
  await sweep();
});
afterAll(() => server.close());

const LARGE: Json = Array.from({ length: 10_000 }, (_, index) => ({ index, text: "some text that is long" }));
const give = createCodeNode(
  "give",
  "return Array.from({ length: 10000 }, (_, index) => ({ index, text: 'some text that is long' }))",
);
const answer: NodeInput = { id: "answer", type: "response", data: { body: "{{ node.give.body }}" } };

/** Deletes the large values that nobody holds. */
async function sweep(): Promise<void> {
  const { db, database } = server.deps;
  await sql`update payloads set unused_since = unused_since - interval '2 minutes'`.execute(db);
  await deleteUnusedPayloads(database, new Date(), 500);
}

/** How many large values are stored, and how many bytes the longest row has that could hold one beside them. */
async function stored(): Promise<{ values: number; longestRow: number }> {
  const { rows } = await sql<{ values: number; longest: number }>`
    select (select count(*)::int from payloads) as values, greatest(
      (select max(octet_length(row_to_json(r)::text)) from runs r),
      (select max(octet_length(row_to_json(s)::text)) from run_steps s),
      (select max(octet_length(row_to_json(g)::text)) from run_signals g)) as longest`.execute(
    server.deps.db,
  );
  return { values: rows[0]?.values ?? 0, longestRow: rows[0]?.longest ?? 0 };
}

async function expectStoredOnce(): Promise<void> {
  const { values, longestRow } = await stored();
  expect(values).toBe(1);
  expect(longestRow).toBeLessThan(4000);
}

test("a large result is written as JSON once for each step that gives it, wherever it stands in the record", async () => {
  const pass = { id: "pass", type: "transform", data: { output: "{{ node.give.body }}" } };
  const writes = vi.spyOn(JSON, "stringify");
  const id = await startTestRun(server, { nodes: [give, pass] });
  await eventually(async () => (await readRunRow(server, id)).status === "COMPLETED");
  const large = writes.mock.results.filter(({ value }) => String(value).length > 100_000);
  writes.mockRestore();
  expect(large).toHaveLength(2);
  expect(await waitForRunResponse(server, id)).toEqual(LARGE);
});

describe("a large response", () => {
  test("is stored once with the result that it is, and read whole", async () => {
    const id = await startTestRun(server, { nodes: [give] });
    expect(await waitForRunResponse(server, id)).toEqual(LARGE);
    await expectStoredOnce();
  });

  test("of several last nodes is read whole", async () => {
    const nodes = [give, createCodeNode("other", "return 1")];
    const id = await startTestRun(server, { nodes, edges: ["start>give", "start>other"] });
    expect(await waitForRunResponse(server, id)).toEqual({ give: LARGE, other: 1 });
    await expectStoredOnce();
  });

  test("of a response node is there for who waits for it, and stays when the execution goes on", async () => {
    const scope = await createTestAccount(server);
    const nodes: NodeInput[] = [
      give,
      answer,
      { id: "rest", type: "delay", data: { for_ms: 600 } },
      createCodeNode("after", "return 'not this'"),
    ];
    const version = await insertTestVersion(server, scope, { nodes });
    const [id = ""] = await startRunsOf(server, scope, version, { inputs: [null], executionType: "SYNC" });
    const { signal } = new AbortController();
    const run = await waitForAnswer(server.deps, scope, id, { limitMs: 20_000, signal });
    expect(run?.response).toEqual(LARGE);
    expect(await waitForRunResponse(server, id)).toEqual(LARGE);
    await expectStoredOnce();
  });

  test("of a called workflow reaches the one that called it", async () => {
    const all = applyNodeDefaults([{ id: "start", type: "start" }, give]);
    const edges = applyEdgeDefaults([{ source: "start", target: "give" }]);
    const workflow = await insertTestWorkflow(server.deps, server.test, { nodes: all, edges, slug: null });
    const nodes: NodeInput[] = [
      { id: "call", type: "sub_flow", data: { workflow } },
      createCodeNode("count", "return [node.call.body.length, node.call.body[9999].index]"),
    ];
    expect(await waitForRunResponse(server, await startTestRun(server, { nodes }))).toEqual([10_000, 9999]);
    await expectStoredOnce();
  });
});
