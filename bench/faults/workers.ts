// Two workers carry out runs of five steps that each call a counting sink; one of them is killed (kill -9) repeatedly,
// and one is stopped for half a minute and woken. `npm run bench:faults -- workers [--short] [--seed N]`.
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "./cluster.ts";
import { type Call, startSink } from "./counting-sink.ts";
import { atMost, judge, none, told } from "./figures.ts";
import { conclude, killNow, prepareInstallation, publishNodes, startRun } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const RUNS = SHORT ? 150 : 2000;
const KILLS = SHORT ? 6 : 100;
const STEPS = 5;
const STOP_MS = SHORT ? 15_000 : 30_000;
// The short form shares the machine with other checks, so it judges correctness, not speed.
const SLOWER = SHORT ? 5 : 1;
const LONGEST_RESUME_MS = SLOWER * 15_000;
// A call is in flight until its result is committed, which the sink cannot see; on a busy machine kills come late.
const LATE_MS = SLOWER * 2000;
// The connections of a killed process end with it.
const CLOSED_MS = SLOWER * 500;

const random = createRandom(process.argv);
const cluster = await startCluster();
const sink = await startSink(() => 20 + 100 * random());
const installation = await prepareInstallation(cluster.url);
await conclude(test, [installation.close, sink.close, cluster.remove]);

async function test(): Promise<boolean> {
  await installation.begin("serve");
  await countCommits();
  const workers = [await installation.begin("work"), await installation.begin("work")];
  for (let account = 0; account < 4; account++)
    await installation.api("PUT", "/api/v2/public/linked-account", { linked_account_id: `acc-${account}` });
  const workflowId = await publishNodes(
    installation,
    Array.from({ length: STEPS }, (_, step) => ({
      id: `step${step}`,
      type: "http",
      data: {
        method: "POST",
        url: `${sink.url}/step${step}`,
        body: { id: "{{ input.id }}", before: step === 0 ? null : `{{ node.step${step - 1}.body.seen }}` },
      },
    })),
  );
  const kills: number[] = [];
  let isOver = false;
  const started = startAll(workflowId, () => isOver);
  const stopped = stopOnce();
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(1000 + 2000 * random());
    const victim = random() < 0.5 ? 0 : 1;
    const child = workers[victim];
    kills.push(Date.now());
    if (child) await killNow(child);
    workers[victim] = await installation.begin("work");
  }
  isOver = true;
  const ids = await started;
  const stop = await stopped;
  const ended = await untilAllEnded();
  return report(ids, { kills, ...stop }, ended);

  /** Stops a third worker while it is working, and wakes it once others have taken over its runs. */
  async function stopOnce(): Promise<{ stoppedMs: number; wokenMs: number }> {
    const third = await installation.begin("work");
    await sleep(4000);
    const stoppedMs = Date.now();
    third.kill("SIGSTOP");
    await sleep(STOP_MS);
    third.kill("SIGCONT");
    const wokenMs = Date.now();
    await sleep(3000);
    await killNow(third);
    kills.push(Date.now());
    return { stoppedMs, wokenMs };
  }
}

/** Has the database record every write of a step's result, to detect one that should have been fenced out. */
async function countCommits(): Promise<void> {
  for (const statement of [
    "create table committed (run_id text, path text)",
    `create function note_commit() returns trigger language plpgsql as $$
      begin insert into committed values (new.run_id, new.path); return null; end $$`,
    `create trigger note_commit after insert or update on run_steps for each row
      when (new.status = 'Success') execute function note_commit()`,
  ])
    await installation.rows(statement);
}

/** When processes were killed, and when one was stopped. */
interface Cuts {
  readonly kills: readonly number[];
  readonly stoppedMs: number;
  readonly wokenMs: number;
}

/** When this call's caller was killed or stopped, if its result cannot have been committed by then. */
function cutOf({ atMs, answeredMs = atMs, connection }: Call, cuts: Cuts): number | undefined {
  const { closedMs = Number.POSITIVE_INFINITY } = connection;
  const isInFlight = (cut: number) => cut >= atMs - CLOSED_MS && cut <= answeredMs + LATE_MS;
  const kill = cuts.kills.find((cut) => isInFlight(cut) && Math.abs(closedMs - cut) <= CLOSED_MS);
  if (kill !== undefined) return kill;
  // A stopped process keeps its connections until it is woken.
  return isInFlight(cuts.stoppedMs) && closedMs >= cuts.wokenMs - CLOSED_MS ? cuts.stoppedMs : undefined;
}

/**
 * Whether a call was begun before its process was stopped and sent when it was woken: it cannot be called back. The
 * connection closes as soon as the process notices that it lost the run.
 */
function isLate({ atMs, connection }: Call, { wokenMs }: Cuts): boolean {
  const { closedMs = Number.POSITIVE_INFINITY } = connection;
  return atMs >= wokenMs - 50 && atMs <= wokenMs + SLOWER * 250 && closedMs <= wokenMs + SLOWER * 1000;
}

/** Describes a call that was repeated although its caller was alive: when, and what happened around it. */
function calledTwice(same: readonly Call[], { kills, stoppedMs, wokenMs }: Cuts): string {
  const firstMs = same[0]?.atMs ?? 0;
  const after = (ms: number | undefined) => (ms === undefined ? "-" : `${ms - firstMs}`);
  const near = kills.filter((kill) => Math.abs(kill - firstMs) < 20_000).map(after);
  const calls = same.map(
    ({ atMs, answeredMs, connection }) =>
      `came ${after(atMs)}, answered ${after(answeredMs)}, connection closed ${after(connection.closedMs)}`,
  );
  return `\n${same[0]?.id}/${same[0]?.step}, ms after its first call: ${calls.join("; ")}; kills ${near.join(", ")}; stopped ${after(stoppedMs)}, woken ${after(wokenMs)}`;
}

/** Starts all runs, spread over the time of the kills; returns their ids. */
async function startAll(workflowId: string, isOver: () => boolean): Promise<string[]> {
  const pauseMs = (KILLS * 2000) / RUNS;
  const ids: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    ids.push(await startRun(installation, workflowId, `acc-${run % 4}`, { id: `run-${run}` }));
    if (!isOver()) await sleep(pauseMs);
  }
  return ids;
}

async function untilAllEnded(): Promise<{ lastMs: number }> {
  for (;;) {
    const [row] = await installation.rows<{ open: number }>(
      "select count(*)::int as open from runs where status = 'RUNNING'",
    );
    if (row?.open === 0) return { lastMs: Date.now() };
    await sleep(250);
  }
}

async function report(ids: string[], cuts: Cuts, { lastMs }: { lastMs: number }): Promise<boolean> {
  const rows = await installation.rows<{
    id: string;
    status: string;
    response: { seen?: string };
    run: string;
    steps: string[];
  }>(
    `select r.id, r.status, r.response, r.input ->> 'id' as run,
      array(select s.path || '/' || s.attempt || '/' || s.status || '/' || coalesce(s.output -> 'body' ->> 'seen', '')
        from run_steps s where s.run_id = r.id order by s.path) as steps
      from runs r`,
  );
  const known = new Set(rows.filter(({ status }) => status === "COMPLETED").map(({ id }) => id));
  const expected = (run: string) => [
    "start/1/Success/",
    ...Array.from({ length: STEPS }, (_, step) => `step${step}/1/Success/${run}/step${step}`),
  ];
  const wrong = rows.filter(
    ({ run, steps, response }) =>
      JSON.stringify(steps) !== JSON.stringify(expected(run)) || response.seen !== `${run}/step${STEPS - 1}`,
  );
  const calls = Map.groupBy(sink.calls, ({ id, step }) => `${id}/${step}`);
  const repeated = [...calls.values()].filter(({ length }) => length > 1);
  const otherKey = repeated.filter((same) => new Set(same.map(({ key }) => key)).size > 1);
  // A call may be repeated only if its process was killed or stopped before the result was committed.
  const excused = repeated.filter((same) =>
    same
      .filter((call) => !isLate(call, cuts))
      .slice(0, -1)
      .every((call) => cutOf(call, cuts) !== undefined),
  );
  for (const same of repeated) if (!excused.includes(same)) console.log(calledTwice(same, cuts));
  const resumed = repeated.flatMap((same) =>
    same.slice(1).map(({ atMs }, n) => atMs - (same[n] ? (cutOf(same[n], cuts) ?? atMs) : atMs)),
  );
  const [twice] = await installation.rows<{ count: number }>(
    "select count(*)::int from (select from committed group by run_id, path having count(*) > 1) twice",
  );
  const missing = ids.length * STEPS - calls.size;
  const resumeMs = Math.max(lastMs - Math.max(...cuts.kills), ...resumed);
  return judge("Workers are killed", [
    { what: "runs accepted", is: ids.length, must: String(RUNS), ok: ids.length === RUNS },
    told(`kills (-9), and one stop of ${STOP_MS / 1000} s`, cuts.kills.length),
    none("runs lost", ids.filter((id) => !known.has(id)).length),
    none("runs with a step missing, doubled or with another result", wrong.length),
    none("calls that never came", missing),
    {
      what: "calls repeated",
      is: repeated.length,
      must: "only those in flight",
      ok: excused.length === repeated.length,
    },
    none("of these not in flight at a kill", repeated.length - excused.length),
    none("of these with another idempotency key", otherKey.length),
    none("results written twice (fencing)", twice?.count ?? -1),
    atMost("ms from a kill to the call that it cut off being made again, worst", resumeMs, LONGEST_RESUME_MS),
  ]);
}
