import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually, startOwnServer, type TestServer } from "../../test/test-server.ts";
import { createId } from "../platform/id.ts";
import {
  createCodeNode,
  createTestAccount,
  insertTestVersion,
  startRunsOf,
  waitForRunEnd,
} from "../runs/start/test-run.ts";
import { summarizeDurations } from "./durations.ts";
import { countChanges } from "./fold.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
  server.work();
});
afterAll(() => server.close());

interface Row {
  subject?: string;
  status?: string;
  account?: string | null;
  at?: Date;
  duration?: number | null;
}

/** Appends to the log in one statement, as the engine does. */
async function append(rows: readonly Row[], orgId = server.orgId): Promise<void> {
  const full = rows.map((row) => ({
    org_id: orgId,
    environment: "test" as const,
    kind: "execution" as const,
    subject: row.subject ?? createId(),
    status: row.status ?? "COMPLETED",
    account_id: row.account ?? null,
    at: row.at ?? new Date(),
    workflow_id: null,
    parent: null,
    name: null,
    applications: null,
    failing_application: null,
    duration_ms: row.duration ?? null,
  }));
  await server.deps.db.insertInto("changes").values(full).execute();
}

async function statistics(query: string, key = server.testKey) {
  const { status, body } = await server.request({ url: `/api/v2/public/statistics?${query}`, key });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The sums of the counters of all executions in an organization, by interval. */
async function sums(orgId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ every: string; count: number }>`
    select every, sum(count)::int as count from statistics
    where org_id = ${orgId} and subject = 'executions' and dimension = '' group by every`.execute(
    server.deps.db,
  );
  return Object.fromEntries(rows.map(({ every, count }) => [every, count]));
}

describe("executions", () => {
  test("are counted from their rows: by status, workflow and account, with their duration", async () => {
    const scope = await createTestAccount(server);
    const well = await insertTestVersion(server, scope, { nodes: [createCodeNode("one", "return 1")] });
    const badly = await insertTestVersion(server, scope, {
      nodes: [createCodeNode("one", "throw new Error('no')")],
    });
    const ids = [
      ...(await startRunsOf(server, scope, well, { inputs: [1, 2, 3] })),
      ...(await startRunsOf(server, scope, badly, { inputs: [1, 2] })),
    ];
    for (const id of ids) await waitForRunEnd(server, id);
    await countChanges(server.deps);

    const of = (query: string) => statistics(`subject=executions&every=day&${query}`);
    const [account] = (await of(`by=account&value=${scope.account.accountId}`)).series;
    expect(account).toMatchObject({
      name: scope.account.accountId,
      total: { count: 5, failed: 2, by_status: { STARTED: 5, COMPLETED: 3, ERRORED: 2 } },
    });
    const rows = await server.deps.db
      .selectFrom("runs")
      .select(["created_at", "finished_at"])
      .where("account_id", "=", scope.account.id)
      .execute();
    const took = rows.map((row) => Number(row.finished_at) - row.created_at.getTime()).sort((a, b) => a - b);
    const { p50, p99 } = account.total.duration_ms;
    expect(Math.abs(p50 - (took[2] ?? 0))).toBeLessThanOrEqual(Math.max(1, 0.05 * (took[2] ?? 0)));
    expect(Math.abs(p99 - (took[4] ?? 0))).toBeLessThanOrEqual(Math.max(1, 0.05 * (took[4] ?? 0)));
    const [one] = (await of(`by=workflow&value=${badly.id}`)).series;
    expect(one.total).toMatchObject({ count: 2, failed: 2 });
    expect(one.points).toHaveLength(1);
  });

  test("that nobody had claimed are counted when they are stopped", async () => {
    const scope = await createTestAccount(server);
    const nodes = [{ id: "wait", type: "approval", data: { title: "?" } }];
    const version = await insertTestVersion(server, scope, { nodes });
    const [id = ""] = await startRunsOf(server, scope, version, { inputs: [null] });
    await eventually(async () => {
      const row = server.deps.db.selectFrom("runs").select(["worker", "ready_at"]).where("id", "=", id);
      const { worker, ready_at: readyAt } = await row.executeTakeFirstOrThrow();
      return worker === null && readyAt === null;
    });
    const url = `/api/v2/public/execution/${id}/stop`;
    const reply = await server.request({ method: "POST", url, key: server.testKey });
    expect(reply.status, reply.text).toBe(200);
    await countChanges(server.deps);
    const { series } = await statistics(`subject=executions&by=workflow&value=${version.id}`);
    expect(series[0].total.by_status).toEqual({ STARTED: 1, STOPPED: 1 });
  });
});

describe("the change log", () => {
  let orgId: string;
  beforeEach(async () => {
    await countChanges(server.deps);
    await server.deps.db.deleteFrom("changes").execute();
    ({ orgId } = await server.organization());
  });

  test("is counted once, in minutes, hours and days, with several processes counting concurrently", async () => {
    for (let round = 0; round < 5; round++) {
      await append(
        Array.from({ length: 40 }, () => ({})),
        orgId,
      );
      await Promise.all(Array.from({ length: 4 }, () => countChanges(server.deps)));
    }
    await countChanges(server.deps);
    expect(await sums(orgId)).toEqual({ minute: 200, hour: 200, day: 200 });
    expect(await countChanges(server.deps)).toBe(0);
  });

  test("is deleted once it is counted and an hour old", async () => {
    await append([{ at: new Date(Date.now() - 2 * 3_600_000) }, {}], orgId);
    await countChanges(server.deps);
    await countChanges(server.deps);
    const left = server.deps.db.selectFrom("changes").select("at").where("org_id", "=", orgId);
    expect(await left.execute()).toHaveLength(1);
    expect(await sums(orgId)).toEqual({ minute: 2, hour: 2, day: 2 });
  });

  test("is counted in batches, however long it is", async () => {
    for (let part = 0; part < 4; part++)
      await append(
        Array.from({ length: 3000 }, () => ({})),
        orgId,
      );
    expect(await countChanges(server.deps)).toBe(12_000);
    expect(await sums(orgId)).toEqual({ minute: 12_000, hour: 12_000, day: 12_000 });
  });

  test("yields percentiles within 5 %, whatever the durations", async () => {
    const durations = Array.from({ length: 2000 }, (_, n) => Math.floor(1.0065 ** n));
    await append(
      durations.map((duration) => ({ duration })),
      orgId,
    );
    await countChanges(server.deps);
    const [row] = (
      await sql<{ histogram: Record<string, number> }>`
        select histogram from statistics where org_id = ${orgId} and every = 'day' and dimension = ''`.execute(
        server.deps.db,
      )
    ).rows;
    const found = summarizeDurations(row?.histogram ?? {}, 0);
    for (const [name, part] of [
      ["p50", 0.5],
      ["p95", 0.95],
      ["p99", 0.99],
    ] as const) {
      const exact = durations[Math.ceil(part * durations.length) - 1] ?? 0;
      expect(Math.abs((found?.[name] ?? 0) - exact) / exact).toBeLessThanOrEqual(0.05);
    }
  });
});
