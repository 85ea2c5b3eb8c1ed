import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../../test/test-server.ts";
import { DELETIONS } from "../api/app.ts";
import { listPartitions } from "../platform/database/partitions/history-tables.ts";
import { createFirstId } from "../platform/id.ts";
import { DAY_MS } from "../platform/moment.ts";
import { RUN_HISTORY } from "./old-runs.ts";
import { deleteOld } from "./retention.ts";
import { createCodeNode, startTestRun, waitForRunEnd } from "./start/test-run.ts";
import { insertOldRuns } from "./test-old-runs.ts";

let server: TestServer;
let template: string;
let today: number;
beforeAll(async () => {
  server = await startOwnServer();
  server.work();
  template = await startTestRun(server, { nodes: [createCodeNode("one", "return 1")] });
  await waitForRunEnd(server, template);
  today = Math.floor(Date.now() / DAY_MS);
  // The first partition ends after 8 days; the next ones are made before that.
  await passOf(0);
  await passOf(7);
});
afterAll(() => server.close());
beforeEach(() => server.deps.db.deleteFrom("runs").where("id", "<>", template).execute());

/** A pass of retention, `days` and an hour after the beginning of today. */
function passOf(days: number, deletions = DELETIONS) {
  const clock = { now: () => new Date((today + days + 1 / 24) * DAY_MS) };
  return deleteOld({ ...server.deps, clock }, deletions);
}

/** Runs that began and ended so many days after the beginning of today. */
function store(begun: number, ended: number | null) {
  const passed = Date.now() / DAY_MS - today;
  return insertOldRuns(server.deps.db, template, {
    begun: passed - begun,
    ended: ended === null ? null : passed - ended,
  });
}

async function idsIn(table: string): Promise<string[]> {
  const key = table === "runs" ? "id" : "run_id";
  const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(key)} as id from ${sql.table(table)}
    where ${sql.ref(key)} <> ${template} order by 1`.execute(server.deps.db);
  return rows.map(({ id }) => id);
}

test("steps and search terms go when the partition of their time is dropped, and open executions keep theirs", async () => {
  const [ended = ""] = await store(8.5, 8.6);
  const [open = ""] = await store(9.5, null);
  const [late = ""] = await store(9.6, 10.5);
  const [same = ""] = await store(10.01, 10.02);
  const all = [ended, open, late, same].sort();
  expect(await idsIn("run_steps")).toEqual(all);
  expect(await idsIn("run_steps_rest")).toEqual([]);
  const before = (await listPartitions(server.deps.db, RUN_HISTORY))?.map(({ to }) => to);
  expect(before?.slice(0, 2)).toEqual([8, 10].map((day) => createFirstId(new Date((today + day) * DAY_MS))));

  // 30 days and an hour after the end of the second one: `same` is old, but others of its partition are not.
  expect(await passOf(40)).toBe(2);
  expect(await idsIn("runs")).toEqual([open, late, same].sort());
  for (const table of ["run_steps", "run_search"]) {
    expect(await idsIn(table)).toEqual([open, late, same].sort());
    expect(await idsIn(`${table}_rest`)).toEqual([open, late].sort());
  }
  const left = (await listPartitions(server.deps.db, RUN_HISTORY))?.map(({ from }) => from);
  expect(left?.[0]).toBe(before?.[1]);

  // What stayed goes with its execution.
  expect(await passOf(41)).toBe(1);
  expect(await idsIn("run_steps")).toEqual([open, same].sort());
  await server.deps.db.deleteFrom("runs").where("id", "=", open).execute();
  for (const table of ["run_steps", "run_search"]) expect(await idsIn(table)).toEqual([same]);
});
