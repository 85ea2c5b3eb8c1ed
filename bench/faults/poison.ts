// Runs executions of one account that throw, exit, loop and use up memory beside 500 good ones of another: how much
// slower do the good ones get? `npm run bench:faults -- poison [--short] [--seed N]`.
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "./cluster.ts";
import { startSink } from "./counting-sink.ts";
import { atMost, judge, none, told } from "./figures.ts";
import { conclude, type Installation, prepareInstallation, publishNodes, startRun } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const GOOD = SHORT ? 150 : 500;
const RATE = 25;
const MOST_PERCENT = 120;
// With as many workflows as kinds, each workflow would have a single kind.
const POISONED = ["poison-1", "poison-2", "poison-3"];
const POISONS = {
  throws: "throw new Error('poison')",
  exits: "process.exit(1)",
  loops: "while (true) {}",
  "takes memory": "const all = []; while (true) all.push(new Uint8Array(8 * 1024 * 1024).fill(1))",
  "promises for ever": "const again = () => Promise.resolve().then(again); await again()",
};

const random = createRandom(process.argv);
const cluster = await startCluster();
const sink = await startSink(() => 5 + 5 * random());
const installation = await prepareInstallation(cluster.url);
await conclude(test, [installation.close, sink.close, cluster.remove]);

async function test(): Promise<boolean> {
  const server = await installation.begin("all");
  for (const account of ["good", ...POISONED])
    await installation.api("PUT", "/api/v2/public/linked-account", { linked_account_id: account });
  const good = await publishNodes(installation, [
    { id: "shape", type: "ai_code_executor", data: { code: "return { id: input.id, total: 2 * input.n }" } },
    {
      id: "post",
      type: "http",
      data: { method: "POST", url: `${sink.url}/x`, body: "{{ node.shape.body }}" },
    },
  ]);
  const poisons: string[] = [];
  for (const code of Object.values(POISONS))
    poisons.push(
      await publishNodes(installation, [
        { id: "poison", type: "ai_code_executor", maximum_attempts: 2, data: { code } },
      ]),
    );
  await runGood(installation, good, 50);
  const alone = await runGood(installation, good, GOOD);
  let isOver = false;
  const poisoning = poison(poisons, () => isOver);
  const beside = await runGood(installation, good, GOOD);
  isOver = true;
  const started = await poisoning;
  const states = await untilPoisonEnded();
  const percent = Math.round((100 * beside.p95) / alone.p95);
  return judge("Poison beside good executions", [
    told("good executions alone, p95 ms", alone.p95.toFixed(1)),
    told("good executions beside poison, p95 ms", beside.p95.toFixed(1)),
    // The short form has few executions and runs beside other tests: there, times mean little.
    SHORT ? told("grown to, %", percent) : atMost("grown to, %", percent, MOST_PERCENT),
    none("good executions that did not complete", alone.failed + beside.failed),
    { what: "poison executions started", is: started, must: "-", ok: started > 0 },
    none("of these not ended as ERRORED", states),
    {
      what: "the process has ended",
      is: String(server.exitCode !== null),
      must: "false",
      ok: server.exitCode === null,
    },
  ]);
}

/** Starts poison executions one after the other, all kinds in turn. */
async function poison(workflows: string[], isOver: () => boolean): Promise<number> {
  let started = 0;
  for (; !isOver(); started++) {
    const account = POISONED[started % POISONED.length] ?? "";
    await start(installation, workflows[started % workflows.length] ?? "", account, started);
    await sleep(200 + 200 * random());
  }
  return started;
}

function start(at: Installation, workflowId: string, account: string, n: number): Promise<string> {
  return startRun(at, workflowId, account, { id: `${account}-${n}`, n });
}

/** Starts good executions at a steady rate; returns how long each took from acceptance to its end. */
async function runGood(
  at: Installation,
  workflowId: string,
  count: number,
): Promise<{ p95: number; failed: number }> {
  const ids: string[] = [];
  const startMs = Date.now();
  const open: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    await sleep(Math.max(0, startMs + (n * 1000) / RATE - Date.now()));
    open.push(start(at, workflowId, "good", n).then((id) => void ids.push(id)));
  }
  await Promise.all(open);
  for (const endMs = Date.now() + 120_000; Date.now() < endMs; await sleep(200)) {
    const [row] = await at.rows<{ open: number; p95: number; failed: number }>(
      `select count(*) filter (where status = 'RUNNING')::int as open, count(*) filter (where status <> 'COMPLETED')::int as failed,
        coalesce(percentile_cont(0.95) within group (order by extract(epoch from finished_at - created_at) * 1000), 0)::float as p95
        from runs where id = any ($1)`,
      [ids],
    );
    if (row?.open === 0) return row;
  }
  return { p95: Number.POSITIVE_INFINITY, failed: count };
}

async function untilPoisonEnded(): Promise<number> {
  let left = Number.POSITIVE_INFINITY;
  for (const endMs = Date.now() + 300_000; left > 0 && Date.now() < endMs; await sleep(500)) {
    const [row] = await installation.rows<{ count: number }>(
      `select count(*)::int from runs join linked_accounts a on a.id = runs.account_id
        where a.account_id like 'poison%' and runs.status <> 'ERRORED'`,
    );
    left = row?.count ?? 0;
  }
  return left;
}
