import { type ChildProcess, spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../../test/test-server.ts";
import { StartError } from "../../errors.ts";
import { createFilesApart } from "./create-files-apart.ts";
import { openDatabaseFiles } from "./database-files.ts";
import { lockFolder } from "./folder-lock.ts";

const MODULE = new URL("./create-files-apart.ts", import.meta.url).href;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function makeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "junctor-files-"));
  folders.push(dir);
  return dir;
}
/** The error of a start, and the process that it starts as soon as `isThere`. */
async function failWith(dir: string, act: (child: ChildProcess) => Promise<void>): Promise<unknown> {
  let acting: Promise<void> | undefined;
  const onProcess = (message: unknown) => {
    acting = act((message as { process: ChildProcess }).process);
  };
  subscribe("child_process", onProcess);
  try {
    return await createFilesApart(dir).then(
      () => "no error",
      (error: unknown) => error,
    );
  } finally {
    unsubscribe("child_process", onProcess);
    await acting;
  }
}
/** Opens the files as a server does. */
async function expectWhole(dir: string): Promise<void> {
  const lite = await openDatabaseFiles(`${dir}/database`);
  expect((await lite.query("select datname from pg_database where not datistemplate")).rows).toEqual([
    { datname: "postgres" },
  ]);
  await lite.close();
}

test("creates the files once, and releases the folder", async () => {
  const dir = makeFolder();
  await createFilesApart(dir);
  expect(existsSync(`${dir}/database/PG_VERSION`)).toBe(true);
  const before = readdirSync(`${dir}/database`);
  expect(before).not.toContain("unfinished");
  await createFilesApart(dir);
  expect(readdirSync(`${dir}/database`)).toEqual(before);
  (await lockFolder(dir, 0))();
});

test("StartError: remains of a database, and a folder that another process holds, are left alone", async () => {
  const dir = makeFolder();
  mkdirSync(`${dir}/database`);
  writeFileSync(`${dir}/database/base`, "");
  await expect(createFilesApart(dir)).rejects.toThrow(/is incomplete \(it holds base/);
  await expect(createFilesApart(dir)).rejects.toBeInstanceOf(StartError);
  expect(readdirSync(`${dir}/database`)).toEqual(["base"]);

  const held = makeFolder();
  const unlock = await lockFolder(held);
  await expect(createFilesApart(held)).rejects.toThrow("Another Junctor process uses the data folder");
  unlock();
  expect(existsSync(`${held}/database`)).toBe(false);
});

test("a process that is killed is reported as one sentence, and the next start creates the files", async () => {
  const dir = makeFolder();
  const error = await failWith(dir, async (child) => {
    await eventually(async () => existsSync(`${dir}/database/unfinished`));
    child.kill("SIGKILL");
  });
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toMatch(
    /could not be created: .* SIGKILL: the system may have had too little memory/,
  );
  expect(existsSync(`${dir}/database/PG_VERSION`)).toBe(false);
  await createFilesApart(dir);
  await expectWhole(dir);
});

test("a process that cannot be started is reported as one sentence, and nothing is left behind", async () => {
  const dir = makeFolder();
  const { execPath } = process;
  process.execPath = join(dir, "no-node");
  try {
    const starting = createFilesApart(dir);
    await expect(starting).rejects.toBeInstanceOf(StartError);
    await expect(starting).rejects.toThrow(
      /could not be created: its process could not be started \(spawn .*no-node ENOENT\)/,
    );
  } finally {
    process.execPath = execPath;
  }
  expect(readdirSync(dir)).toEqual([]);
});

test("a start that is killed leaves a process that completes the files, ends and releases the folder", async () => {
  const dir = makeFolder();
  const script = `const { createFilesApart } = await import(${JSON.stringify(MODULE)}); await createFilesApart(process.argv[1]);`;
  const start = spawn(process.execPath, ["--input-type=module", "--eval", script, dir], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  start.stderr.on("data", (chunk) => {
    said += chunk;
  });
  // Its child has the pipe, too: it is closed when both have ended.
  const closed = once(start, "close");
  await eventually(async () => existsSync(`${dir}/database/unfinished`));
  start.kill("SIGKILL");
  expect(await closed).toEqual([null, "SIGKILL"]);
  expect(said).toBe("");
  expect(existsSync(`${dir}/database/PG_VERSION`)).toBe(true);
  await expectWhole(dir);
  (await lockFolder(dir, 0))();
});
