import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../database.ts";
import { COPYING, writeDueCheckpoint } from "./checkpoints.ts";
import { copyDatabaseFiles } from "./copy-database-files.ts";
import { openEmbedded } from "./embedded.ts";

const DUE_BYTES = 1024 * 1024;
let folder: string;
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "junctor-checkpoints-"));
  database = await openEmbedded(folder);
  await sql`create table filled (text text)`.execute(database.db);
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const files = () => join(folder, "database");

/** Writes as much log as makes a checkpoint due. */
async function fill(): Promise<void> {
  await sql`insert into filled select md5(i::text) from generate_series(1, 30000) i`.execute(database.db);
}

/** Where a start after a crash would begin to read the log. */
async function findStart(): Promise<string> {
  const { rows } = await sql<{
    at: string;
  }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(database.db);
  return rows[0]?.at ?? "";
}

test("a checkpoint is written once enough log has been, and not before", async () => {
  await writeDueCheckpoint(database, files(), 0);
  const first = await findStart();
  await writeDueCheckpoint(database, files(), DUE_BYTES);
  expect(await findStart()).toBe(first);
  await fill();
  // By itself it writes none.
  expect(await findStart()).toBe(first);
  await writeDueCheckpoint(database, files(), DUE_BYTES);
  expect(await findStart()).not.toBe(first);
});

test("while the files are copied none is written, unless the copying has been over for long", async () => {
  const first = await findStart();
  await fill();
  writeFileSync(join(files(), COPYING), "");
  await writeDueCheckpoint(database, files(), DUE_BYTES);
  expect(await findStart()).toBe(first);
  const longAgo = new Date(Date.now() - 16 * 60_000);
  utimesSync(join(files(), COPYING), longAgo, longAgo);
  await writeDueCheckpoint(database, files(), DUE_BYTES);
  expect(await findStart()).not.toBe(first);
});

test("a copy marks the files while it is made, and is without the mark", async () => {
  const marks: boolean[] = [];
  const to = join(folder, "copy");
  const copying = copyDatabaseFiles(files(), to);
  for (let isOver = false; !isOver; ) {
    marks.push(existsSync(join(files(), COPYING)));
    isOver = await Promise.race([
      copying.then(() => true),
      new Promise<false>((next) => setImmediate(next, false)),
    ]);
  }
  expect(marks).toContain(true);
  expect(existsSync(join(files(), COPYING))).toBe(false);
  expect(existsSync(join(to, COPYING))).toBe(false);
});
