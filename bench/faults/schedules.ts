// Two workers start the runs of schedules that are all due at the same moments, and one of them is killed (kill -9) at
// each of these: every tick must start exactly one run, in time. By default 500 schedules tick every minute; with
// `--short` the ticks are seconds apart. `npm run bench:faults -- schedules [--short] [--minutes N] [--seed N]`.
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "./cluster.ts";
import { atMost, judge, none, told } from "./figures.ts";
import { conclude, killNow, prepareInstallation, publishNodes } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const SCHEDULES = SHORT ? 200 : 500;
const TICKS = SHORT ? 3 : minutes();
const EVERY_MS = SHORT ? 12_000 : 60_000;
const ACCOUNTS = 5;
// The short form shares the machine with other checks, so it only requires that each tick starts exactly one run.
const LATEST_P99_MS = SHORT ? EVERY_MS : 2000;

const random = createRandom(process.argv);
const cluster = await startCluster();
const installation = await prepareInstallation(cluster.url);
await conclude(test, [installation.close, cluster.remove]);

function minutes(): number {
  const at = process.argv.indexOf("--minutes");
  return at < 0 ? 3 : Number(process.argv[at + 1]);
}

async function test(): Promise<boolean> {
  await installation.begin("serve");
  const workers = [await installation.begin("work"), await installation.begin("work")];
  const workflowId = await publishNodes(installation, []);
  // Leaves time to register them before the first tick.
  const firstMs = Math.ceil((Date.now() + 10_000) / EVERY_MS) * EVERY_MS;
  const ticksMs = Array.from({ length: TICKS }, (_, tick) => firstMs + tick * EVERY_MS);
  await register(workflowId, ticksMs);
  const lateMs = Date.now() - firstMs;
  if (lateMs > 0) throw new Error(`Registering the schedules took ${lateMs} ms too long.`);
  let kills = 0;
  for (const tickMs of ticksMs) {
    await sleep(Math.max(0, tickMs - 200 + 1700 * random() - Date.now()));
    const victim = random() < 0.5 ? 0 : 1;
    const child = workers[victim];
    if (child) await killNow(child);
    kills += 1;
    workers[victim] = await installation.begin("work");
  }
  const openRuns = await untilAllEnded(Math.max(...ticksMs) + 3000);
  return report(ticksMs, kills, openRuns);
}

/** Creates one schedule per account through the API and the others as copies of it. */
async function register(workflowId: string, ticksMs: readonly number[]): Promise<void> {
  const interval_dates = ticksMs.map((ms) => {
    const [year, month, day, hour, minute, second] = new Date(ms).toISOString().split(/\D/).map(Number);
    return { year, month, day, hour, minute, second };
  });
  const times = SHORT
    ? { trigger_type: "interval", interval_dates }
    : { trigger_type: "cron", regex: "* * * * *" };
  for (let account = 0; account < ACCOUNTS; account++) {
    const linked_account_id = `acc-${account}`;
    await installation.api("PUT", "/api/v2/public/linked-account", { linked_account_id });
    const headers = { linked_account_id, workflow_id_alias: workflowId };
    await installation.api("POST", "/api/v1/workflow/public/scheduled", times, headers);
  }
  await installation.rows(
    `insert into schedules (id, event_id, org_id, environment, account_id, workflow, workflow_id, config_id, timing,
        options, payload, next_at, last_at, created_at, updated_at)
      select left(md5(random()::text), 24), left(md5(random()::text), 24), org_id, environment, account_id, workflow,
        workflow_id, config_id, timing, options, payload, next_at, last_at, created_at, updated_at
      from schedules, generate_series(2, $1)`,
    [SCHEDULES / ACCOUNTS],
  );
}

/** Waits at most three minutes until no run is left; returns how many are. */
async function untilAllEnded(afterMs: number): Promise<number> {
  await sleep(Math.max(0, afterMs - Date.now()));
  for (const endMs = Date.now() + 180_000; ; await sleep(250)) {
    const [row] = await installation.rows<{ open: number }>(
      "select count(*)::int as open from runs where status <> 'COMPLETED'",
    );
    if (row?.open === 0 || Date.now() > endMs) return row?.open ?? 0;
  }
}

async function report(ticksMs: readonly number[], kills: number, openRuns: number): Promise<boolean> {
  // A cron schedule keeps ticking after the measured period.
  const until = new Date(Math.max(...ticksMs) + EVERY_MS);
  const rows = await installation.rows<{ schedule: string; at: (string | null)[] }>(
    `select s.id as schedule, array_agg(extract(epoch from r.created_at) * 1000 order by r.id) as at
      from schedules s left join runs r on r.event_id = s.event_id and r.created_at < $1 group by s.id`,
    [until],
  );
  const latenessMs: number[] = [];
  let missing = 0;
  let doubled = 0;
  for (const { at } of rows) {
    const runsMs = at.flatMap((ms) => (ms === null ? [] : Number(ms)));
    for (const tickMs of ticksMs) {
      const [first, ...others] = runsMs.filter((ms) => ms >= tickMs && ms < tickMs + EVERY_MS);
      if (first === undefined) missing += 1;
      else latenessMs.push(first - tickMs);
      doubled += others.length;
    }
    doubled += runsMs.filter((ms) => ms < (ticksMs[0] ?? 0)).length;
  }
  latenessMs.sort((a, b) => a - b);
  const quantile = (share: number) => Math.round(latenessMs[Math.ceil(share * latenessMs.length) - 1] ?? 0);
  return judge("Schedules tick while workers are killed", [
    {
      what: "schedules that are due at once",
      is: rows.length,
      must: String(SCHEDULES),
      ok: rows.length === SCHEDULES,
    },
    told(`ticks of each, every ${EVERY_MS / 1000} s`, ticksMs.length),
    told("times a worker was killed", kills),
    none("ticks missing", missing),
    none("ticks doubled", doubled),
    told("ms late, p50", quantile(0.5)),
    atMost("ms late, p99", quantile(0.99), LATEST_P99_MS),
    told("ms late, worst", quantile(1)),
    none("runs that did not complete", openRuns),
  ]);
}
