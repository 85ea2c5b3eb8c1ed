import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { eventually, startOwnServer, type TestServer } from "../../../test/test-server.ts";
import { createId } from "../id.ts";
import {
  CutOffError,
  type Line,
  startLine,
  TakenOverError,
  type WorkContext,
  type WorkSource,
} from "./line.ts";
import { type Presence, registerWorker } from "./presence.ts";
import {
  buildFenceStatement,
  type HeldRow,
  isTakenOver,
  releaseOrphans,
  removeRecovery,
} from "./work-table.ts";

const SLOTS = 3;
let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
  await server.account("acme");
});
afterEach(async () => {
  await sql`delete from runs`.execute(server.deps.db);
  await sql`delete from workers`.execute(server.deps.db);
});
afterAll(() => server.close());

/** Rows that are ready, in this order; their ids. */
async function insert(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => createId());
  for (const id of ids)
    await sql`insert into runs (id, org_id, environment, account_id, workflow_id, workflow_version, workflow_name, config_id,
        status, source, execution_type, settings, created_at, updated_at, lane, ready_at)
      select ${id}, org_id, environment, id, 'w', 1, 'w', 'c', 'RUNNING', 'Event', 'ASYNC', '{}', now(), now(), id, now()
      from linked_accounts`.execute(server.deps.db);
  return ids;
}

interface Row {
  worker: string | null;
  claim: number;
  recoveries: number;
  ready: boolean;
}

async function rowOf(id: string): Promise<Row> {
  const found = sql<Row>`select worker, claim, recoveries, ready_at is not null as ready from runs where id = ${id}`;
  const [row] = (await found.execute(server.deps.db)).rows;
  if (!row) throw new Error("The row is missing.");
  return row;
}

/** Puts a row down for good. */
const end = (id: string) => sql`update runs set worker = null where id = ${id}`.execute(server.deps.db);

type Run = (item: HeldRow, context: WorkContext) => Promise<void>;

function source(run: Run): WorkSource<HeldRow, typeof server.deps> {
  return {
    name: "test",
    table: "runs",
    slots: SLOTS,
    claim: async ({ db }, free, worker) => {
      const claimed = sql<HeldRow>`update runs r set worker = ${worker}, claim = claim + 1, ready_at = null
        from (select id from runs where ready_at is not null order by id limit ${free} for update) q
        where r.id = q.id returning r.id, r.claim`;
      return (await claimed.execute(db)).rows;
    },
    run: (_deps, item, context) => run(item, context),
  };
}

describe("a line of work", () => {
  let line: Line;
  let worker: string;
  const begun: string[] = [];
  let answeredClaims = 0;
  const endings = new Map<string, () => void>();

  /** Starts a line whose items end when `finish` says so. */
  async function start(run?: Run): Promise<void> {
    worker = createId();
    await sql`insert into workers (id, seen_at) values (${worker}, now())`.execute(server.deps.db);
    const held: Run = async ({ id }, { signal }) => {
      begun.push(id);
      await new Promise<void>((resolve, reject) => {
        endings.set(id, resolve);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      await end(id);
    };
    const items = source(run ?? held);
    const claim: typeof items.claim = async (...asked) => {
      const claimed = await items.claim(...asked);
      answeredClaims += 1;
      return claimed;
    };
    line = startLine({ ...items, claim }, server.deps, {
      workerId: () => worker,
      untilSure: () => undefined,
      departures: () => 0,
    });
  }
  const finish = (id: string | undefined) => endings.get(id ?? "")?.();

  beforeEach(() => {
    begun.length = 0;
    answeredClaims = 0;
    endings.clear();
  });
  afterEach(() => line.stop(0));

  test("carries out as many items as it has slots, oldest first, and goes on as they come free", async () => {
    const ids = await insert(5);
    await start();
    await eventually(async () => begun.length === SLOTS);
    expect(begun).toEqual(ids.slice(0, SLOTS));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(begun).toHaveLength(SLOTS);
    finish(ids[1]);
    await eventually(async () => begun.length === SLOTS + 1);
    for (const id of ids) finish(id);
    await eventually(async () => begun.length === 5);
    finish(ids[4]);
    await eventually(async () => (await rowOf(ids[4] ?? "")).worker === null);
    expect(begun).toEqual(ids);
  });

  test("begins when it is woken, and keeps reserved slots free", async () => {
    // No poll helps.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    await start();
    vi.useRealTimers();
    await eventually(async () => answeredClaims === 1);
    expect(line.reserve(2)).toBe(2);
    expect(line.reserve(9)).toBe(1);
    const [id = ""] = await insert(1);
    line.wake();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(begun).toEqual([]);
    line.add([], worker, 3);
    line.wake();
    await eventually(async () => begun.includes(id));
  });

  test("carries out what somebody else has claimed for it", async () => {
    await start();
    const reserved = line.reserve(1);
    const [id = ""] = await insert(1);
    await sql`update runs set worker = ${worker}, claim = 1, ready_at = null where id = ${id}`.execute(
      server.deps.db,
    );
    line.add([{ id, claim: 1 }], worker, reserved);
    await eventually(async () => begun.includes(id));
  });

  test("releases what throws, which counts as a recovery", async () => {
    const [id = ""] = await insert(1);
    let tries = 0;
    await start(async () => {
      if (++tries === 1) throw new Error("This is part of a test.");
      await end(id);
    });
    await eventually(async () => tries === 2);
    expect(await rowOf(id)).toMatchObject({ claim: 3, recoveries: 1 });
  });

  test("cuts off by its id what it carries out, and nothing else", async () => {
    const [id = "", other = ""] = await insert(2);
    let reason: unknown;
    await start(async (item, { signal }) => {
      begun.push(item.id);
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      if (item.id === id) reason = signal.reason;
      await end(item.id);
    });
    await eventually(async () => begun.length === 2);
    expect(line.abort(createId(), new CutOffError())).toBe(false);
    expect(line.abort(id, new CutOffError())).toBe(true);
    await eventually(async () => (await rowOf(id)).worker === null);
    expect(reason).toBeInstanceOf(CutOffError);
    expect((await rowOf(other)).worker).toBe(worker);
  });

  test("that stops waits for what is under way, then cuts it off and releases it", async () => {
    const [quick = "", slow = ""] = await insert(2);
    await start();
    await eventually(async () => begun.length === 2);
    const stopped = line.stop(2000);
    finish(quick);
    await stopped;
    expect(await rowOf(quick)).toMatchObject({ worker: null, ready: false, recoveries: 0 });
    expect(await rowOf(slow)).toMatchObject({ worker: null, ready: true, recoveries: 0 });
  });

  describe("whose claim a crash of the database has made forgotten", () => {
    /** As it was before the claim. */
    const forget = (id: string) =>
      sql`update runs set worker = null, claim = claim - 1, ready_at = now() where id = ${id}`.execute(
        server.deps.db,
      );

    test("carries the item out once, although it gets the same token again", async () => {
      const [id = ""] = await insert(1);
      await start();
      await eventually(async () => begun.includes(id));
      await forget(id);
      line.wake();
      await eventually(async () => (await rowOf(id)).worker === worker);
      expect(begun).toEqual([id]);
      finish(id);
      await eventually(async () => (await rowOf(id)).worker === null);
      expect(await rowOf(id)).toMatchObject({ claim: 1, ready: false });
      expect(begun).toEqual([id]);
    });

    test("does not release what it got again", async () => {
      const [id = ""] = await insert(1);
      await start(async ({ id }) => {
        begun.push(id);
        if (begun.length > 1) return new Promise((resolve) => endings.set(id, resolve));
        await forget(id);
        throw new TakenOverError();
      });
      await eventually(async () => begun.length === 2);
      // Longer than it takes to release what was aborted.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(await rowOf(id)).toMatchObject({ worker, claim: 1, recoveries: 0 });
      finish(id);
      expect(begun).toHaveLength(2);
    });
  });

  test("finds what was claimed for it although the answer to its claim was lost", async () => {
    const [id = ""] = await insert(1);
    await sql`update runs set worker = 'lost', claim = 1, ready_at = null where id = ${id}`.execute(
      server.deps.db,
    );
    await sql`insert into workers (id, seen_at) values ('lost', now())`.execute(server.deps.db);
    await start();
    await sql`update runs set worker = ${worker} where id = ${id}`.execute(server.deps.db);
    // Only what it finds twice, five seconds apart, is lost.
    await eventually(async () => begun.includes(id));
    expect((await rowOf(id)).claim).toBe(3);
  });
});

describe("what is held", () => {
  const hold = (id: string, claim: number, workerId: string) =>
    server.deps.database.batch([buildFenceStatement("runs", [{ id, claim, workerId }])]);

  test("is refused to whoever holds it no more, by claim or by name", async () => {
    const [id = ""] = await insert(1);
    await sql`update runs set worker = 'w1', claim = 7, ready_at = null where id = ${id}`.execute(
      server.deps.db,
    );
    await hold(id, 7, "w1");
    for (const [claim, name] of [
      [6, "w1"],
      [7, "w2"],
      [8, "w1"],
    ] as const) {
      const error = await hold(id, claim, name).catch((thrown: unknown) => thrown);
      expect(isTakenOver(error)).toBe(true);
    }
  });

  test("by workers that are gone is ready again, and its old claim void", async () => {
    const [orphan = "", held = ""] = await insert(2);
    await sql`insert into workers (id, seen_at) values ('alive', now())`.execute(server.deps.db);
    const take = (id: string, name: string) =>
      sql`update runs set worker = ${name}, claim = 1, ready_at = null where id = ${id}`.execute(
        server.deps.db,
      );
    await take(orphan, "gone");
    await take(held, "alive");
    expect(await releaseOrphans(server.deps.database, "runs")).toBe(1);
    expect(await rowOf(orphan)).toEqual({ worker: null, claim: 2, recoveries: 1, ready: true });
    expect(await rowOf(held)).toMatchObject({ worker: "alive", claim: 1 });
  });
});

test("a process that was only paused takes back that its rows count it as dead", async () => {
  const [taken = "", progressed = "", ended = ""] = await insert(3);
  const set = (id: string, claim: number, recoveries: number) =>
    sql`update runs set claim = ${claim}, recoveries = ${recoveries} where id = ${id}`.execute(
      server.deps.db,
    );
  await set(taken, 5, 2);
  await set(progressed, 5, 0);
  await set(ended, 4, 2);
  const held = [taken, progressed, ended].map((id) => ({ id, claim: 4 }));
  await removeRecovery(server.deps.database, "runs", held);
  const counts = await Promise.all(
    [taken, progressed, ended].map(async (id) => (await rowOf(id)).recoveries),
  );
  expect(counts).toEqual([1, 0, 2]);
});

describe("presence", () => {
  // On the embedded database whoever comes is alone, and tells nobody that it lives.
  const isShared = Boolean(inject("databaseUrl"));
  let presence: Presence;
  afterEach(() => presence.leave());

  const listed = async () => {
    const found = sql<{ id: string }>`select id from workers order by id`;
    return (await found.execute(server.deps.db)).rows.map(({ id }) => id);
  };

  test.skipIf(!isShared)("is renewed; whoever was removed enters under a new name and tells so", async () => {
    const removed = vi.fn();
    presence = await registerWorker(server.deps.database, server.deps.log, removed);
    const id = presence.workerId();
    expect(await listed()).toEqual([id]);
    expect(presence.untilSure()).toBeUndefined();
    await sql`delete from workers`.execute(server.deps.db);
    await eventually(async () => presence.workerId() !== id);
    expect(new Set(removed.mock.calls.flat())).toEqual(new Set([id]));
    expect(await listed()).toEqual([presence.workerId()]);
  });

  test.skipIf(!isShared)("counts those that have left the list", async () => {
    await sql`insert into workers (id, seen_at) values ('visitor', now() + interval '1 minute')`.execute(
      server.deps.db,
    );
    presence = await registerWorker(server.deps.database, server.deps.log, () => {});
    const isRenewed = sql<{ count: number }>`select count(*)::int as count from workers
      where id = ${presence.workerId()} and seen_at > steady_since + interval '1 second'`;
    await eventually(async () => (await isRenewed.execute(server.deps.db)).rows[0]?.count === 1);
    expect(presence.departures()).toBe(0);
    await sql`delete from workers where id = 'visitor'`.execute(server.deps.db);
    await eventually(async () => presence.departures() === 1);
  });

  test("ends when it is left", async () => {
    presence = await registerWorker(server.deps.database, server.deps.log, () => {});
    await presence.leave();
    expect(await listed()).toEqual([]);
  });

  test.skipIf(!isShared)(
    "of those that are dead is ended by the others, as soon as they can tell",
    async () => {
      presence = await registerWorker(server.deps.database, server.deps.log, () => {});
      await sql`insert into workers (id, seen_at) values ('dead', now() - interval '1 hour')`.execute(
        server.deps.db,
      );
      await eventually(async () => !(await listed()).includes("dead"));
      expect(await listed()).toEqual([presence.workerId()]);
      const steady = sql<{
        isLong: boolean;
      }>`select now() - steady_since > interval '5 seconds' as "isLong" from workers`;
      expect((await steady.execute(server.deps.db)).rows).toEqual([{ isLong: true }]);
    },
  );

  test.skipIf(!isShared)(
    "of those that are dead is ended by one that has just come, where renewals have never paused",
    async () => {
      await sql`insert into workers (id, seen_at, steady_since) values
      ('killed', now() + interval '1 minute', now() - interval '1 hour'),
      ('dead', now() - interval '9 seconds', now() - interval '1 hour')`.execute(server.deps.db);
      presence = await registerWorker(server.deps.database, server.deps.log, () => {});
      await eventually(async () => !(await listed()).includes("dead"));
      expect(await listed()).toEqual(["killed", presence.workerId()].sort());
      await sql`delete from workers where id = 'killed'`.execute(server.deps.db);
    },
  );
});
