import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { copyDatabase } from "../../test/open-server.ts";
import { testConfig } from "../../test/test-config.ts";
import type { Database } from "../platform/database/database.ts";
import { openPostgres } from "../platform/database/postgres.ts";
import { migrate } from "../platform/database/schema/migrate.ts";
import { readMigrations, toMigration } from "../platform/database/schema/migrations.ts";
import { readMigrationPlan } from "../platform/database/schema/plan.ts";
import { StartError } from "../platform/errors.ts";
import { createLog } from "../platform/log.ts";
import { runMigrateCommand } from "./migrate.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

/** What the command prints, and with which code it would exit. */
async function run(config: Parameters<typeof runMigrateCommand>[0], ...argv: string[]) {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  said.mockClear();
  process.exitCode = undefined;
  await runMigrateCommand(config, argv);
  return { text: said.mock.calls.join("\n"), code: process.exitCode ?? 0 };
}

test("a folder without a database: all is pending, and none is made", async () => {
  const folder = mkdtempSync(join(tmpdir(), "junctor-plan-"));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  const planned = await run(testConfig({ dataDir: folder }), "--plan");
  expect(planned).toEqual({
    text: "The database is empty: all migrations run at once, and nobody waits.",
    code: 2,
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([[["--json"]], [["--plans"]], [["up"]]])("%j is refused in a sentence", async (argv) => {
  await expect(runMigrateCommand(testConfig({}), argv)).rejects.toBeInstanceOf(StartError);
});

// Beside an embedded database nobody runs.
describe.skipIf(!inject("databaseUrl"))("on a database", () => {
  async function open() {
    const { config, remove } = await copyDatabase();
    const database = await openPostgres(config.databaseUrl ?? "", createLog("silent"));
    cleanUps.push(remove, () => database.close());
    return { config, database };
  }
  /** Forgets that the newest migration was done. */
  async function forget(database: Database): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      delete from schema_migrations where name = (select max(name) from schema_migrations) returning name`.execute(
      database.db,
    );
    await sql`delete from kysely_migration where name = ${rows[0]?.name}`.execute(database.db);
  }

  test("nothing is pending: it says so, and exits with 0", async () => {
    const { config } = await open();
    expect(await run(config, "--plan")).toEqual({ text: "The database is up to date.", code: 0 });
    expect(JSON.parse((await run(config, "--plan", "--json")).text)).toEqual({
      is_new: false,
      pending: [],
      processes: [],
    });
  });

  test("something is pending: names, locks and the processes beside it, and nothing is changed", async () => {
    const { config, database } = await open();
    await forget(database);
    const { text, code } = await run(config, "--plan");
    expect(code).toBe(2);
    expect(text).toMatch(/^1 migration pending, in this order:\n\n\d{4}-/);
    expect(text).toContain("No process runs on the database.");
    const again = await run(config, "--plan", "--json");
    expect(again.code).toBe(2);
    expect(JSON.parse(again.text).pending).toHaveLength(1);
  });

  test("what a statement does to a table that is there, by its size, until the end of the transaction", async () => {
    const { database } = await open();
    await sql`create table big (n integer, m text)`.execute(database.db);
    await sql`insert into big select i, repeat('x', 500) from generate_series(1, 20000) i`.execute(
      database.db,
    );
    await sql`analyze big`.execute(database.db);
    const migrations = [
      toMigration("9001-changes", {
        up: [
          "alter table big add column k text",
          "alter table big add check (n > 0)",
          "create table new (n integer)",
          "create index on new (n)",
          "truncate new",
        ],
      }),
      toMigration("9002-indexes", { up: ["create index concurrently big_n on big (n)"] }),
    ];
    const { isNew, pending } = await readMigrationPlan(database, [
      ...(await readMigrations()),
      ...migrations,
    ]);
    expect(isNew).toBe(false);
    const size = { table: "big", rows: 20_000, bytes: expect.any(Number) };
    const [changes, indexes] = pending;
    expect(changes).toMatchObject({
      name: "9001-changes",
      isTransaction: true,
      statements: [
        { effects: [{ ...size, lock: "ACCESS EXCLUSIVE", blocks: "reads and writes", work: "catalog" }] },
        { effects: [{ ...size, lock: "ACCESS EXCLUSIVE", blocks: "reads and writes", work: "scan" }] },
        { isKnown: true, effects: [] },
        { isKnown: true, effects: [] },
        { isKnown: false, effects: [] },
      ],
    });
    expect(indexes).toMatchObject({
      isTransaction: false,
      statements: [
        { effects: [{ ...size, lock: "SHARE UPDATE EXCLUSIVE", blocks: "nothing", work: "index" }] },
      ],
    });
    const [added, checked] = changes?.statements.map(({ effects }) => effects[0]) ?? [];
    expect(added?.bytes).toBeGreaterThan(20_000 * 500);
    // The first lock is held while the second statement reads all rows.
    expect(added?.lockSeconds).toBeGreaterThan(checked?.lockSeconds ?? 0);
    expect(checked?.lockSeconds).toBeGreaterThan(0.05);
  });

  test("a process that cannot run beside the new schema: it is named, and the code is 3", async () => {
    const { config, database } = await open();
    const client = new pg.Client({
      connectionString: config.databaseUrl,
      application_name: "junctor work old-host:42",
    });
    await client.connect();
    cleanUps.push(() => client.end());
    await client.query('listen "junctor_work" /* schema 0169 */');
    await forget(database);
    const refused = await run(config, "--plan");
    expect(refused.code).toBe(3);
    expect(refused.text).toContain(
      "These processes must stop first, because they cannot run beside the new schema: junctor work old-host:42.",
    );
    expect(JSON.parse((await run(config, "--plan", "--json")).text).processes).toEqual([
      { name: "junctor work old-host:42", must_stop: true },
    ]);
    await client.query('listen "junctor_work" /* schema 0170 */');
    const beside = await run(config, "--plan");
    expect(beside.code).toBe(2);
    expect(beside.text).toContain(
      "These processes can go on meanwhile, and afterwards: junctor work old-host:42.",
    );
  });

  test("StartError: the database belongs to a version beside which this one cannot run", async () => {
    const { config, database } = await open();
    await sql`insert into schema_migrations values ('9999-tomorrow', '9998')`.execute(database.db);
    await expect(run(config, "--plan")).rejects.toThrow(/9999-tomorrow/);
    await expect(migrate(database)).rejects.toBeInstanceOf(StartError);
  });
});
