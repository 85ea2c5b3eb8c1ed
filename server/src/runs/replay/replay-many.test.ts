import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import { signInOperator } from "../../../test/sign-in-operator.ts";
import { eventually } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { createId } from "../../platform/id.ts";
import type { JobContext } from "../../platform/queue/job.ts";
import type { NodeInput } from "../../workflows/definition/graph.ts";
import { stopRun } from "../engine/stop.ts";
import { useThirdParty } from "../engine/test-third-party.ts";
import {
  createCodeNode,
  createHttpNode,
  createTestAccount,
  insertTestVersion,
  startRunsOf,
  waitForRunEnd,
} from "../start/test-run.ts";
import { replayBatch, replayDue } from "./replay-many.ts";
import { type Asker, postReplay, REPLAYS_URL, readReplay } from "./test-replay.ts";

const { server, third } = useThirdParty();

const replay = (body: unknown, asker?: Asker) => postReplay(server, body, asker);
const progress = (id: string) => readReplay(server, id);

/** The replay once nothing is left of it. */
const replayEnd = (id: string) =>
  eventually(async () => {
    const { body } = await progress(id);
    return body.status !== "RUNNING" && body;
  });

const newRunsOf = (scope: AccountScope) =>
  server.deps.db
    .selectFrom("runs")
    .select(["id", "replay_of", "status"])
    .where("account_id", "=", scope.account.id)
    .where("replay_of", "is not", null)
    .orderBy("replay_of")
    .execute();

/** An account with `count` executions that failed at the node `call`, and one that ended well. */
async function withFailures(
  count: number,
): Promise<{ scope: AccountScope; workflow: string; failed: string[] }> {
  const scope = await createTestAccount(server);
  const nodes = [
    createCodeNode("before", "return input"),
    createHttpNode("call", `${third.url}/{{ input }}`),
  ];
  const version = await insertTestVersion(server, scope, { nodes });
  third.answers.push(...Array.from({ length: count }, () => ({ status: 404 })));
  const failed = await startRunsOf(server, scope, version, {
    inputs: Array.from({ length: count }, (_, n) => n),
  });
  for (const id of failed) await waitForRunEnd(server, id);
  const [well = ""] = await startRunsOf(server, scope, version, { inputs: [count] });
  await waitForRunEnd(server, well);
  third.reset();
  return { scope, workflow: version.id, failed: [...failed].sort() };
}

describe("a replay of all executions matching a filter", () => {
  test("repeats each once, from the failed node, and reports its progress", async () => {
    const { scope, workflow, failed } = await withFailures(7);
    const filter = { status: "ERRORED", workflow_id: workflow, failed_node: "call" };
    const { status, body } = await replay({ filter, from_node: "failed" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: expect.any(String), matched: 7 });
    const ended = await replayEnd(body._id);
    expect(ended).toMatchObject({ status: "COMPLETED", matched: 7, started: 7, failed: 0, problems: [] });
    expect(ended.finished_at).toBeTypeOf("string");
    const runs = await newRunsOf(scope);
    expect(runs.map(({ replay_of: of }) => of)).toEqual(failed);
    for (const { id } of runs) expect((await waitForRunEnd(server, id)).nodes[1].is_copied).toBe(true);
    expect(third.received).toHaveLength(7);
  });

  test("includes those that failed at a node inside a loop, by that node and by the loop", async () => {
    const scope = await createTestAccount(server);
    const loop = (id: string, items: string): NodeInput => ({ id, type: "loop", data: { items } });
    const each = createCodeNode("each/one", "if (loop.item === 2) throw new Error('no')");
    const nodes = [loop("outer", "{{ input }}"), loop("inner", "{{ loop.item }}"), each];
    const edges = ["start>outer", "outer:item>inner", "inner:item>each/one"];
    const version = await insertTestVersion(server, scope, { nodes, edges });
    const inputs = [[[1]], [[1], [1, 2]]];
    for (const id of await startRunsOf(server, scope, version, { inputs })) await waitForRunEnd(server, id);
    const count = async (failed_node: string) =>
      (await replay({ filter: { workflow_id: version.id, failed_node }, dry_run: true })).body.matched;
    for (const node of ["outer", "inner", "each/one"]) expect([node, await count(node)]).toEqual([node, 1]);
    expect(await count("each")).toBe(0);
  });

  test("repeats only the given ones", async () => {
    const { scope, failed } = await withFailures(3);
    const named = failed.slice(1);
    const { body } = await replay({ filter: { execution_id: named.join(", ") }, from_node: "failed" });
    expect(body).toMatchObject({ status: "RUNNING", matched: 2 });
    expect(await replayEnd(body._id)).toMatchObject({ status: "COMPLETED", started: 2, failed: 0 });
    expect((await newRunsOf(scope)).map(({ replay_of }) => replay_of)).toEqual(named);
  });

  test("only counts in a dry run, and takes the oldest up to its limit", async () => {
    const { scope, workflow, failed } = await withFailures(5);
    const filter = { status: "ERRORED", workflow_id: workflow };
    expect((await replay({ filter, dry_run: true })).body).toEqual({
      status: "DRY_RUN",
      matched: 5,
      started: 0,
      failed: 0,
      problems: [],
    });
    expect(await newRunsOf(scope)).toEqual([]);
    const { body } = await replay({ filter, limit: 2 });
    expect(await replayEnd(body._id)).toMatchObject({ matched: 2, started: 2 });
    const runs = await newRunsOf(scope);
    expect(runs.map(({ replay_of: of }) => of)).toEqual(failed.slice(0, 2));
    for (const { id } of runs) await waitForRunEnd(server, id);
  });

  test("counts executions that cannot be replayed, and says why", async () => {
    const { workflow } = await withFailures(2);
    const { body } = await replay({ filter: { workflow_id: workflow }, from_node: "failed" });
    expect(await replayEnd(body._id)).toMatchObject({
      matched: 3,
      started: 2,
      failed: 1,
      problems: [{ message: expect.stringContaining("in which a node has failed") }],
    });
  });

  test("takes those that have ended", async () => {
    const scope = await createTestAccount(server);
    const version = await insertTestVersion(server, scope, {
      nodes: [{ id: "ask", type: "wait_for_webhook" }],
    });
    const [stopped = "", open = ""] = await startRunsOf(server, scope, version, { inputs: [1, 2] });
    await stopRun(server.deps, server.test, stopped);
    await waitForRunEnd(server, stopped);
    const filter = { workflow_id: version.id };
    expect((await replay({ filter, dry_run: true })).body.matched).toBe(1);
    const { body } = await replay({ filter });
    expect(await replayEnd(body._id)).toMatchObject({ matched: 1, started: 1 });
    expect(await newRunsOf(scope)).toMatchObject([{ replay_of: stopped }]);
    expect((await replay({ filter: { ...filter, execution_id: open }, dry_run: true })).body.matched).toBe(0);
    expect((await replay({ filter: { ...filter, status: "RUNNING" } })).status).toBe(400);
  });

  // The embedded database has one connection: a search cannot wait for another transaction there.
  test.skipIf(!inject("databaseUrl"))("400: if the search takes too long", async () => {
    const filter = { failed_node: "call" };
    const replies = await server.deps.db.transaction().execute(async (tx) => {
      await sql`lock table runs in access exclusive mode`.execute(tx);
      let isAnswered = false;
      const asked = Promise.all([replay({ filter }), replay({ filter, dry_run: true })]).finally(() => {
        isAnswered = true;
      });
      // A transaction that does nothing for so long is ended.
      while (!isAnswered) await sql`select pg_sleep(0.2)`.execute(tx);
      return asked;
    });
    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("narrow the filter") },
      });
  });

  test("continues after an internal error with one execution, which counts as failed", async () => {
    const { scope, failed } = await withFailures(3);
    const { deps } = server;
    const now = new Date();
    const id = createId();
    const row = { id, org_id: scope.orgId, environment: scope.environment, created_at: now, updated_at: now };
    const options = { version: "same" as const, settings: "current" as const };
    const more = { account_id: null, status: "RUNNING" as const, options, matched: 3 };
    await deps.db
      .insertInto("replays")
      .values({ ...row, ...more })
      .execute();
    const runs = failed.map((run_id) => ({ replay_id: id, run_id }));
    await deps.db.insertInto("replay_runs").values(runs).execute();
    await sql`create function fault() returns trigger language plpgsql as 'begin perform 1 / 0; return new; end'`.execute(
      deps.db,
    );
    await sql`create trigger fault before insert on runs for each row when (new.replay_of = ${sql.lit(failed[1])})
      execute function fault()`.execute(deps.db);
    const job = { settle: async () => {} } as Partial<JobContext> as JobContext;
    await replayBatch(deps, { replayId: id }, job);
    await sql`drop function fault cascade`.execute(deps.db);
    expect((await progress(id)).body).toMatchObject({
      status: "COMPLETED",
      started: 2,
      failed: 1,
      problems: [{ execution_id: failed[1], message: expect.stringContaining("could not be started") }],
    });
    expect((await newRunsOf(scope)).map(({ replay_of: of }) => of)).toEqual([failed[0], failed[2]]);
  });

  test("continues after each batch, repeats none even if its job runs twice, and skips its own replays", async () => {
    const scope = await createTestAccount(server);
    const version = await insertTestVersion(server, scope, { nodes: [] });
    const inputs = Array.from({ length: 250 }, (_, n) => n);
    for (const id of await startRunsOf(server, scope, version, { inputs })) await waitForRunEnd(server, id);
    const { body } = await replay({ filter: { workflow_id: version.id } });
    expect(body.matched).toBe(250);
    const { queue } = server.deps;
    const again = () => queue.transaction((tx) => queue.enqueue(tx, replayDue, { replayId: body._id }));
    await Promise.all([again(), again(), again()]);
    expect(await replayEnd(body._id)).toMatchObject({ matched: 250, started: 250, failed: 0 });
    const runs = await newRunsOf(scope);
    expect(runs).toHaveLength(250);
    expect(new Set(runs.map(({ replay_of: of }) => of)).size).toBe(250);
  });

  test("takes only the newest of an execution and its replays, and none of which one succeeded or is open", async () => {
    const scope = await createTestAccount(server);
    const nodes: NodeInput[] = [
      createHttpNode("call", `${third.url}/{{ input }}`),
      {
        id: "rule",
        type: "rule",
        data: { conditions: [{ lhs: "{{ node.call.body.ask }}", operator: "eq", rhs: true }] },
      },
      { id: "ask", type: "wait_for_webhook" },
    ];
    const edges = ["start>call", "call>rule", "rule:true>ask"];
    const version = await insertTestVersion(server, scope, { nodes, edges });
    third.answers.push(...Array.from({ length: 3 }, () => ({ status: 404 })));
    const [repaired = "", open = "", broken = ""] = await startRunsOf(server, scope, version, {
      inputs: [1, 2, 3],
    });
    for (const id of [repaired, open, broken]) await waitForRunEnd(server, id);
    const again = async (id: string) =>
      (
        await server.request({
          method: "POST",
          url: `/api/v2/public/execution/${id}/rerun`,
          key: server.testKey,
        })
      ).body.id;
    // Only the repetition of the repetition went well.
    third.answers.push({ status: 404 });
    const second = await again(repaired);
    await waitForRunEnd(server, second);
    await waitForRunEnd(server, await again(second));
    third.answers.push({ status: 200, body: '{"ask":true}' });
    const waiting = await again(open);
    third.answers.push({ status: 404 });
    const newest = await again(broken);
    await waitForRunEnd(server, newest);
    const filter = { status: "ERRORED", workflow_id: version.id };
    expect((await replay({ filter, dry_run: true })).body.matched).toBe(1);
    const { body } = await replay({ filter });
    expect(await replayEnd(body._id)).toMatchObject({ matched: 1, started: 1, failed: 0 });
    const replays = await newRunsOf(scope);
    expect(replays.filter(({ replay_of: of }) => of === newest)).toHaveLength(1);
    // Now the last one was repaired, too; and a repetition that was stopped repairs nothing.
    for (const { id } of replays) if (id !== waiting) await waitForRunEnd(server, id);
    expect((await replay({ filter, dry_run: true })).body.matched).toBe(0);
    await stopRun(server.deps, server.test, waiting);
    await waitForRunEnd(server, waiting);
    expect((await replay({ filter, dry_run: true })).body.matched).toBe(1);
  });

  test("starts none that another replay has already repaired", async () => {
    const { scope, workflow, failed } = await withFailures(3);
    const filter = { status: "ERRORED", workflow_id: workflow };
    const both = await Promise.all([replay({ filter }), replay({ filter })]);
    const ends = await Promise.all(both.map(({ body }) => replayEnd(body._id)));
    expect(ends.reduce((sum, { started }) => sum + started, 0)).toBe(3);
    const problems = ends.flatMap((end) => end.problems);
    expect(problems).toHaveLength(ends.reduce((sum, { failed: count }) => sum + count, 0));
    for (const { message } of problems) expect(message).toContain("was replayed after");
    expect((await newRunsOf(scope)).map(({ replay_of: of }) => of)).toEqual(failed);
  });

  test("can be stopped: nothing more is started", async () => {
    const scope = await createTestAccount(server);
    const version = await insertTestVersion(server, scope, { nodes: [] });
    await startRunsOf(server, scope, version, { inputs: Array.from({ length: 3 }, () => null) });
    const { queue, deps } = { ...server, queue: server.deps.queue };
    // A row that nobody's job is about.
    const now = new Date();
    const row = { org_id: scope.orgId, environment: scope.environment, created_at: now, updated_at: now };
    const id = "0123456789abcdef01234567";
    await deps.db
      .insertInto("replays")
      .values({
        ...row,
        id,
        account_id: null,
        status: "RUNNING",
        options: { version: "same", settings: "same" },
        matched: 3,
      })
      .execute();
    const reply = await server.request({
      method: "POST",
      url: `${REPLAYS_URL}/${id}/stop`,
      key: server.testKey,
    });
    expect(reply.body).toMatchObject({ status: "STOPPED", started: 0, finished_at: expect.any(String) });
    await queue.transaction((tx) => queue.enqueue(tx, replayDue, { replayId: id }));
    await eventually(
      async () => (await queue.boss.findJobs(replayDue.name, { data: { replayId: id } })).length === 0,
    );
    expect(await newRunsOf(scope)).toEqual([]);
  });
});

describe("bulk replays are listed", () => {
  const list = (query = "", more: object = { key: server.testKey }) =>
    server.request({ url: `${REPLAYS_URL}${query}`, ...more });

  test("newest first, with their filter and author", async () => {
    const { scope, workflow } = await withFailures(1);
    const { accountId } = scope.account;
    const operator = await signInOperator(server, "support");
    const filter = { status: "ERRORED", workflow_id: workflow };
    const first = (await replay({ filter, from_node: "failed", settings: "current" })).body._id;
    await replayEnd(first);
    const byOperator = { ...operator.headers, "x-junctor-environment": "test" };
    const body = { filter: { ...filter, linked_account_id: accountId } };
    const asked = await server.request({ method: "POST", url: REPLAYS_URL, headers: byOperator, body });
    const token = await server.account(accountId);
    const third = (await replay({ filter: { workflow_id: workflow } }, { token })).body._id;
    for (const id of [first, asked.body._id, third]) await replayEnd(id);

    const reply = await list("?limit=3");
    expect(reply.body.docs).toMatchObject([
      {
        _id: third,
        filter: { workflow_id: workflow, linked_account_id: accountId },
        started_by: { kind: "linked_account", id: accountId, name: null },
      },
      {
        _id: asked.body._id,
        filter: { ...filter, linked_account_id: accountId },
        started_by: { kind: "operator", id: operator.id, name: operator.email },
      },
      {
        _id: first,
        status: "COMPLETED",
        matched: 1,
        started: 1,
        filter,
        from_node: "failed",
        version: "same",
        settings: "current",
        started_by: { kind: "api_key", id: expect.any(String), name: null },
      },
    ]);
    expect((await progress(first)).body).toEqual(reply.body.docs[2]);
    const next = await list(`?limit=1&after=${(await list("?limit=1")).body.nextCursor}`);
    expect(next.body.docs).toMatchObject([{ _id: asked.body._id }]);

    // An account sees those of its own executions, but not what others searched for.
    const own = await list("", { token });
    expect(own.body.docs.map(({ _id }: { _id: string }) => _id)).toEqual([third, asked.body._id]);
    for (const doc of own.body.docs) {
      expect(doc).not.toHaveProperty("filter");
      expect(doc).not.toHaveProperty("started_by");
    }
    expect((await list("", { key: server.productionKey })).body.docs).toEqual([]);
  });
});
