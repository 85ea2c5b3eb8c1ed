// Kills PostgreSQL (kill -9 of its parent process) repeatedly while clients start runs and workers carry them out. `npm
// run bench:faults -- postgres [--short] [--seed N]`.
import { setTimeout as sleep } from "node:timers/promises";
import { ApiFailure } from "../api-client.ts";
import { startCluster } from "./cluster.ts";
import { type Call, startSink } from "./counting-sink.ts";
import { atMost, judge, none, told } from "./figures.ts";
import { conclude, prepareInstallation, publishNodes, startRun } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const KILLS = SHORT ? 3 : 20;
const CLIENTS = 8;
const STEPS = 3;
// The short form shares the machine with other checks, so it judges correctness, not speed.
const SLOWER = SHORT ? 10 : 1;
const LONGEST_BACK_MS = SLOWER * 5000;
const GIVE_UP_MS = 180_000;

const random = createRandom(process.argv);
const cluster = await startCluster();
const sink = await startSink(() => 5 + 20 * random());
const installation = await prepareInstallation(cluster.url);
await conclude(test, [installation.close, sink.close, cluster.remove]);

interface Answer {
  readonly atMs: number;
  /** 0 if the connection broke. */
  readonly status: number;
  readonly id?: string;
  /** The message of a refusal. */
  readonly said?: string;
}

interface Down {
  readonly fromMs: number;
  readonly untilMs: number;
}

async function test(): Promise<boolean> {
  const processes = [await installation.begin("serve"), await installation.begin("work")];
  await installation.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acc-0" });
  const workflowId = await publishNodes(
    installation,
    Array.from({ length: STEPS }, (_, step) => ({
      id: `step${step}`,
      type: "http",
      data: { method: "POST", url: `${sink.url}/step${step}`, body: { id: "{{ input.id }}" } },
    })),
  );
  const answers: Answer[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, client) => load(client));
  const downs: Down[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(1500 + 1500 * random());
    const fromMs = Date.now();
    cluster.kill();
    await sleep(2000 * random());
    cluster.start();
    downs.push({ fromMs, untilMs: Date.now() });
  }
  await sleep(3000);
  await untilBack(answers, Date.now());
  isOver = true;
  await Promise.all(clients);
  await untilAllEnded();
  return report(answers, downs, processes.filter(({ exitCode }) => exitCode !== null).length);

  async function load(client: number): Promise<void> {
    for (let n = 0; !isOver; n++) {
      try {
        const id = await startRun(installation, workflowId, "acc-0", { id: `${client}-${n}` });
        answers.push({ atMs: Date.now(), status: 200, id });
      } catch (error) {
        const status = error instanceof ApiFailure ? error.status : 0;
        answers.push({ atMs: Date.now(), status, said: String(error) });
      }
      await sleep(20);
    }
  }
}

/** Waits for a successful answer later than `sinceMs`. */
async function untilBack(answers: readonly Answer[], sinceMs: number): Promise<void> {
  const isBack = () => answers.some(({ atMs, status }) => status === 200 && atMs >= sinceMs);
  for (const endMs = Date.now() + GIVE_UP_MS; !isBack() && Date.now() < endMs; ) await sleep(50);
}

async function untilAllEnded(): Promise<void> {
  for (const endMs = Date.now() + GIVE_UP_MS; Date.now() < endMs; await sleep(250)) {
    const [row] = await installation.rows<{ open: number }>(
      "select count(*)::int as open from runs where status = 'RUNNING'",
    );
    if (row?.open === 0) return;
  }
}

/** Whether the database was down between a call and the commit of its result, which the sink cannot see. */
function isExcused({ atMs, answeredMs = atMs }: Call, downs: readonly Down[]): boolean {
  return downs.some(({ fromMs, untilMs }) => untilMs >= atMs - 50 && fromMs <= answeredMs + SLOWER * 1000);
}

/** The outages of the database, relative to `atMs`. */
function downsAround(atMs: number, downs: readonly Down[]): string {
  const near = downs.filter(({ fromMs }) => Math.abs(fromMs - atMs) < 10_000);
  return near.map(({ fromMs, untilMs }) => `${fromMs - atMs} to ${untilMs - atMs}`).join(", ");
}

async function report(answers: Answer[], downs: readonly Down[], exits: number): Promise<boolean> {
  const rows = await installation.rows<{ id: string; status: string; steps: number }>(
    `select r.id, r.status, (select count(*)::int from run_steps s where s.run_id = r.id and s.status = 'Success' and s.attempt = 1) as steps
      from runs r`,
  );
  const good = new Set(
    rows.filter(({ status, steps }) => status === "COMPLETED" && steps === STEPS + 1).map(({ id }) => id),
  );
  const accepted = answers.flatMap(({ id }) => id ?? []);
  const lost = accepted.filter((id) => !good.has(id)).length;
  const open = rows.length - good.size;
  const refused = answers.filter(({ status }) => status !== 200);
  const odd = refused.filter(({ status }) => status !== 503);
  for (const { atMs, said } of odd) console.log(`\n${said}; away, ms from then: ${downsAround(atMs, downs)}`);
  const backMs = downs.map(
    ({ untilMs }) =>
      (answers.find(({ atMs, status }) => status === 200 && atMs >= untilMs)?.atMs ??
        Number.POSITIVE_INFINITY) - untilMs,
  );
  const calls = Map.groupBy(sink.calls, ({ id, step }) => `${id}/${step}`);
  const repeated = [...calls.values()].filter(({ length }) => length > 1);
  const otherKey = repeated.filter((same) => new Set(same.map(({ key }) => key)).size > 1).length;
  const unexcused = repeated.filter((same) => same.slice(0, -1).some((call) => !isExcused(call, downs)));
  for (const same of unexcused) {
    const [{ atMs = 0 } = {}] = same;
    const calls = same.map((call) => `came ${call.atMs - atMs}, answered ${(call.answeredMs ?? 0) - atMs}`);
    console.log(`\n${same[0]?.id}/${same[0]?.step}: ${calls.join("; ")}; away ${downsAround(atMs, downs)}`);
  }
  return judge("PostgreSQL is killed", [
    told("times PostgreSQL was killed", downs.length),
    { what: "runs accepted", is: accepted.length, must: "> 0", ok: accepted.length > 0 },
    none("accepted runs lost, or with a step missing", lost),
    none("runs that do not end", open),
    told("requests refused while it was down", refused.length),
    none("of these with another answer than 503", odd.length),
    atMost("ms from its return to the first success, worst", Math.max(...backMs), LONGEST_BACK_MS),
    none("processes that ended", exits),
    { what: "calls repeated", is: repeated.length, must: "only those in flight", ok: unexcused.length === 0 },
    none("of these not in flight at a kill", unexcused.length),
    none("of these with another idempotency key", otherKey),
  ]);
}
