import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startOwnServer, type TestServer } from "../../../../test/test-server.ts";
import { createPartitions } from "../partitions/create-partitions.ts";
import { migrate } from "./migrate.ts";
import { readMigrations, toMigration } from "./migrations.ts";
import { readMigrationPlan } from "./plan.ts";
import { splitByPartitions } from "./split-by-partitions.ts";

const CREATE =
  "create index concurrently run_steps_by_node on run_steps (node_id, run_id) where status = 'Waiting'";
const DROP = "drop index concurrently run_steps_by_node";
const history = { tables: [{ name: "run_steps", key: "run_id" }], listKept: async () => [] };
const log = { info: () => {}, warn: () => {} };
let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close());

test("statements about other tables stay as they are", async () => {
  const { db } = server.deps;
  for (const statement of [CREATE, DROP, "create index concurrently a on runs (id)"])
    expect(await splitByPartitions(db, statement)).toEqual([statement]);
});

// On the embedded database all migrations run at once, and nothing is built concurrently.
test.skipIf(!inject("databaseUrl"))(
  "an index of a partitioned table is built in each partition, and dropped from all",
  async () => {
    const { database, db } = server.deps;
    await createPartitions(database, history, { now: new Date(Date.now()), retentionDays: 30, log });
    await createPartitions(database, history, {
      now: new Date(Date.now() + 7 * 86_400_000),
      retentionDays: 30,
      log,
    });
    const known = await readMigrations();
    const built = [...known, toMigration("9001-index", { up: [CREATE] })];
    const { pending } = await readMigrationPlan(database, built);
    expect(pending[0]?.statements[0]?.effects).toMatchObject([{ table: "run_steps" }]);
    expect(pending[0]?.statements[0]?.effects[0]?.bytes).toBeGreaterThan(0);
    // As if a run had been cut off after the first of them.
    const [first = ""] = await splitByPartitions(db, CREATE);
    await sql.raw(first).execute(db);
    await migrate(database, { migrations: built });
    const indexes = async () => {
      const { rows } = await sql<{ name: string }>`select relid::regclass::text as name
        from pg_partition_tree(to_regclass('run_steps_by_node')) join pg_index on indexrelid = relid
        where indisvalid order by 1`.execute(db);
      return rows.map(({ name }) => name);
    };
    const partitions = await sql`select from pg_partition_tree('run_steps')`.execute(db);
    expect(partitions.rows.length).toBeGreaterThan(5);
    expect(await indexes()).toHaveLength(partitions.rows.length);
    expect(await indexes()).toContain("run_steps_by_node_first");
    await migrate(database, {
      migrations: [...built, toMigration("9002-none", { up: [DROP], since: "0198" })],
    });
    expect(await indexes()).toEqual([]);
  },
);
