import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { eventually, startOwnServer, type TestServer } from "../../../test/test-server.ts";
import type { Database } from "../database/database.ts";
import { createId } from "../id.ts";
import { type Line, startLine, type WorkContext, type WorkSource } from "./line.ts";
import { registerWorker } from "./presence.ts";
import type { HeldRow } from "./work-table.ts";

let server: TestServer;
let line: Line | undefined;
beforeAll(async () => {
  server = await startOwnServer();
  await server.account("acme");
});
afterEach(async () => {
  await line?.stop(0);
  line = undefined;
  await sql`delete from runs`.execute(server.deps.db);
  await sql`delete from workers`.execute(server.deps.db);
});
afterAll(() => server.close());

async function insertReady(): Promise<string> {
  const id = createId();
  await sql`insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, config_id,
      status, source, execution_type, settings, created_at, updated_at, lane, ready_at)
    select ${id}, org_id, environment, id, 'w', 1, 'w', 'c', 'RUNNING', 'Event', 'ASYNC', '{}', now(), now(), id, now()
    from linked_accounts`.execute(server.deps.db);
  return id;
}
const enterAs = (id: string) =>
  sql`insert into workers (id, seen_at) values (${id}, now())`.execute(server.deps.db);
const remove = (id: string) => sql`delete from workers where id = ${id}`.execute(server.deps.db);

/** Work whose first claim is answered only when `answer` says so. */
function source(
  run: (item: HeldRow, context: WorkContext) => Promise<void>,
  answer: () => Promise<void>,
): WorkSource<HeldRow, TestServer["deps"]> {
  let claims = 0;
  return {
    name: "test",
    table: "runs",
    slots: 1,
    claim: async ({ db }, _free, worker) => {
      const claimed = sql<HeldRow>`update runs set worker = ${worker}, claim = claim + 1, ready_at = null
        where ready_at is not null returning id, claim`;
      const { rows } = await claimed.execute(db);
      claims += 1;
      if (claims === 1) await answer();
      return rows;
    },
    run: (_deps, item, context) => run(item, context),
  };
}

test("what was claimed under a name that this process has lost meanwhile is not carried out, and released", async () => {
  const gate = Promise.withResolvers<void>();
  const begunBy: string[] = [];
  let worker = createId();
  const lost = worker;
  await enterAs(worker);
  const id = await insertReady();
  const run = async ({ id }: HeldRow, { workerId }: WorkContext) => {
    begunBy.push(workerId);
    await sql`update runs set worker = null where id = ${id}`.execute(server.deps.db);
  };
  const held = sql<{ worker: string | null }>`select worker from runs where id = ${id}`;
  line = startLine(
    source(run, () => gate.promise),
    server.deps,
    { workerId: () => worker, untilSure: () => undefined, departures: () => 0 },
  );
  await eventually(async () => (await held.execute(server.deps.db)).rows[0]?.worker === lost);
  await remove(lost);
  worker = createId();
  await enterAs(worker);
  gate.resolve();
  await eventually(async () => begunBy.length > 0);
  expect(begunBy).toEqual([worker]);
});

test("nor is what the intake has claimed for it under that name", async () => {
  const begun: string[] = [];
  const worker = createId();
  await enterAs(worker);
  const run = async ({ id }: HeldRow) => void begun.push(id);
  line = startLine(
    source(run, async () => {}),
    server.deps,
    { workerId: () => worker, untilSure: () => undefined, departures: () => 0 },
  );
  const reserved = line.reserve(1);
  line.add([{ id: createId(), claim: 1 }], "an older name", reserved);
  line.add([{ id: "current", claim: 1 }], worker, 0);
  expect(begun).toEqual(["current"]);
});

// On the embedded database a process is alone and never taken for dead.
test.skipIf(!inject("databaseUrl"))(
  "what comes in while this process enters anew is cut off too, before anything is confirmed",
  async () => {
    const { database, log } = server.deps;
    const gate = Promise.withResolvers<void>();
    let entries = 0;
    // The second time that it enters takes until the gate opens.
    const slow: Database = {
      ...database,
      query: async (statement, values) => {
        if (statement.name === "workers-enter" && ++entries === 2) await gate.promise;
        return database.query(statement, values);
      },
    };
    const cut: string[] = [];
    let current: Line | undefined;
    const presence = await registerWorker(slow, log, (workerId) => {
      cut.push(workerId);
      current?.abortAll(workerId, new Error("taken over"));
    });
    const first = presence.workerId();
    const signals: AbortSignal[] = [];
    const run = (_item: HeldRow, { signal }: WorkContext) =>
      new Promise<void>((resolve) => {
        signals.push(signal);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    line = startLine(
      source(run, async () => {}),
      server.deps,
      presence,
    );
    current = line;
    await remove(first);
    await eventually(async () => cut.length === 1);
    // By now it is not known here under which name it will go on.
    line.add([{ id: createId(), claim: 1 }], first, 0);
    gate.resolve();
    await eventually(async () => presence.workerId() !== first);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await presence.leave();
  },
);
