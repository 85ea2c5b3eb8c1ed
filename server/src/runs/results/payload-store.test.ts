import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { eventually, type TestReply } from "../../../test/test-server.ts";
import { WORK } from "../../api/app.ts";
import type { Json } from "../../platform/json/json.ts";
import { useThirdParty } from "../engine/test-third-party.ts";
import {
  createCodeNode,
  createHttpNode,
  createTestAccount,
  insertTestVersion,
  readRun,
  startRunsOf,
  startTestRun,
  waitForRunEnd,
  waitForRunResponse,
} from "../start/test-run.ts";
import { deleteUnusedPayloads } from "./payload-store.ts";

const { server, third } = useThirdParty();

/** About 400 KB of JSON that `seed` tells from others, and from itself as text. */
const large = (seed: string): Json =>
  Array.from({ length: 10_000 }, (_, index) => ({ seed, index, text: "some text" }));

async function stored() {
  const all = sql<{ size: number; unused_since: Date | null }>`select size, unused_since from payloads`;
  return (await all.execute(server.deps.db)).rows;
}

const rowsOf = (id: string) =>
  server.deps.db.selectFrom("run_steps").selectAll().where("run_id", "=", id).orderBy("path").execute();

/** Forgets what is stored for the tests before. */
async function clear(): Promise<void> {
  await server.deps.db.deleteFrom("runs").execute();
  await age();
  await deleteUnusedPayloads(server.deps.database, new Date(), 500);
  expect(await stored()).toEqual([]);
}

const age = () =>
  sql`update payloads set unused_since = unused_since - interval '2 minutes'`.execute(server.deps.db);

/** An ended run that got a large answer, passed it on, and counted it. */
async function passOn(seed: string): Promise<string> {
  third.answers.push({ status: 200, body: JSON.stringify(large(seed)) });
  const nodes = [
    createHttpNode("fetch", `${third.url}/fetch`),
    createHttpNode("send", `${third.url}/send`, { data: { method: "POST", body: "{{ node.fetch.body }}" } }),
    createCodeNode("count", "return node.fetch.body.length + ' ' + node.fetch.body[9999].index"),
  ];
  const id = await startTestRun(server, { nodes });
  await waitForRunEnd(server, id);
  return id;
}

describe("a large value", () => {
  test("is stored once as one step's output and the next one's input, and read whole", async () => {
    await clear();
    const id = await passOn("once");
    expect(await waitForRunResponse(server, id)).toBe("10000 9999");
    expect(JSON.parse(third.received[1]?.body ?? "")).toEqual(large("once"));
    const size = JSON.stringify(large("once")).length;
    expect(await stored()).toMatchObject([{ size, unused_since: null }]);
    const rows = await rowsOf(id);
    expect(Math.max(...rows.map((row) => JSON.stringify(row).length))).toBeLessThan(2000);
    const { nodes } = await readRun(server, id);
    expect(nodes[1].latest_output.body).toEqual(large("once"));
    expect(nodes[2].input_data.body).toEqual(large("once"));
    expect(nodes[1].output_size).toBe(JSON.stringify(nodes[1].latest_output).length);
    expect(nodes[2].input_size).toBe(JSON.stringify(nodes[2].input_data).length);
    const url = `/api/v2/public/execution/${id}/nodes/fetch/attempts`;
    const { body } = await server.request({ url, key: server.testKey });
    expect(body.docs[0].output.body).toEqual(large("once"));
  });

  test("is still there after the process that wrote it has ended", async () => {
    third.answers.push({ status: 200, body: JSON.stringify(large("crash")) });
    const nodes = [
      createHttpNode("fetch", `${third.url}/fetch`),
      { id: "rest", type: "delay", data: { for_ms: 4000 } },
      createCodeNode("count", "return node.fetch.body.length"),
    ];
    const id = await startTestRun(server, { nodes });
    await eventually(async () => (await readRun(server, id)).nodes[2].node_status === "Waiting");
    await server.deps.work.stop(60_000);
    await server.deps.work.start(WORK, server.deps);
    expect(await waitForRunResponse(server, id)).toBe(10_000);
  });

  test("of events is stored once for all runs they start", async () => {
    await clear();
    const scope = await createTestAccount(server);
    const version = await insertTestVersion(server, scope, {
      nodes: [createCodeNode("count", "return input.list.length")],
    });
    const input = { list: large("input"), other: 1 };
    const ids = await startRunsOf(server, scope, version, { inputs: [input, input, { list: [1] }] });
    expect(await Promise.all(ids.map((id) => waitForRunResponse(server, id)))).toEqual([10_000, 10_000, 1]);
    expect(await stored()).toHaveLength(1);
    const { nodes } = await readRun(server, ids[0] ?? "");
    expect(nodes[0].input_data).toEqual(input);
    expect(nodes[0].input_size).toBe(JSON.stringify(input).length);
  });

  test("is kept when a run is replayed, from its start or from a node", async () => {
    await clear();
    const scope = await createTestAccount(server);
    third.answers.push({ status: 200, body: JSON.stringify(large("replay")) });
    const nodes = [
      createHttpNode("fetch", `${third.url}/fetch`),
      createCodeNode("count", "return [node.fetch.body.length, input.length]"),
    ];
    const version = await insertTestVersion(server, scope, { nodes });
    const [id = ""] = await startRunsOf(server, scope, version, { inputs: [large("start")] });
    await waitForRunEnd(server, id);
    const replay = async (body: object): Promise<TestReply["body"]> => {
      const url = `/api/v2/public/execution/${id}/replay`;
      return (await server.request({ method: "POST", url, key: server.testKey, body })).body.id;
    };
    const copied = await replay({ from_node: "count" });
    expect(await waitForRunResponse(server, copied)).toEqual([10_000, 10_000]);
    await server.deps.db.deleteFrom("runs").where("id", "=", id).execute();
    await age();
    await deleteUnusedPayloads(server.deps.database, new Date(), 500);
    expect((await readRun(server, copied)).nodes[1].latest_output.body).toEqual(large("replay"));
    expect(await stored()).toHaveLength(2);
  });

  test("is deleted some time after the last run that uses it, unless it is used again", async () => {
    await clear();
    const { db, database } = server.deps;
    const one = await passOn("shared");
    const other = await passOn("shared");
    const sweep = () => deleteUnusedPayloads(database, new Date(), 500);
    await db.deleteFrom("runs").where("id", "=", one).execute();
    await age();
    expect(await sweep()).toBe(0);
    await db.deleteFrom("runs").where("id", "=", other).execute();
    expect(await sweep()).toBe(0);
    expect((await stored())[0]?.unused_since).toBeInstanceOf(Date);
    const last = await passOn("shared");
    expect((await stored())[0]?.unused_since).toBeNull();
    await db.deleteFrom("runs").where("id", "=", last).execute();
    await age();
    expect(await sweep()).toBe(1);
    expect(await stored()).toEqual([]);
  });

  test("in loops is returned as results, and page by page", async () => {
    const nodes = [
      { id: "loop", type: "loop", data: { items: "{{ input }}" } },
      createCodeNode("each", "return Array.from({ length: 60000 }, () => loop.item)"),
      createCodeNode("after", "return node.loop.body.map((list) => list.length)"),
    ];
    const edges = ["start>loop", "loop:item>each", "loop:done>after"];
    const id = await startTestRun(server, { nodes, edges, input: ["a", "b", "c"] });
    expect(await waitForRunResponse(server, id)).toEqual([60_000, 60_000, 60_000]);
    const url = `/api/v2/public/execution/${id}/nodes/loop/batches?limit=1&page=2`;
    const { body } = await server.request({ url, key: server.testKey });
    expect(body.totalDocs).toBe(3);
    expect(body.docs[0].output).toHaveLength(60_000);
  });
});
