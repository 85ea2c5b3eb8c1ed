import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const WAIT_MS = 180_000;
// Servers are in sbin, which is not in everybody's PATH.
const FOLDERS = [...(process.env.PATH ?? "").split(":"), "/usr/sbin"];

/** A folder of its own for a test file, with the programs that run in it; `close` it in `afterAll`. */
export interface ProgramFolder {
  readonly folder: string;
  /** Starts a program in a separate process group and waits until it reports on stderr that it is ready. */
  start(name: string, options: ProgramOptions): Promise<void>;
  close(): Promise<void>;
}

export interface ProgramOptions {
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly ready: string;
}

/** Opens a new folder; what was started in it ends with the test process at the latest. */
export function openProgramFolder(name: string): ProgramFolder {
  const folder = mkdtempSync(join(tmpdir(), `junctor-${name}-`));
  const children: ChildProcess[] = [];
  const endAll = () => {
    for (const child of children) signal(child);
  };
  // An aborted test process leaves nothing running.
  process.once("exit", endAll);
  return {
    folder,
    async start(program, options) {
      children.push(await start(program, options));
    },
    async close() {
      process.removeListener("exit", endAll);
      for (const child of children.reverse()) await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The path of a program that is installed. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The path of a program that must be installed. */
export function readProgram(name: string): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not installed.`);
  return path;
}

async function start(name: string, { args, env, cwd, ready }: ProgramOptions): Promise<ChildProcess> {
  const child = spawn(readProgram(name), args, {
    env,
    cwd,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${name} ${why}: ${said.slice(-2000)}`));
    const timer = setTimeout(() => fail("was not ready in time"), WAIT_MS);
    child.once("error", reject);
    child.once("exit", () => fail("ended"));
    // Keeps reading afterwards: a full pipe would block the program.
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-10_000);
      if (!said.includes(ready)) return;
      clearTimeout(timer);
      resolve();
    });
  }).catch(async (error) => {
    await end(child);
    throw error;
  });
  return child;
}

/** Kills a program and its children; nothing of them is needed afterwards. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  signal(child);
  await ended;
}

function signal({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}
