import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/test-server.ts";
import { openDatabaseFiles } from "./database-files.ts";

const MODULE = new URL("./database-files.ts", import.meta.url).href;
const work = mkdtempSync(join(tmpdir(), "junctor-files-"));
const sound = join(work, "sound");

/** A first start in a process of its own, which is killed as soon as `isThere`. */
async function firstStartKilled(dir: string, isThere: () => boolean): Promise<void> {
  const script = `const { openDatabaseFiles } = await import(${JSON.stringify(MODULE)}); await openDatabaseFiles(process.argv[1]);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script, dir], { stdio: "inherit" });
  const exit = once(child, "exit");
  // Where this process stood still for long, it may have ended by itself: then there is nothing to begin again.
  await eventually(async () => isThere() || child.exitCode !== null);
  child.kill("SIGKILL");
  await exit;
}

beforeAll(async () => {
  // As an operator may have prepared it.
  mkdirSync(join(sound, "lost+found"), { recursive: true });
  writeFileSync(join(sound, ".gitkeep"), "");
  await firstStartKilled(sound, () => existsSync(join(sound, "unfinished", "PG_VERSION")));
  const lite = await openDatabaseFiles(sound);
  await lite.exec("create table kept (n int); insert into kept values (7)");
  await lite.close();
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

let copies = 0;
function copyOfSound(): string {
  copies += 1;
  const dir = join(work, `copy-${copies}`);
  cpSync(sound, dir, { recursive: true });
  return dir;
}
async function kept(dir: string): Promise<unknown> {
  const lite = await openDatabaseFiles(dir);
  try {
    return (await lite.query("select n from kept")).rows;
  } finally {
    await lite.close();
  }
}

test("a first start that was killed begins again, in a folder that holds only harmless things", async () => {
  expect(readdirSync(sound)).toEqual(expect.arrayContaining(["PG_VERSION", "lost+found", ".gitkeep"]));
  expect(readdirSync(sound)).not.toContain("unfinished");
  expect(await kept(sound)).toEqual([{ n: 7 }]);
});

test("one that was killed as it moved the finished files goes on with that", async () => {
  const dir = copyOfSound();
  mkdirSync(join(dir, "finished"));
  for (const name of ["base", "pg_wal", "PG_VERSION"])
    renameSync(join(dir, name), join(dir, "finished", name));
  expect(await kept(dir)).toEqual([{ n: 7 }]);
  expect(existsSync(join(dir, "finished"))).toBe(false);
});

test("a folder that has lost PG_VERSION is refused, and nothing in it is touched", async () => {
  const dir = copyOfSound();
  rmSync(join(dir, "PG_VERSION"));
  const before = readdirSync(dir, { recursive: true }).sort();
  await expect(openDatabaseFiles(dir)).rejects.toThrow(/is incomplete .*no PG_VERSION.*restore .*backup/);
  expect(readdirSync(dir, { recursive: true }).sort()).toEqual(before);
  writeFileSync(join(dir, "PG_VERSION"), "18\n");
  expect(await kept(dir)).toEqual([{ n: 7 }]);
});

test.each<[string, (dir: string) => void, RegExp]>([
  ["control file", (dir) => truncateSync(join(dir, "global", "pg_control"), 100), /pg_control/],
  ["log", (dir) => rmSync(join(dir, "pg_wal"), { recursive: true }), /pg_wal/],
  ["tables", (dir) => rmSync(join(dir, "base"), { recursive: true }), /base/],
  ["settings", (dir) => rmSync(join(dir, "postgresql.conf")), /postgresql\.conf/],
])("a damaged %s is named together with the way out", async (_what, damage, named) => {
  const dir = copyOfSound();
  damage(dir);
  const error: Error = await openDatabaseFiles(dir).then(
    () => new Error("opened"),
    (reason) => reason,
  );
  expect(error.name).toBe("StartError");
  expect(error.message).toMatch(/cannot be opened \(.*\); its files are damaged .* backup/);
  expect(error.message).toMatch(named);
  expect(error.message).not.toMatch(/Aborted|ASSERTIONS|\/pglite/);
});
