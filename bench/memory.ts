// Starts the embedded database for the first time and runs its first workflows while the system allows the process no
// more memory than that, in a cgroup of its own. Prints a table and exits with 1 if it was too little: `npm run
// bench:memory [-- MIB …]`; it needs Linux and root. Default: 512.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../server/test/free-port.ts";
import { apiOf } from "./api-client.ts";
import { printTable, start, startOptions, stop, untilReady } from "./processes.ts";

const MIB = 1024 ** 2;
const KEY = "tk-benchmark-key-of-the-test-environment";
const ACCOUNT = { linked_account_id: "acme" };
const EXECUTIONS = 200;
const AT_ONCE = 8;
const LIMITS = process.argv.slice(2).map(Number);

/** A cgroup that limits memory: of version 2, or of version 1's memory controller. */
interface Group {
  readonly folder: string;
  readonly limit: string;
  readonly peak: string;
  readonly killed: () => boolean;
}

function createGroup(mib: number): Group {
  const isSecond = existsSync("/sys/fs/cgroup/cgroup.controllers");
  const folder = `/sys/fs/cgroup${isSecond ? "" : "/memory"}/junctor-bench-${process.pid}`;
  mkdirSync(folder);
  const [limit, peak, events] = isSecond
    ? ["memory.max", "memory.peak", "memory.events"]
    : ["memory.limit_in_bytes", "memory.max_usage_in_bytes", "memory.oom_control"];
  writeFileSync(`${folder}/${limit}`, String(mib * MIB));
  const killed = () => /oom_kill [1-9]/.test(readFileSync(`${folder}/${events}`, "utf8"));
  return { folder, limit: `${folder}/${limit}`, peak: `${folder}/${peak}`, killed };
}

const peakOf = ({ peak }: Group) => Math.round(Number(readFileSync(peak, "utf8")) / MIB);

/** The row of one limit. */
async function measure(mib: number) {
  const group = createGroup(mib);
  const dataDir = mkdtempSync(join(tmpdir(), "junctor-memory-"));
  const port = await findFreePort();
  const server = start(
    ["-e", INSIDE, group.folder, process.execPath, ...startOptions(), "server/junctor.mjs", "all"],
    {
      JUNCTOR_DATA_DIR: dataDir,
      JUNCTOR_TEST_API_KEY: KEY,
      JUNCTOR_PRODUCTION_API_KEY: "pk-benchmark-key-of-the-production-environment",
      JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
      JUNCTOR_LOG_LEVEL: "warn",
      PORT: String(port),
    },
  );
  const url = `http://127.0.0.1:${port}`;
  const row = {
    "MiB allowed": mib,
    "first start peaks at": 0,
    "with workflows": 0,
    executions: 0,
    missed: "-",
  };
  try {
    await untilReady(`${url}/health/ready`, server);
    row["first start peaks at"] = peakOf(group);
    row.executions = await runWorkflows(url);
    // What was only needed to start and to work is freed some seconds later.
    await sleep(5000);
    await (await fetch(`${url}/health/ready`)).arrayBuffer();
  } catch (error) {
    row.missed = error instanceof Error ? error.message : String(error);
  }
  row["with workflows"] = peakOf(group);
  if (group.killed()) row.missed = "killed for lack of memory";
  await stop(server);
  rmSync(dataDir, { recursive: true, force: true });
  rmdirSync(group.folder);
  return row;
}

// Enters the cgroup, and becomes the parent of the program inside.
const INSIDE = `
  const [folder, ...command] = process.argv.slice(1);
  require("node:fs").writeFileSync(folder + "/cgroup.procs", String(process.pid));
  const child = require("node:child_process").spawn(command[0], command.slice(1), { stdio: "inherit" });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("close", (code) => process.exit(code ?? 1));
`;

/** Executions of code and expressions, some at once; returns how many completed. */
async function runWorkflows(url: string): Promise<number> {
  const api = apiOf(url, KEY);
  await api("PUT", "/api/v2/public/linked-account", ACCOUNT);
  const code = "const all = []; for (let i = 0; i < 20000; i++) all.push({ i }); return all.length";
  const { _id: id } = await api("POST", "/api/v2/public/workflow", {
    name: "First",
    nodes: [
      { id: "start", type: "start" },
      { id: "code", type: "ai_code_executor", data: { code } },
      { id: "shape", type: "transform", data: { output: { n: "{{ node.code.body }}" } } },
    ],
    edges: [
      { source: "start", target: "code" },
      { source: "code", target: "shape" },
    ],
  });
  await api("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
  let completed = 0;
  const runSome = async () => {
    for (let left = EXECUTIONS / AT_ONCE; left > 0; left--) {
      await api("POST", `/api/v1/workflow/${id}/execute?sync_execution=true`, { n: left }, ACCOUNT);
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runSome));
  return completed;
}

const rows = [];
for (const mib of LIMITS.length > 0 ? LIMITS : [512]) rows.push(await measure(mib));
printTable("A first start and its first workflows, with little memory", rows);
if (rows.some(({ missed }) => missed !== "-")) process.exitCode = 1;
