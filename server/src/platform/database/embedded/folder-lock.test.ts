import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockFolder } from "./folder-lock.ts";

const MODULE = new URL("./folder-lock.ts", import.meta.url).href;
// Says "held" and stays, or says why it could not hold the folder and ends.
const HOLD = `
  const { lockFolder } = await import(${JSON.stringify(MODULE)});
  try {
    globalThis.unlock = await lockFolder(process.argv[1], 0);
    console.log("held");
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.message);
  }`;
const ANOTHER = /^Another Junctor process uses the data folder/;
const NEW_NAMESPACE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];
const hasNamespaces = spawnSync("unshare", [...NEW_NAMESPACE.slice(1), "true"]).status === 0;

let folder: string;
const children: ChildProcess[] = [];
const unlocks: (() => void)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "junctor-lock-"));
});
afterEach(async () => {
  for (const unlock of unlocks.splice(0)) unlock();
  for (const child of children.splice(0)) await kill(child);
  rmSync(folder, { recursive: true, force: true });
});

/** What a process of its own says when it tries to hold the folder. */
async function tryElsewhere(prefix: readonly string[] = []) {
  const [command = "", ...args] = [
    ...prefix,
    process.execPath,
    "--input-type=module",
    "--eval",
    HOLD,
    folder,
  ];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let warned = "";
  child.stderr.on("data", (chunk) => {
    warned += chunk;
  });
  const [said] = await once(child.stdout, "data");
  return { child, said: String(said).trim(), warned: () => warned };
}
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
async function lock(patienceMs = 0): Promise<void> {
  unlocks.push(await lockFolder(folder, patienceMs));
}

test("a process that is stopped keeps the folder for as long as it lives, however old its lock is", async () => {
  const { child, said } = await tryElsewhere();
  expect(said).toBe("held");
  child.kill("SIGSTOP");
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(join(folder, "lock"), longAgo, longAgo);
  await expect(lock()).rejects.toThrow(ANOTHER);
  child.kill("SIGCONT");
  await expect(lock()).rejects.toThrow(ANOTHER);
});

test("a process that is killed leaves the folder at once, three times of three, also when it was stopped", async () => {
  for (const isStopped of [false, true, false]) {
    const { child, said } = await tryElsewhere();
    expect(said).toBe("held");
    if (isStopped) child.kill("SIGSTOP");
    await kill(child);
  }
  await lock();
});

test("whoever comes while another process is ending waits for a moment", async () => {
  const { child } = await tryElsewhere();
  const waiting = lock(20_000);
  await kill(child);
  await waiting;
});

test("attempts in the same process are refused too, and take nothing from the one that holds the folder", async () => {
  await lock();
  await expect(lock()).rejects.toThrow(ANOTHER);
  expect((await tryElsewhere()).said).toMatch(ANOTHER);
  for (const unlock of unlocks.splice(0)) unlock();
  expect((await tryElsewhere()).said).toBe("held");
});

test("nothing is printed beside, whatever Node says of its SQLite", async () => {
  const { said, warned } = await tryElsewhere();
  expect([said, warned()]).toEqual(["held", ""]);
});

test.skipIf(!hasNamespaces)(
  "it counts between containers that share the folder (process namespaces; needs unshare)",
  async () => {
    const first = await tryElsewhere(NEW_NAMESPACE);
    expect(first.said).toBe("held");
    expect((await tryElsewhere(NEW_NAMESPACE)).said).toMatch(ANOTHER);
    await expect(lock()).rejects.toThrow(ANOTHER);
    await kill(first.child);
    await lock(5000);
  },
);

test("the lock of an older version counts until it goes stale", async () => {
  const path = join(folder, "lock");
  mkdirSync(path);
  await expect(lock()).rejects.toThrow(ANOTHER);
  const longAgo = new Date(Date.now() - 6000);
  utimesSync(path, longAgo, longAgo);
  await lock();
});

test("a folder that cannot be locked says why", async () => {
  writeFileSync(join(folder, "lock"), "something else that is long enough to have a header".repeat(40));
  await expect(lock()).rejects.toThrow(/^The data folder .* cannot be locked \(file is not a database\)/);
});
