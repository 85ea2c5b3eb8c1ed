import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { eventually, startTestServer, type TestServer } from "../../test/test-server.ts";
import { DELETIONS } from "../api/app.ts";
import { deleteOldReplays, deleteOldRuns } from "./old-runs.ts";
import { type DeleteOld, deleteOld, startRetention } from "./retention.ts";
import { createCodeNode, startTestRun, waitForRunEnd } from "./start/test-run.ts";
import { createIdAt, insertOldRuns } from "./test-old-runs.ts";

const DAY_MS = 86_400_000;
let server: TestServer;
let template: string;
beforeAll(async () => {
  server = await startTestServer();
  server.work();
  template = await startTestRun(server, { nodes: [createCodeNode("one", "return 1")] });
  await waitForRunEnd(server, template);
});
afterEach(() => server.deps.db.deleteFrom("runs").where("id", "<>", template).execute());
afterAll(() => server.close());

const store = (begun: number, ended: number | null, count = 1) =>
  insertOldRuns(server.deps.db, template, { begun, ended, count });

const ofOld = (...old: DeleteOld[]) => ({ old, leftOver: [] });

async function left(): Promise<string[]> {
  const rows = server.deps.db.selectFrom("runs").select("id").where("id", "<>", template).orderBy("id");
  return (await rows.execute()).map(({ id }) => id);
}

const stepsOf = async (ids: readonly string[]) =>
  (
    await server.deps.db
      .selectFrom("run_steps")
      .select("path")
      .where("run_id", "in", [...ids])
      .execute()
  ).length;

describe("retention", () => {
  test("deletes runs that ended long enough ago, with their steps; newer and open ones stay", async () => {
    const old = await store(40, 31, 3);
    const kept = [...(await store(40, 29)), ...(await store(40, null)), ...(await store(1, 1))].sort();
    expect(await stepsOf(old)).toBe(6);
    expect(await deleteOld(server.deps, ofOld(...DELETIONS.old))).toBe(3);
    expect(await left()).toEqual(kept);
    expect(await stepsOf(old)).toBe(0);
    expect(await stepsOf(kept)).toBe(6);
    expect(await deleteOld(server.deps, ofOld(...DELETIONS.old))).toBe(0);
  });

  test("continues after a full batch, oldest first", async () => {
    const old = await store(40, 35, 5);
    expect(await deleteOldRuns(server.deps.database, new Date(Date.now() - 30 * DAY_MS), 2)).toBe(2);
    expect(await left()).toEqual([...old].sort().slice(2));
    await sql`insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, config_id,
        status, source, execution_type, settings, created_at, updated_at, finished_at)
      select lpad(to_hex(n), 24, '0'), org_id, environment, account_id, workflow_id, workflow_version, workflow_name, config_id,
        status, source, execution_type, settings, created_at, updated_at, now() - interval '40 days'
      from runs, generate_series(1, 1100) n where id = ${template}`.execute(server.deps.db);
    expect(await deleteOld(server.deps, ofOld(deleteOldRuns))).toBe(1103);
  });

  test("deletes ended replays as well", async () => {
    const { db, database } = server.deps;
    const at = new Date(Date.now() - 40 * DAY_MS);
    const { orgId: org_id, environment } = server.test;
    const options = { version: "same" as const, settings: "same" as const };
    const row = {
      org_id,
      environment,
      account_id: null,
      options,
      matched: 0,
      created_at: at,
      updated_at: at,
    };
    const [ended, open] = [createIdAt(at), createIdAt(at)];
    await db
      .insertInto("replays")
      .values([
        { ...row, id: ended, status: "COMPLETED", finished_at: at },
        { ...row, id: open, status: "RUNNING", finished_at: null },
      ])
      .execute();
    expect(await deleteOldReplays(database, new Date(Date.now() - 30 * DAY_MS), 500)).toBe(1);
    expect(await db.selectFrom("replays").select("id").execute()).toEqual([{ id: open }]);
  });

  test("of an organization that keeps less in one environment applies only there, with events, deliveries and calls", async () => {
    const { db } = server.deps;
    const keep = (test: number | null) =>
      server.request({
        method: "PUT",
        url: "/api/v2/public/organization",
        key: server.productionKey,
        body: { retention: { test } },
      });
    const old = await store(20, 10);
    const kept = await store(3, 2);
    const elsewhere = await store(20, 10);
    await db.updateTable("runs").set({ environment: "production" }).where("id", "in", elsewhere).execute();
    expect(await deleteOld(server.deps, ofOld(...DELETIONS.old))).toBe(0);
    expect((await keep(7)).status).toBe(200);
    const asked: (string | undefined)[] = [];
    const noted: DeleteOld = async (_database, _before, _limit, scope) => {
      asked.push(scope?.environment);
      return 0;
    };
    await deleteOld(server.deps, ofOld(noted));
    expect(asked).toEqual([undefined, "test"]);
    expect(await deleteOld(server.deps, ofOld(...DELETIONS.old))).toBe(1);
    expect(await left()).toEqual([...kept, ...elsewhere].sort());
    expect(await stepsOf(old)).toBe(0);
    const forEver = { ...server.deps, config: { ...server.deps.config, retentionDays: 0 } };
    await deleteOld(forEver, ofOld(noted));
    expect(asked.slice(2)).toEqual(["test"]);
    await keep(null);
    await deleteOld(forEver, ofOld(noted));
    expect(asked).toHaveLength(3);
  });

  test("of 0 days keeps everything except leftovers", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const asked: string[] = [];
      const kind = (name: string) => async () => {
        asked.push(name);
        return 0;
      };
      const config = { ...server.deps.config, retentionDays: 0 };
      const deletions = { old: [kind("old")], leftOver: [kind("left over")] };
      const retention = startRetention({ ...server.deps, config }, deletions);
      vi.advanceTimersByTime(60_000);
      await eventually(async () => asked.length > 0);
      await retention.stop();
      expect(asked).toEqual(["left over"]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("alternates between the kinds, while any has something left", async () => {
    const stop = new AbortController();
    const asked: string[] = [];
    const endless = async (_database: unknown, _before: Date, limit: number) => {
      asked.push("endless");
      return limit;
    };
    const batches = [500, 500, 499];
    const short = async () => {
      asked.push("short");
      const deleted = batches.shift() ?? 0;
      if (deleted < 500) stop.abort();
      return deleted;
    };
    expect(await deleteOld(server.deps, ofOld(endless, short), stop.signal)).toBe(3 * 500 + 1499);
    expect(asked).toEqual(["endless", "short", "endless", "short", "endless", "short"]);
  });

  test("leaves the rest for the next minute, however much there is", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      let batches = 0;
      const endless = async (_database: unknown, _before: Date, limit: number) => {
        vi.advanceTimersByTime(++batches > 20 ? 24_000 : 100);
        return limit;
      };
      expect(await deleteOld(server.deps, ofOld(endless))).toBe(batches * 500);
      expect(batches).toBe(22);
    } finally {
      vi.useRealTimers();
    }
  });

  // Nobody else can be at work on the embedded database.
  test.skipIf(!inject("databaseUrl"))("is done by one process at a time", async () => {
    await store(40, 35, 3);
    let begin = () => {};
    const first = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let end = () => {};
    const wait = new Promise<void>((resolve) => {
      end = resolve;
    });
    const slow = deleteOld(
      server.deps,
      ofOld(async (...given) => {
        begin();
        await wait;
        return deleteOldRuns(...given);
      }),
    );
    await first;
    expect(await deleteOld(server.deps, ofOld(deleteOldRuns))).toBe(0);
    end();
    expect(await slow).toBe(3);
  });
});
