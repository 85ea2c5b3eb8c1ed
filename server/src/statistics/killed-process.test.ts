import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { type SpawnedServer, spawnServer } from "../../test/spawn-server.ts";
import { eventually, startOwnServer, type TestServer } from "../../test/test-server.ts";
import { createCodeNode, createTestAccount, insertTestVersion, startRunsOf } from "../runs/start/test-run.ts";
import { createTestWebhook } from "../webhooks/test-deliveries.ts";
import { startTestReceiver } from "../webhooks/test-receiver.ts";

const environment = {
  JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
  JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
};

/** The counters, and what they should be according to the rows of runs and attempts, by what they count. */
async function bothCounts({ deps: { db } }: TestServer) {
  type Row = { name: string; count: number };
  const toMap = ({ rows }: { rows: Row[] }) =>
    Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  const counters = await sql<Row>`
    select concat_ws(' ', subject, every, dimension, value, status) as name, sum(count)::int as count from statistics
    where dimension in ('', 'workflow', 'account', 'webhook') group by 1`.execute(db);
  const rows = await sql<Row>`
    with facts as (
      select 'executions' as subject, status, workflow_id, account_id, null as webhook_id from runs
      union all select 'executions', 'STARTED', workflow_id, account_id, null from runs
      union all select 'deliveries', case when a.error is null then 'delivered' else 'retrying' end, null, d.account_id, d.webhook_id
        from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
    )
    select concat_ws(' ', subject, every, dimension, value, status) as name, count(*)::int as count
    from facts cross join unnest(array['minute', 'hour', 'day']) as every cross join lateral (
      values ('', ''), ('workflow', workflow_id), ('account', account_id), ('webhook', webhook_id)) as by (dimension, value)
    where value is not null group by 1`.execute(db);
  return { counters: toMap(counters), rows: toMap(rows) };
}

/** The executions of each account, counted for its usage, and as there are. */
async function bothUsages({ deps: { db } }: TestServer) {
  type Row = { account_id: string; count: number };
  const used = await sql<Row>`
    select account_id, sum(value)::int as count from usage_days where meter = 'executions' group by 1 order by 1`.execute(
    db,
  );
  const runs =
    await sql<Row>`select account_id, count(*)::int as count from runs group by 1 order by 1`.execute(db);
  return { used: used.rows, runs: runs.rows };
}

test.skipIf(!inject("databaseUrl"))(
  "slow: counters match the rows although working and counting processes are killed",
  async () => {
    const server = await startOwnServer();
    const receiver = await startTestReceiver();
    receiver.answer((response) => {
      response.statusCode = receiver.receipts.length % 7 === 0 ? 500 : 200;
      response.end();
    });
    await createTestWebhook(server, server.testKey, { webhook_url: receiver.url });
    const begin = () =>
      spawnServer("work", { ...environment, DATABASE_URL: server.deps.config.databaseUrl ?? "" });
    const workers: SpawnedServer[] = await Promise.all([begin(), begin()]);
    for (let round = 0; round < 3; round++) {
      const scope = await createTestAccount(server);
      const good = await insertTestVersion(server, scope, { nodes: [createCodeNode("one", "return 1")] });
      const bad = await insertTestVersion(server, scope, {
        nodes: [createCodeNode("one", "throw new Error('no')")],
      });
      const inputs = Array.from({ length: 150 }, (_, n) => n);
      await Promise.all([
        startRunsOf(server, scope, good, { inputs }),
        startRunsOf(server, scope, bad, { inputs }),
      ]);
      const ended = sql<{ count: number }>`
        select count(*)::int as count from runs where account_id = ${scope.account.id} and finished_at is not null`;
      await eventually(async () => ((await ended.execute(server.deps.db)).rows[0]?.count ?? 0) > 60);
      await workers.shift()?.stop("SIGKILL");
      workers.push(await begin());
    }
    const open = sql`select from runs where finished_at is null`;
    await eventually(async () => (await open.execute(server.deps.db)).rows.length === 0);
    const pending = sql`select from webhook_deliveries where status = 'pending' and tries = 0`;
    await eventually(async () => (await pending.execute(server.deps.db)).rows.length === 0);
    // A repeated attempt counts each time, and workers keep sending, so both are read until they agree.
    const { counters, rows } = await eventually(async () => {
      const both = await bothCounts(server);
      return JSON.stringify(sorted(both.counters)) === JSON.stringify(sorted(both.rows)) && both;
    }).catch(() => bothCounts(server));
    expect(counters).toEqual(rows);
    expect(counters["executions day   STARTED"]).toBe(900);
    const { used, runs } = await bothUsages(server);
    expect(used).toEqual(runs);
    await Promise.all(workers.map((worker) => worker.stop("SIGKILL")));
    await server.close();
    await receiver.close();
  },
);

const sorted = (counts: Record<string, number>) =>
  Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));

test.skipIf(inject("databaseUrl"))(
  "slow: embedded database: counters match the rows after a kill -9",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "junctor-counted-"));
    const key = "tk_of_a_counting_process";
    const begin = () =>
      spawnServer("all", { ...environment, JUNCTOR_DATA_DIR: dir, JUNCTOR_TEST_API_KEY: key });
    let server = await begin();
    const call = async (method: string, path: string, body?: object, account?: string) => {
      const reply = await fetch(`${server.url}/api/v2/public${path}`, {
        method,
        headers: {
          "x-api-key": key,
          ...(body && { "content-type": "application/json" }),
          ...(account && { linked_account_id: account }),
        },
        body: body && JSON.stringify(body),
      });
      const answer = await reply.json();
      expect(reply.status, JSON.stringify(answer)).toBe(200);
      return answer;
    };
    await call("PUT", "/linked-account", { linked_account_id: "acme" });
    const { _id: id } = await call("POST", "/workflow", {
      name: "Counted",
      nodes: [
        { id: "start", type: "start" },
        {
          id: "one",
          type: "ai_code_executor",
          data: { code: "if (input.n % 5 === 0) throw new Error('no'); return 1" },
        },
      ],
      edges: [{ source: "start", target: "one" }],
    });
    await call("PUT", `/workflow/${id}/publish`, { published: true });
    const start = (n: number) => call("POST", `/workflow/${id}/execute`, { n }, "acme");
    for (let n = 0; n < 100; n++) await start(n);
    await server.stop("SIGKILL");
    server = await begin();
    for (let n = 0; n < 20; n++) await start(n);
    const total = async (status: string) => (await call("GET", `/execution?status=${status}`)).totalDocs;
    await eventually(async () => (await total("RUNNING")) === 0);
    const byStatus = async () =>
      (await call("GET", `/statistics?subject=executions&every=day&by=workflow&value=${id}`)).series[0].total
        .by_status;
    const executions = { COMPLETED: await total("COMPLETED"), ERRORED: await total("ERRORED") };
    expect(executions.COMPLETED + executions.ERRORED).toBe(120);
    // What an execution counts at its end is added some time after its start has been.
    await eventually(async () => {
      const { STARTED, COMPLETED = 0, ERRORED = 0 } = await byStatus();
      return STARTED === 120 && COMPLETED + ERRORED === 120;
    }).catch(() => undefined);
    expect(await byStatus()).toEqual({ STARTED: 120, ...executions });
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  },
);
