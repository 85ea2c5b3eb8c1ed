import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../server/test/free-port.ts";

/** A separate PostgreSQL cluster that tests may kill. */
export interface Cluster {
  /** Address of its database `postgres`. */
  readonly url: string;
  /** Kills all its processes at once, as a power cut would. */
  kill(): void;
  start(): void;
  /** Whether it is running: it stops by itself if it cannot recover from a crash. */
  isRunning(): boolean;
  remove(): void;
}

/** Creates and starts a cluster with its own settings (fsync on) in a temporary folder, on a free port. */
export async function startCluster(): Promise<Cluster> {
  const bin = binaries();
  const dir = mkdtempSync(join(tmpdir(), "junctor-faults-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const id = (what: string) => Number(execFileSync("id", [what, "postgres"], { encoding: "utf8" }));
    chownSync(dir, id("-u"), id("-g"));
  }
  const tryAs = (program: string, args: string[]) => {
    const [command, ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", program] : [program];
    return spawnSync(command, [...rest, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  };
  const as = (program: string, args: string[]) => {
    const { status, stderr } = tryAs(program, args);
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  };
  const data = join(dir, "data");
  const port = await findFreePort();
  as(join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]);
  const start = () => {
    const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${dir} -c max_connections=200`;
    as(join(bin, "pg_ctl"), ["-D", data, "-w", "-l", join(dir, "log"), "-o", options, "start"]);
  };
  start();
  const isRunning = () => tryAs(join(bin, "pg_ctl"), ["-D", data, "status"]).status === 0;
  const remove = () => {
    try {
      if (isRunning()) as(join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"]);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  };
  // The server has a session of its own, so it would outlive a test that is cut off.
  for (const signal of ["SIGTERM", "SIGINT"])
    process.once(signal, () => {
      remove();
      process.exit(1);
    });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: () => {
      const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
      for (const one of [Number(pid), ...childrenOf(Number(pid))]) killNow(one);
    },
    start: () => {
      // PostgreSQL refuses to start while children of the killed server still hold its shared memory.
      for (let tries = 0; ; tries++) {
        try {
          return start();
        } catch (error) {
          if (tries === 600) throw error;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
        }
      }
    },
    isRunning,
    remove,
  };
}

/** Ids of the running child processes of `pid`. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** The process may have ended already. */
function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function binaries(): string {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(a) - Number(b)) : [];
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error("No PostgreSQL found: apt-get install postgresql.");
  return join(root, newest, "bin");
}
