import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { copyDatabase } from "../../../test/open-server.ts";
import { databaseEnvironment, runJunctor } from "../../../test/spawn-server.ts";
import { testConfig } from "../../../test/test-config.ts";
import { eventually, type TestServer } from "../../../test/test-server.ts";
import type { Config } from "../../config.ts";
import { copyDatabaseFiles } from "../../platform/database/embedded/copy-database-files.ts";
import { StartError } from "../../platform/errors.ts";
import { getKeyId } from "../../platform/vault.ts";
import { insertSecrets, openInstallation, requireSecrets } from "../test-installation.ts";
import { runBackupCommand } from "./backup.ts";
import { readManifest } from "./manifest.ts";
import { runRestoreCommand } from "./restore.ts";

const KEY = Buffer.alloc(32, 7);
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  vi.restoreAllMocks();
});

test("with DATABASE_URL both name PostgreSQL's own tools", async () => {
  const config = testConfig({ databaseUrl: "postgres://127.0.0.1/any" });
  await expect(runBackupCommand(config, ["--to", "/tmp/any"])).rejects.toThrow(/pg_dump --format=custom/);
  await expect(runRestoreCommand(config, ["--from", "/tmp/any"])).rejects.toBeInstanceOf(StartError);
});

test.each([[[]], [["--to", ""]], [["--to", "a", "--check", "b"]], [["--check", "a", "--with-key"]], [["a"]]])(
  "%j is refused in a sentence",
  async (argv) => {
    await expect(runBackupCommand(testConfig({}), argv)).rejects.toBeInstanceOf(StartError);
  },
);

describe.skipIf(inject("databaseUrl"))("of the embedded database", () => {
  let config: Config;
  let server: TestServer;
  let backup: string;
  let restored: Config;
  let said: ReturnType<typeof vi.spyOn>;

  beforeEach(async () => {
    const copied = await copyDatabase();
    config = { ...copied.config, encryptionKey: KEY, filesDir: join(copied.config.dataDir, "files") };
    cleanUps.push(copied.remove);
    backup = `${config.dataDir}-backup`;
    const dataDir = `${config.dataDir}-restored`;
    restored = { ...config, dataDir, filesDir: join(dataDir, "files") };
    cleanUps.push(() => {
      for (const folder of [backup, dataDir]) rmSync(folder, { recursive: true, force: true });
    });
    said = vi.spyOn(console, "log").mockImplementation(() => {});
    server = await openInstallation(config);
    cleanUps.push(() => server.close());
  });

  const make = (...argv: string[]) => runBackupCommand(config, ["--to", backup, ...argv]);
  const check = () => runBackupCommand(config, ["--check", backup]);
  const restore = (to = restored) => runRestoreCommand(to, ["--from", backup]);

  test("slow: a running installation is restored with its secrets and files, as it was at one moment", async () => {
    const kept = await insertSecrets(server);
    mkdirSync(join(config.dataDir, "pieces"));
    writeFileSync(join(config.dataDir, "pieces/active.json"), "{}");
    writeFileSync(join(config.dataDir, "files/unknown"), "no row knows it");
    let created = 0;
    let isOver = false;
    const creating = (async () => {
      for (; !isOver; created++) await server.account(`while-${created}`);
    })();
    await eventually(async () => created > 3);
    const before = created;
    // As after a busy day: files for the next one.
    await sql`select pg_switch_wal()`.execute(server.deps.db);
    await sql`checkpoint`.execute(server.deps.db);
    await make();
    isOver = true;
    await creating;
    expect(created).toBeGreaterThan(before);
    expect(said.mock.lastCall?.[0]).toMatch(/is complete: [\d,]+ rows in \d+ tables and 1 large files/);
    const manifest = await readManifest(backup);
    expect(manifest).toMatchObject({ key_id: getKeyId(KEY), has_key: false, missing_objects: 0 });
    const paths = manifest.files.map(({ path }) => path);
    expect(paths).toContain("data/pieces/active.json");
    expect(paths.filter((path) => /unknown|encryption-key|lock/.test(path))).toEqual([]);
    // It has been closed, and keeps no log for later.
    expect(paths.filter((path) => path.startsWith("data/database/pg_wal/")).length).toBeLessThanOrEqual(2);

    await restore();
    expect(said.mock.lastCall?.[0]).toContain(
      `Restored to ${restored.dataDir}: every table has as many rows`,
    );
    const after = await openInstallation(restored);
    after.work();
    await requireSecrets(after, kept);
    const { rows } = await sql<{ name: string }>`
      select account_id as name from linked_accounts where account_id like 'while-%' order by id`.execute(
      after.deps.db,
    );
    // All that were answered before it began, and none after one that is missing.
    expect(rows.length).toBeGreaterThanOrEqual(before);
    expect(rows.map(({ name }) => name)).toEqual(rows.map((_, index) => `while-${index}`));
    await after.close();
  });

  test("slow: a backup that was damaged or not finished is refused, and changes nothing", async () => {
    await make();
    await check();
    const intact = readFileSync(join(backup, "manifest.json"), "utf8");
    const cases: [() => void, RegExp, () => void][] = [
      [
        () => appendFileSync(join(backup, "data/database/PG_VERSION"), " "),
        /is damaged: data\/database\/PG_VERSION has changed\.$/,
        () =>
          writeFileSync(
            join(backup, "data/database/PG_VERSION"),
            readFileSync(join(config.dataDir, "database/PG_VERSION")),
          ),
      ],
      [
        () => writeFileSync(join(backup, "more"), ""),
        /more is not in the manifest/,
        () => rmSync(join(backup, "more")),
      ],
      [
        () =>
          writeFileSync(
            join(backup, "manifest.json"),
            intact.replace('"path": "data/database/PG_VERSION"', '"path": "data/none"'),
          ),
        /data\/none is missing; data\/database\/PG_VERSION is not in the manifest/,
        () => writeFileSync(join(backup, "manifest.json"), intact),
      ],
      [
        () => writeFileSync(join(backup, "manifest.json"), "{"),
        /manifest\.json cannot be read by this version/,
        () => writeFileSync(join(backup, "manifest.json"), intact),
      ],
      [
        () => rmSync(join(backup, "manifest.json")),
        /is no complete backup: it has no manifest\.json/,
        () => {},
      ],
    ];
    for (const [damage, reason, repair] of cases) {
      damage();
      await expect(check()).rejects.toThrow(reason);
      await expect(restore()).rejects.toThrow(reason);
      expect(existsSync(restored.dataDir)).toBe(false);
      repair();
    }
    await expect(make()).rejects.toThrow(/is not empty: name another folder\. If a backup was interrupted/);
  });

  test("slow: a restore with other rows than the backup had fails, and starts no server", async () => {
    await server.account("one");
    await make();
    const path = join(backup, "manifest.json");
    const rows = /("public\.linked_accounts": )1\b/;
    const manifest = readFileSync(path, "utf8");
    expect(manifest).toMatch(rows);
    writeFileSync(path, manifest.replace(rows, "$12"));
    await expect(restore()).rejects.toThrow(
      "public.linked_accounts has 1 rows, but 2 when the backup was made: the restore has failed.",
    );
    await expect(openInstallation(restored)).rejects.toThrow("run `junctor restore` again");
    writeFileSync(path, manifest.replace(/"schema": "\d+"/, '"schema": "9999"'));
    await expect(restore()).rejects.toThrow(/was made by a newer version of Junctor/);
  });

  test("slow: nothing is replaced, and only the right key restores", async () => {
    await make();
    await expect(make()).rejects.toThrow(/has a backup already/);
    await expect(restore(config)).rejects.toThrow(/is not empty \(it holds database\)/);
    mkdirSync(restored.filesDir ?? "", { recursive: true });
    const elsewhere = { ...restored, dataDir: `${restored.dataDir}/data`, filesDir: restored.filesDir };
    writeFileSync(join(restored.filesDir ?? "", "own"), "");
    await expect(restore(elsewhere)).rejects.toThrow(/files is not empty: set JUNCTOR_FILES_DIR/);
    rmSync(restored.dataDir, { recursive: true });
    await expect(restore({ ...restored, encryptionKey: Buffer.alloc(32, 8) })).rejects.toThrow(
      `needs the key ${getKeyId(KEY)}, but the given one is ${getKeyId(Buffer.alloc(32, 8))}`,
    );
    const withoutKey = { ...restored, encryptionKey: undefined };
    await expect(restore(withoutKey)).rejects.toThrow(
      `needs the key ${getKeyId(KEY)}: put its file as ${restored.dataDir}/encryption-key`,
    );
    expect(existsSync(restored.dataDir)).toBe(false);
    mkdirSync(restored.dataDir);
    writeFileSync(join(restored.dataDir, "encryption-key"), KEY.toString("base64"));
    await restore(withoutKey);
    await (await openInstallation(withoutKey)).close();
  });

  test("slow: the key is in the backup only if that is asked for", async () => {
    await expect(make("--with-key")).rejects.toThrow(/not in the data folder/);
    writeFileSync(join(config.dataDir, "encryption-key"), KEY.toString("base64"));
    await runBackupCommand({ ...config, encryptionKey: undefined }, ["--to", backup, "--with-key"]);
    expect(await readManifest(backup)).toMatchObject({ has_key: true });
    const withoutKey = { ...restored, encryptionKey: undefined };
    await restore(withoutKey);
    expect(readFileSync(join(restored.dataDir, "encryption-key"), "utf8")).toBe(KEY.toString("base64"));
    await (await openInstallation(withoutKey)).close();
    rmSync(restored.dataDir, { recursive: true });
    // Whoever gives the key keeps it where it is.
    await restore();
    expect(existsSync(join(restored.dataDir, "encryption-key"))).toBe(false);
  });

  test("slow: killed (kill -9) in the middle, the server goes on; what was begun is refused or begun again", async () => {
    const kill = async (argv: string[], environment: Record<string, string>, isThere: () => boolean) => {
      const child = spawn(process.execPath, ["server/junctor.mjs", ...argv], {
        env: { ...process.env, ...environment },
      });
      const ended = once(child, "exit");
      await eventually(async () => isThere() || child.exitCode !== null);
      child.kill("SIGKILL");
      await ended;
    };
    await kill(["backup", "--to", backup], databaseEnvironment(config), () =>
      existsSync(join(backup, "data/database/pg_wal")),
    );
    await server.account("afterwards");
    await expect(check()).rejects.toThrow(/is no complete backup/);
    await expect(restore()).rejects.toThrow(/is no complete backup/);
    rmSync(backup, { recursive: true });
    await make();

    const environment = databaseEnvironment(restored);
    await kill(["restore", "--from", backup], environment, () =>
      existsSync(join(restored.dataDir, "database/global")),
    );
    expect(existsSync(join(restored.dataDir, "restoring"))).toBe(true);
    const started = await runJunctor(["all"], { ...environment, PORT: "0" });
    expect(started).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("run `junctor restore` again"),
    });
    await restore();
    const after = await openInstallation(restored);
    expect(await after.deps.db.selectFrom("linked_accounts").select("account_id").execute()).toEqual([
      { account_id: "afterwards" },
    ]);
    await after.close();
  });

  test("slow: a checkpoint while the database is copied has it copied again, and three end it", async () => {
    const { db } = server.deps;
    let isOver = false;
    const from = join(config.dataDir, "database");
    const checkpoints = (async () => {
      for (; !isOver; await sleep(20)) await sql`checkpoint`.execute(db);
    })();
    await expect(copyDatabaseFiles(from, `${backup}/database`)).rejects.toThrow(
      /each time the database was copied/,
    );
    isOver = true;
    await checkpoints;
    await copyDatabaseFiles(from, `${backup}/database`);
  });
});
