// Fills the disk of PostgreSQL while clients start runs and open new connections, then frees space again. `npm run
// bench:faults -- disk [--short] [--seed N]`; it mounts a file system in memory, which requires root.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "./cluster.ts";
import { startSink } from "./counting-sink.ts";
import { judge, none, told } from "./figures.ts";
import { conclude, prepareInstallation, publishNodes } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const FULL_TIMES = SHORT ? 1 : 5;
const FULL_MS = 8000;
const CLIENTS = 16;
const PATH = "/api/v1/workflow";

const random = createRandom(process.argv);
const disk = mkdtempSync(join(tmpdir(), "junctor-disk-"));
const ballast = join(disk, "ballast");
execFileSync("mount", ["-t", "tmpfs", "-o", "size=200m,mode=777", "tmpfs", disk]);
process.env.TMPDIR = disk;
const cluster = await startCluster();
const sink = await startSink(() => 5 + 20 * random());
const installation = await prepareInstallation(cluster.url);
await conclude(test, [installation.close, sink.close, cluster.remove, unmount]);

function unmount(): void {
  execFileSync("umount", ["--lazy", disk]);
  rmSync(disk, { recursive: true, force: true });
}

interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly id?: string;
  readonly said: string;
}

async function test(): Promise<boolean> {
  const processes = [await installation.begin("serve"), await installation.begin("work")];
  await installation.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acc-0" });
  const data = { method: "POST", url: `${sink.url}/step`, body: { id: "{{ input.id }}" } };
  const workflowId = await publishNodes(installation, [{ id: "step", type: "http", data }]);
  const replies: Reply[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (let n = 0; !isOver; n++) {
      replies.push(await start(workflowId, n));
      await sleep(10);
    }
  });
  for (let time = 0; time < FULL_TIMES; time++) {
    await sleep(2000);
    fill();
    // Sessions that begin now hit the full disk, too.
    await installation
      .rows("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")
      .catch(() => {});
    await sleep(FULL_MS);
    rmSync(ballast);
    await sleep(1000);
    // Without room for its write-ahead log PostgreSQL may stop for good; a supervisor would start it again, as here.
    if (!cluster.isRunning()) cluster.start();
  }
  await sleep(3000);
  isOver = true;
  await Promise.all(clients);
  await untilAllEnded();
  return report(replies, processes.filter(({ exitCode }) => exitCode !== null).length);
}

/** Fills the disk to the last byte. */
function fill(): void {
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize + 1));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}

async function start(workflowId: string, n: number): Promise<Reply> {
  const headers = {
    "x-api-key": "tk-benchmark-key-of-the-test-environment",
    "content-type": "application/json",
    linked_account_id: "acc-0",
  };
  const body = JSON.stringify({ id: `${n}`, filling: "x".repeat(20_000) });
  try {
    const url = `${installation.url}${PATH}/${workflowId}/execute`;
    const response = await fetch(url, { method: "POST", headers, body });
    const said = await response.text();
    const id = response.ok ? JSON.parse(said).execution_id : undefined;
    return { status: response.status, retryAfter: response.headers.get("retry-after"), id, said };
  } catch (error) {
    return { status: 0, retryAfter: null, said: String(error) };
  }
}

async function untilAllEnded(): Promise<void> {
  for (const endMs = Date.now() + 180_000; Date.now() < endMs; await sleep(250)) {
    const [row] = await installation.rows<{ open: number }>(
      "select count(*)::int as open from runs where status = 'RUNNING'",
    );
    if (row?.open === 0) return;
  }
}

async function report(replies: readonly Reply[], exits: number): Promise<boolean> {
  const rows = await installation.rows<{ id: string; status: string }>("select id, status from runs");
  const done = new Set(rows.filter(({ status }) => status === "COMPLETED").map(({ id }) => id));
  const accepted = replies.flatMap(({ id }) => id ?? []);
  const refused = replies.filter(({ status }) => status !== 200);
  const odd = refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null);
  for (const said of new Set(odd.map((one) => `${one.status} ${one.said}`.slice(0, 200)))) console.log(said);
  return judge("The disk of PostgreSQL is full", [
    told("times", FULL_TIMES),
    { what: "runs accepted", is: accepted.length, must: "> 0", ok: accepted.length > 0 },
    { what: "requests refused while it was full", is: refused.length, must: "> 0", ok: refused.length > 0 },
    none("of these not 503 with Retry-After", odd.length),
    none("accepted runs that did not complete", accepted.filter((id) => !done.has(id)).length),
    none("processes that ended", exits),
  ]);
}
