import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { DELETIONS } from "../../api/app.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import { createId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";
import { applyEdgeDefaults, applyNodeDefaults } from "../../workflows/definition/graph.ts";
import { deleteOld } from "../retention.ts";
import { insertRuns } from "../start/start.ts";
import {
  createCodeNode,
  createTestAccount,
  insertTestVersion,
  startRunsOf,
  waitForRunEnd,
} from "../start/test-run.ts";

const URL = "/api/v2/public/execution";
let server: TestServer;
let scope: AccountScope;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
  const accountId = `account-${createId()}`;
  token = await server.account(accountId);
  scope = await createTestAccount(server, accountId);
});
afterAll(() => server.close());

const query = (filter: object) => new URLSearchParams(filter as Record<string, string>).toString();
const idsOf = ({ body }: { body: { docs: { id: string }[] } }) => body.docs.map(({ id }) => id);

/** What an API key finds, and what the account itself does. */
async function find(filter: object): Promise<string[]> {
  const reply = await server.request({ url: `${URL}?${query(filter)}`, key: server.testKey });
  expect(reply.status, reply.text).toBe(200);
  return idsOf(reply);
}
async function findAsAccount(filter: object): Promise<{ ids: string[]; total: number }> {
  const reply = await server.request({ url: `${URL}?${query(filter)}`, token });
  expect(reply.status, reply.text).toBe(200);
  return { ids: idsOf(reply), total: reply.body.totalDocs };
}

/** Ended runs of one workflow of the account, each with an input. */
async function runsWith(inputs: readonly Json[], text = "return 1"): Promise<string[]> {
  const version = await insertTestVersion(server, scope, { nodes: [createCodeNode("work", text)] });
  const ids = await startRunsOf(server, scope, version, { inputs });
  for (const id of ids) await waitForRunEnd(server, id);
  return ids;
}

describe("executions are found", () => {
  test("by an id, or its first eight characters", async () => {
    const [id = ""] = await runsWith([null]);
    expect(await find({ search: id })).toEqual([id]);
    expect(await find({ search: id.toUpperCase() })).toEqual([id]);
    expect(await find({ search: id.slice(0, 20) })).toEqual([id]);
    expect(await find({ search: id.slice(0, 8) })).toContain(id);
    expect(await find({ search: id.slice(0, 7) })).toEqual([]);
    expect(await find({ search: id, status: "ERRORED" })).toEqual([]);
    expect((await findAsAccount({ search: id })).ids).toEqual([id]);
  });

  test("by the end of an id, as in lists", async () => {
    const [id = "", other = ""] = await runsWith([null, null]);
    const end = id.slice(-8);
    expect(await find({ search: end })).toEqual([id]);
    expect(await find({ search: `…${end}` })).toEqual([id]);
    expect(await find({ search: id.slice(-16).toUpperCase() })).toEqual([id]);
    expect(await find({ search: id.slice(-7) })).toEqual([]);
    expect(await find({ search: end, linked_account_id: scope.account.accountId })).toEqual([id]);
    expect(await find({ search: end, status: "ERRORED" })).toEqual([]);
    expect((await findAsAccount({ search: other.slice(-8) })).ids).toEqual([other]);
    expect((await findAsAccount({ search: other.slice(-8) })).total).toBe(1);
  });

  test("by a whole value of their input, ignoring case, also at a path", async () => {
    const order = createId();
    const input = {
      order: { id: order, name: "Ada Lovelace", total: 41.5 },
      lines: [{ sku: `SKU-${order}` }],
    };
    const [id = "", other = ""] = await runsWith([input, { reference: order }]);
    expect(await find({ input: order })).toEqual([other, id]);
    expect(await find({ search: order })).toEqual([other, id]);
    expect(await find({ input: `order.id=${order}` })).toEqual([id]);
    expect(await find({ input: `ORDER.ID = ${order.toUpperCase()}` })).toEqual([id]);
    expect(await find({ input: `id=${order}` })).toEqual([]);
    expect(await find({ input: `lines.sku=sku-${order}` })).toEqual([id]);
    expect(await find({ input: order.slice(0, 12) })).toEqual([]);
    expect(await find({ search: `ada lovelace`, input: order })).toEqual([id]);
    expect(await find({ search: `${order} 41.5` })).toEqual([id]);
    expect(await find({ search: `${order} 41` })).toEqual([]);
    expect((await findAsAccount({ input: order })).ids).toEqual([other, id]);
  });

  test("by words of their error, its code and node, and by errors and values together", async () => {
    const word = `w${createId()}`;
    const text = `throw new Error("Stock of ${word} is gone: input " + input.sku)`;
    const [id = "", other = ""] = await runsWith([{ sku: "one" }, { sku: "two" }], text);
    expect(await find({ error: word })).toEqual([other, id]);
    expect(await find({ error: `stock ${word.toUpperCase()}` })).toEqual([other, id]);
    expect(await find({ error: `work CODE_THROWN ${word} two` })).toEqual([other]);
    expect(await find({ error: `${word} elsewhere` })).toEqual([]);
    expect(await find({ search: `${word} one` })).toEqual([id]);
    expect(await find({ search: word, input: "sku=two", status: "ERRORED" })).toEqual([other]);
    expect(await find({ input: word })).toEqual([]);
  });

  test("page by page, by number and by cursor, in both orders, with further filters", async () => {
    const batch = createId();
    const ids = await runsWith(Array.from({ length: 25 }, (_, n) => ({ batch, n })));
    const newest = ids.toReversed();
    const read = async (filter: object) => {
      const reply = await server.request({ url: `${URL}?${query(filter)}`, key: server.testKey });
      return { ids: idsOf(reply), ...reply.body };
    };
    const first = await read({ input: batch });
    expect(first).toMatchObject({ ids: newest.slice(0, 10), totalDocs: 25, hasNextPage: true });
    expect(await read({ input: batch, page: 3 })).toMatchObject({
      ids: newest.slice(20),
      hasNextPage: false,
    });
    const second = await read({ input: batch, after: first.nextCursor });
    expect(second.ids).toEqual(newest.slice(10, 20));
    expect(await read({ input: batch, after: second.nextCursor })).toMatchObject({
      ids: newest.slice(20),
      nextCursor: null,
    });
    expect((await read({ input: batch, sortAsc: "true", limit: 3, page: 2 })).ids).toEqual(ids.slice(3, 6));
    expect((await read({ input: batch, start_date: "2999-01-01" })).ids).toEqual([]);
  });

  test("regardless of how many are newer", async () => {
    const [order, batch] = [createId(), createId()];
    const older = await runsWith([
      { order, n: 1 },
      { order, n: 2 },
      { order, n: 3 },
    ]);
    const version = await insertTestVersion(server, scope, { nodes: [] });
    await startRunsOf(server, scope, version, {
      inputs: Array.from({ length: 2100 }, (_, n) => ({ batch, n })),
    });
    const [newer = ""] = await runsWith([{ order, n: 4 }]);
    const all = [newer, ...older.toReversed()];
    expect(await find({ input: order })).toEqual(all);
    expect(await find({ input: order, limit: 2, page: 2 })).toEqual(all.slice(2));
    expect(await find({ input: order, sortAsc: true, limit: 3 })).toEqual(older);
    expect(await find({ search: `${order} 3` })).toEqual(older.slice(2));
    const reply = await server.request({ url: `${URL}?${query({ input: batch })}`, key: server.testKey });
    expect(reply.body).toMatchObject({ totalDocsIsEstimate: true, hasNextPage: true });
    const last = await server.request({
      url: `${URL}?${query({ input: batch, page: 210 })}`,
      key: server.testKey,
    });
    expect(last.body).toMatchObject({ hasNextPage: false, docs: { length: 10 } });
  });

  test.each([
    "search=",
    "search=%20",
    "error=--",
    "input=%20",
    `search=${"a+".repeat(9)}`,
    `input=${"a".repeat(201)}`,
  ])("400: %s", async (text) => {
    expect((await server.request({ url: `${URL}?${text}`, key: server.testKey })).status).toBe(400);
  });
});

describe("nobody finds an execution", () => {
  test("of another organization, environment or account", async () => {
    const order = createId();
    const [id = ""] = await runsWith([{ order }]);
    const stranger = await server.account("stranger");
    const other = await server.organization();
    for (const filter of [{ input: order }, { search: order }, { search: id }]) {
      const url = `${URL}?${query(filter)}`;
      for (const who of [{ key: other.testKey }, { key: server.productionKey }, { token: stranger }])
        expect((await server.request({ url, ...who })).body).toMatchObject({ docs: [], totalDocs: 0 });
    }
  });

  test("by a secret of its input", async () => {
    const secret = createId();
    await runsWith([{ password: secret, login: { clientSecret: secret } }]);
    expect(await find({ input: secret })).toEqual([]);
    expect(await find({ search: secret })).toEqual([]);
  });

  test("with a session token, by error text that the customer cannot read", async () => {
    const word = `w${createId()}`;
    const [id = ""] = await runsWith([{ n: 1 }], `throw new Error("No ${word}")`);
    expect(await find({ error: word })).toEqual([id]);
    for (const filter of [{ error: word }, { search: word }])
      expect(await findAsAccount(filter)).toEqual({ ids: [], total: 0 });
    const shown = await server.request({ url: `${URL}/${id}`, token });
    expect(shown.text).not.toContain(word);
    const told: string = shown.body.execution_error.message;
    expect((await findAsAccount({ error: `${told} CODE_THROWN` })).ids).toContain(id);
    const body = { filter: { error: word }, dry_run: true };
    const replay = await server.request({ method: "POST", url: `${URL}/replay`, token, body });
    expect(replay.body.matched).toBe(0);
  });

  test("with a session token, by a caller's input or possible input, nor a replay", async () => {
    const order = createId();
    const nodes = applyNodeDefaults([
      { id: "start", type: "start" },
      createCodeNode("bad", "throw new Error('no')"),
    ]);
    const edges = applyEdgeDefaults([{ source: "start", target: "bad" }]);
    const called = await insertTestWorkflow(server.deps, server.test, { nodes, edges, slug: null });
    const call = {
      id: "call",
      type: "sub_flow",
      data: { workflow: called, input: { order: "{{ input.hint }}1" } },
    };
    const version = await insertTestVersion(server, scope, { nodes: [call] });
    const [id = ""] = await startRunsOf(server, scope, version, { inputs: [{ hint: order }] });
    await waitForRunEnd(server, id);
    const [child = ""] = await find({ input: `order=${order}1` });
    expect(child).not.toBe("");
    for (const filter of [
      { input: `${order}1` },
      { search: `${order}1` },
      { error: "CODE_THROWN", search: child },
    ])
      expect(await findAsAccount(filter)).toEqual({ ids: [], total: 0 });
    expect((await findAsAccount({ search: child })).ids).toEqual([child]);
    const rerun = await server.request({ method: "POST", url: `${URL}/${child}/rerun`, key: server.testKey });
    expect(rerun.status, rerun.text).toBe(200);
    expect(await find({ input: `${order}1` })).toHaveLength(2);
    expect(await findAsAccount({ input: `${order}1` })).toEqual({ ids: [], total: 0 });
  });
});

describe("search terms of executions", () => {
  test("select those of a bulk replay", async () => {
    const order = createId();
    const ids = await runsWith(
      [{ order }, { order }, { order: "other" }],
      "throw new Error('gone for good')",
    );
    const replay = async (body: object) =>
      (await server.request({ method: "POST", url: `${URL}/replay`, key: server.testKey, body })).body;
    expect(await replay({ filter: { input: `order=${order}`, error: "gone" }, dry_run: true })).toMatchObject(
      { matched: 2 },
    );
    expect(await replay({ filter: { search: ids[2] }, dry_run: true })).toMatchObject({ matched: 1 });
    expect(await replay({ filter: { search: "nothing-of-this" }, dry_run: true })).toMatchObject({
      matched: 0,
    });
    expect(await replay({ filter: { search: order } })).toMatchObject({ matched: 2 });
  });

  test("are deleted with them: by retention, and with their account", async () => {
    const own = await createTestAccount(server);
    const version = await insertTestVersion(server, own, { nodes: [] });
    const ids = await startRunsOf(server, own, version, { inputs: [{ n: 1 }, { n: 2 }] });
    for (const id of ids) await waitForRunEnd(server, id);
    const [id = ""] = await runsWith([{ n: 3 }]);
    const left = async () => {
      const all = [...ids, id];
      const { rows } = await sql`select run_id from run_search where run_id = any (${all})`.execute(
        server.deps.db,
      );
      return rows.length;
    };
    expect(await left()).toBe(3);
    const url = `/api/v2/public/linked-account/${own.account.accountId}`;
    const gone = await server.request({
      method: "DELETE",
      url,
      key: server.testKey,
      account: own.account.accountId,
    });
    expect(gone.status, gone.text).toBeLessThan(300);
    expect(await left()).toBe(1);
    const clock = { now: () => new Date(Date.now() + 31 * 86_400_000) };
    await deleteOld({ ...server.deps, clock }, { old: DELETIONS.old, leftOver: [] });
    expect(await left()).toBe(0);
  });

  test("do not exist if the search is turned off, except for ids", async () => {
    const order = createId();
    const version = await insertTestVersion(server, scope, { nodes: [] });
    const deps = { ...server.deps, config: { ...server.deps.config, searchValues: 0 } };
    const request = {
      workflow: version,
      configId: scope.account.accountId,
      settings: { fields: {}, workflowFields: {} },
      source: "API Call" as const,
      input: { order },
    };
    const [id = ""] = await deps.queue.transaction((tx) => insertRuns(deps, tx, [{ scope, request }]));
    expect(await find({ input: order })).toEqual([]);
    expect(await find({ search: id })).toEqual([id]);
  });
});
