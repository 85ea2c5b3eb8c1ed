// Stops one of two workers (SIGSTOP) for half a minute, repeatedly, while both carry out runs whose steps and code call
// a counting sink: when a stopped worker is woken, it must not continue runs that the other has taken over. `npm run
// bench:faults -- pauses [--short] [--seed N]`.
import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "./cluster.ts";
import { type Call, startSink } from "./counting-sink.ts";
import { judge, none, told } from "./figures.ts";
import { conclude, prepareInstallation, publishNodes, startRun } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const PAUSES = SHORT ? 2 : 8;
const PAUSE_MS = SHORT ? 15_000 : 30_000;
const RUNS_PER_SECOND = 20;
const ACCOUNTS = 4;

const random = createRandom(process.argv);
const cluster = await startCluster();
const workers: ChildProcess[] = [];
const sink = await startSink(() => 20 + 200 * random(), ownerOf);
const installation = await prepareInstallation(cluster.url, { JUNCTOR_ACCOUNT_CONCURRENCY: "100" });
await conclude(test, [installation.close, sink.close, cluster.remove]);

interface Pause {
  readonly owner: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The worker that owns the socket with this local port, according to /proc. */
function ownerOf(port: number): number | undefined {
  const hex = (one: number) => `:${one.toString(16).toUpperCase().padStart(4, "0")}`;
  const sockets = readFileSync("/proc/net/tcp", "utf8").split("\n");
  // The port may also belong to earlier, closed connections.
  const inode = sockets
    .map((text) => text.trim().split(/\s+/))
    .find(
      ([, local = "", remote = "", state]) =>
        state === "01" && local.endsWith(hex(port)) && remote.endsWith(hex(Number(new URL(sink.url).port))),
    )?.[9];
  return workers.map(({ pid = 0 }) => pid).find((pid) => holdsSocket(pid, inode));
}

function holdsSocket(pid: number, inode: string | undefined): boolean {
  return readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`;
    } catch {
      // Closed since the folder was listed.
      return false;
    }
  });
}

async function test(): Promise<boolean> {
  await installation.begin("serve");
  workers.push(await installation.begin("work"), await installation.begin("work"));
  for (let account = 0; account < ACCOUNTS; account++)
    await installation.api("PUT", "/api/v2/public/linked-account", { linked_account_id: `acc-${account}` });
  const workflowId = await publishNodes(installation, [post("step0"), code(), post("step1"), post("step2")]);
  let isOver = false;
  const started = startAll(workflowId, () => isOver);
  const pauses: Pause[] = [];
  for (let n = 0; n < PAUSES; n++) {
    await sleep(3000 + 2000 * random());
    pauses.push(await pause(workers[n % 2]));
  }
  await sleep(3000);
  isOver = true;
  const ids = await started;
  await untilAllEnded();
  return report(ids, pauses);
}

function post(step: string) {
  const data = { method: "POST", url: `${sink.url}/${step}`, body: { id: "{{ input.id }}" } };
  return { id: step, type: "http", data };
}

/** Sends three requests in sequence with a short pause between them. */
function code() {
  const text = `for (const part of ["a", "b", "c"]) {
    await fetch("${sink.url}/code-" + part, { method: "POST", body: JSON.stringify({ id: input.id }) });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }`;
  return { id: "code", type: "ai_code_executor", data: { code: text } };
}

async function startAll(workflowId: string, isOver: () => boolean): Promise<string[]> {
  const ids: string[] = [];
  for (let run = 0; !isOver(); run++) {
    ids.push(await startRun(installation, workflowId, `acc-${run % ACCOUNTS}`, { id: `run-${run}` }));
    await sleep(1000 / RUNS_PER_SECOND);
  }
  return ids;
}

async function pause(worker: ChildProcess | undefined): Promise<Pause> {
  if (!worker?.pid) throw new Error("A worker has ended.");
  const fromMs = Date.now();
  worker.kill("SIGSTOP");
  await sleep(PAUSE_MS);
  worker.kill("SIGCONT");
  return { owner: worker.pid, fromMs, untilMs: Date.now() };
}

async function untilAllEnded(): Promise<void> {
  for (const endMs = Date.now() + 180_000; Date.now() < endMs; await sleep(250)) {
    const [row] = await installation.rows<{ open: number }>(
      "select count(*)::int as open from runs where status = 'RUNNING'",
    );
    if (row?.open === 0) return;
  }
}

/** Calls that a process made for a run after another process had taken it over and had not been stopped since. */
function madeByTwo(calls: readonly Call[], pauses: readonly Pause[]): Call[] {
  const stoodStill = (owner: number | undefined, fromMs: number, untilMs: number) =>
    pauses.some((one) => one.owner === owner && one.fromMs <= untilMs && one.untilMs >= fromMs);
  const known = calls.filter(({ connection }) => connection.owner !== undefined);
  return known.filter(({ connection: { owner }, atMs }, index) => {
    const before = known.slice(0, index);
    const other = before.findLast((one) => one.connection.owner !== owner);
    const isBack = before.some((one) => one.connection.owner === owner && one.atMs <= (other?.atMs ?? 0));
    return other && isBack && !stoodStill(other.connection.owner, other.atMs, atMs);
  });
}

async function report(ids: readonly string[], pauses: readonly Pause[]): Promise<boolean> {
  const rows = await installation.rows<{ id: string; status: string; error: object | null }>(
    "select id, status, error from runs",
  );
  const done = new Set(rows.filter(({ status }) => status === "COMPLETED").map(({ id }) => id));
  for (const { id, status, error } of rows)
    if (!done.has(id)) console.log(`${id} ${status} ${JSON.stringify(error)}`);
  const calls = sink.calls.toSorted((a, b) => a.atMs - b.atMs);
  const byTwo = [...Map.groupBy(calls, ({ id }) => id).values()].flatMap((same) => madeByTwo(same, pauses));
  for (const { id, step, atMs } of byTwo) {
    const last = pauses.findLast(({ untilMs }) => untilMs <= atMs + 50);
    console.log(`${id}/${step} ${atMs - (last?.untilMs ?? atMs)} ms after a worker was woken`);
  }
  const each = [...Map.groupBy(calls, ({ id, step }) => `${id}/${step}`).values()];
  const taken = each.filter((same) => new Set(same.map(({ connection }) => connection.owner)).size > 1);
  return judge("Workers stand still", [
    told(`pauses of ${PAUSE_MS / 1000} s`, pauses.length),
    told("runs accepted", ids.length),
    told("calls", calls.length),
    none("calls whose process is not known", calls.filter(({ connection }) => !connection.owner).length),
    { what: "calls that another process repeated", is: taken.length, must: "> 0", ok: taken.length > 0 },
    none("calls by two at once", byTwo.length),
    none("runs that did not complete", ids.filter((id) => !done.has(id)).length),
  ]);
}
