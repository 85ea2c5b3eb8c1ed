import { randomBytes } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, expect, inject, test, vi } from "vitest";
import { databaseAt, onServer } from "../../test/global-setup.ts";
import { copyDatabase as copyTemplate } from "../../test/open-server.ts";
import { CopyError, createCopy } from "../platform/database/copy/copy-database.ts";
import { createPartitions } from "../platform/database/partitions/create-partitions.ts";
import { createId } from "../platform/id.ts";
import { DAY_MS } from "../platform/moment.ts";
import { RUN_HISTORY } from "../runs/old-runs.ts";
import { runMoveCommand } from "./move.ts";
import { insertSecrets, openInstallation, requireSecrets } from "./test-installation.ts";

const serverUrl = inject("databaseUrl");
afterEach(() => {
  vi.restoreAllMocks();
});

// The embedded database is made anew, which takes seconds.
test.skipIf(!serverUrl)(
  "slow: an installation moves to a folder and from there to another server, with everything that it has (PostgreSQL)",
  async () => {
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    const { config, remove } = await copyTemplate();
    const folder = join(config.dataDir, "moved");
    const before = await openInstallation(config);
    const kept = await insertSecrets(before);
    await before.close();

    await runMoveCommand(config, ["--to", folder]);
    expect(said.mock.lastCall?.[0]).toContain(`Moved to ${folder}: every table has the same rows there.`);
    await expect(runMoveCommand(config, ["--to", folder])).rejects.toThrow("has an installation already");

    const name = `moved_${createId()}`;
    await onServer(serverUrl ?? "", `create database ${name}`);
    const databaseUrl = databaseAt(serverUrl ?? "", name);
    const there = { ...config, databaseUrl: undefined, dataDir: folder };
    await runMoveCommand(there, ["--to", databaseUrl]);
    expect(existsSync(`${folder}/moved-to`)).toBe(true);
    // Two would run the same schedules.
    await expect(openInstallation(there)).rejects.toThrow(`was moved to postgres://`);

    const after = await openInstallation({ ...config, databaseUrl });
    after.work();
    await requireSecrets(after, kept);
    // What the database counts up goes on from where it was, and what the copy dropped is there again.
    await after.account("two");
    const { id } = await after.deps.db
      .selectFrom("linked_accounts")
      .select("id")
      .where("account_id", "=", "one")
      .executeTakeFirstOrThrow();
    await after.deps.db.deleteFrom("linked_accounts").where("id", "=", id).execute();
    expect((await after.deps.db.selectFrom("configs").selectAll().execute()).length).toBe(0);
    await after.close();
    await onServer(serverUrl ?? "", `drop database ${name} with (force)`);
    rmSync(folder, { recursive: true });
    await remove();
  },
);

test.skipIf(!serverUrl)(
  "a copy that is not the same changes nothing: rows of every kind, and a table that differs (PostgreSQL)",
  async () => {
    const [from, to] = [await copyTemplate(), await copyTemplate()];
    const source = await openInstallation(from.config);
    const target = await openInstallation(to.config);
    const strange = ["", "\\", '"{},', "line\nbreak", "ünï\u{1F600}", "NULL", "\t"];
    for (const name of strange) await source.account(`a${name}`.slice(0, 40));
    const names = (server: typeof source) =>
      server.deps.db.selectFrom("linked_accounts").select("account_id").orderBy("id").execute();
    const copy = () => createCopy(source.deps.database, target.deps.database, () => {});
    const run = (server: typeof source, statement: string) => sql.raw(statement).execute(server.deps.db);
    await target.account("of the target");
    const before = await names(target);
    // One row is lost on its way.
    await run(
      target,
      "create rule lose as on insert to configs where new.config_id = 'lost' do instead nothing",
    );
    const made = await source.request({
      method: "POST",
      url: "/api/v2/public/config",
      key: source.testKey,
      account: "a",
      body: { slug: "stripe", config_id: "lost" },
    });
    expect(made.status, made.text).toBe(200);
    await expect(copy()).rejects.toThrow("public.configs has 1 rows here and 0 there, or they differ");
    expect(await names(target)).toEqual(before);
    await run(target, "drop rule lose on configs");
    await copy();
    expect(await names(target)).toEqual(await names(source));

    await run(source, "alter table configs add column more text");
    await expect(copy()).rejects.toThrow(CopyError);
    await source.close();
    await target.close();
    await from.remove();
    await to.remove();
  },
);

test.skipIf(!serverUrl)("partitioned history is copied to plain tables, and back (PostgreSQL)", async () => {
  const [from, to] = [await copyTemplate(), await copyTemplate()];
  const partitioned = await openInstallation(from.config);
  const plain = await openInstallation(to.config);
  const { database, log } = partitioned.deps;
  for (const days of [0, 7]) {
    const now = new Date(Date.now() + days * DAY_MS);
    await createPartitions(database, RUN_HISTORY, { now, retentionDays: 30, log });
  }
  const steps = async ({ deps }: typeof plain) => {
    const { rows } = await sql<{ place: string; path: string }>`
      select tableoid::regclass::text as place, path from run_steps order by path`.execute(deps.db);
    return rows.map(({ place, path }) => `${path}: ${place.replace(/_\d+/g, "")}`);
  };
  for (const [path, days] of [
    ["first", 0],
    ["second", 9],
    ["rest", 400],
  ] as const)
    await sql`insert into run_steps (run_id, path, attempt, node_id, status, started_at, duration_ms)
      values (${createId(Date.now() + days * DAY_MS)}, ${path}, 1, ${path}, 'Success', now(), 0)`.execute(
      database.db,
    );
  const places = ["first: run_steps_first", "rest: run_steps_rest", "second: run_steps"];
  expect(await steps(partitioned)).toEqual(places);

  await createCopy(database, plain.deps.database, () => {});
  expect(await steps(plain)).toEqual(["first: run_steps", "rest: run_steps", "second: run_steps"]);
  await sql`delete from run_steps`.execute(database.db);
  await createCopy(plain.deps.database, database, () => {});
  expect(await steps(partitioned)).toEqual(places);
  for (const server of [partitioned, plain]) await server.close();
  for (const copy of [from, to]) await copy.remove();
});

test("an installation whose key is being rotated does not move", async () => {
  const { config, remove } = await copyTemplate();
  const embedded = { ...config, databaseUrl: undefined, encryptionKey: undefined };
  for (const name of ["encryption-key", "encryption-key.next"])
    writeFileSync(join(config.dataDir, name), randomBytes(32).toString("base64"));
  await expect(runMoveCommand(embedded, ["--to", "postgres://a/b"])).rejects.toThrow(
    "The key is being rotated",
  );
  await remove();
});

test.each([
  [[], "Usage: junctor move"],
  [["--to", ""], "Usage: junctor move"],
  [["--from", "x"], "Unknown option"],
  [["--to", "mysql://a/b"], "DATABASE_URL"],
  [["somewhere"], "Unexpected argument"],
])("%j is refused in a sentence", async (argv, sentence) => {
  const { config, remove } = await copyTemplate();
  const embedded = { ...config, databaseUrl: undefined };
  await expect(runMoveCommand(embedded, argv)).rejects.toThrow(sentence);
  await expect(
    runMoveCommand({ ...config, databaseUrl: "postgres://a/b" }, ["--to", "postgres://c/d"]),
  ).rejects.toThrow("DATABASE_URL is set");
  await expect(runMoveCommand(embedded, ["--to", "folder"])).rejects.toThrow("DATABASE_URL is not set");
  await remove();
});
