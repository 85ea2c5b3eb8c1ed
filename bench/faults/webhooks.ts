// Many webhooks post to receivers that fail nearly a third of the requests (500, no answer, reset), while the process
// that sends them is killed (kill -9) repeatedly: every delivery must arrive, hardly any twice, repeats under the same
// webhook-id, and every signature must verify. `npm run bench:faults -- webhooks [--short] [--seed N]`.
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "../../server/src/platform/database/postgres.ts";
import { createId } from "../../server/src/platform/id.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { createWork } from "../../server/src/platform/work/work.ts";
import { buildNotifyStatement } from "../../server/src/webhooks/notify.ts";
import { WEBHOOKS } from "../../server/src/webhooks/table.ts";
import { printTable } from "../processes.ts";
import { startCluster } from "./cluster.ts";
import { type Accepted, startFailingReceivers } from "./failing-receivers.ts";
import { conclude, killNow, prepareInstallation } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const EVENTS = SHORT ? 600 : 10_000;
const RECEIVERS = SHORT ? 10 : 50;
const KILLS = SHORT ? 3 : 20;
const FAILING = 0.3;
const MOST_FAILURES = 6;
// The short form shares the machine with other checks, so it judges correctness, not speed.
const SLOWER = SHORT ? 4 : 1;
// Of a few hundred deliveries, those in flight at three kills are more than one percent.
const MOST_REPEATED = EVENTS * (SHORT ? 0.2 : 0.01);
// A delivery is in flight until its attempt is committed, which the receiver cannot see; on a busy machine kills come
// late.
const LATE_MS = SLOWER * 2000;
// Requests sent by a killed process may still arrive this long after its death.
const SENT_MS = SLOWER * 500;
const LONGEST_END_MS = SHORT ? 240_000 : 120_000;

const random = createRandom(process.argv);
const cluster = await startCluster();
const receivers = await startFailingReceivers(RECEIVERS, {
  share: FAILING,
  mostFailures: MOST_FAILURES,
  random,
});
const installation = await prepareInstallation(cluster.url);
await conclude(test, [installation.close, receivers.close, cluster.remove]);

async function test(): Promise<boolean> {
  await installation.begin("serve");
  const made = await makeWebhooks();
  let sender: ChildProcess = await installation.begin("work");
  const startedAt = performance.now();
  const told = tellAll(made);
  const shortening = shortenPauses();
  const kills: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(2000 + 2000 * random());
    await killNow(sender);
    kills.push(performance.now());
    sender = await installation.begin("work");
  }
  await told;
  const waiting = await untilEnded();
  const seconds = (performance.now() - startedAt) / 1000;
  await shortening.stop();
  return report({ waiting, seconds, kills });
}

/**
 * Creates a workflow and a webhook that subscribes to it for each receiver; returns their ids and the organization's.
 */
async function makeWebhooks(): Promise<{ orgId: string; workflowIds: string[] }> {
  let orgId = "";
  const workflowIds: string[] = [];
  for (const [index, webhook_url] of receivers.urls.entries()) {
    const { _id: id } = await installation.api("POST", "/api/v2/public/workflow", {
      name: `Workflow ${index}`,
    });
    workflowIds.push(id);
    const webhook = await installation.api("POST", "/api/v2/public/webhook", {
      webhook_url,
      webhook_events: ["Workflow Completed"],
      workflow_ids: [id],
    });
    receivers.setSecret(index, webhook.secret);
    orgId = webhook.org_id;
  }
  return { orgId, workflowIds };
}

/** Notifies the webhooks of all events as ending runs do, spread over the time of the kills. */
async function tellAll({ orgId, workflowIds }: Awaited<ReturnType<typeof makeWebhooks>>): Promise<void> {
  const log = createLog("error");
  const database = await openPostgres(cluster.url, log);
  const work = createWork(database, log);
  const account = { id: createId(), accountId: "acc" };
  const scope = { orgId, environment: "test" as const, account };
  const pauseMs = (KILLS * 3500) / EVENTS;
  const startedAt = performance.now();
  for (let n = 0; n < EVENTS; n++) {
    const event = "Workflow Completed" as const;
    const at = new Date();
    const workflowId = workflowIds[n % RECEIVERS];
    await database.batch([buildNotifyStatement([{ scope, event, payload: { event, n }, workflowId, at }])]);
    work.wake(WEBHOOKS);
    const aheadMs = n * pauseMs - (performance.now() - startedAt);
    if (aheadMs > 0) await sleep(aheadMs);
  }
  await database.close();
}

/** Makes pending attempts due at once: the real backoff, of up to hours, is tested elsewhere. */
function shortenPauses(): { stop(): Promise<void> } {
  let isOver = false;
  const shortening = (async () => {
    while (!isOver) {
      await installation.rows(
        `update webhook_deliveries set next_attempt_at = now()
          where next_attempt_at > now() and ready_at is null and worker is null`,
      );
      await sleep(250);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await shortening;
    },
  };
}

/** Waits until every delivery has ended; returns how many had not in time. */
async function untilEnded(): Promise<number> {
  const endsAt = performance.now() + LONGEST_END_MS;
  for (;;) {
    const [row] = await installation.rows<{ open: number }>(
      "select count(*)::int as open from webhook_deliveries where status = 'pending'",
    );
    const open = row?.open ?? 0;
    if (open === 0 || performance.now() > endsAt) return open;
    await sleep(250);
  }
}

interface Ended {
  /** Deliveries that had not ended in time. */
  waiting: number;
  seconds: number;
  /** When the sender was killed, as given by performance.now(). */
  kills: readonly number[];
}

async function report({ waiting, seconds, kills }: Ended): Promise<boolean> {
  const [delivered] = await installation.rows<{ delivered: number; logged: number }>(
    `select count(*) filter (where status = 'delivered')::int as delivered,
      count(*) filter (where exists (select from webhook_attempts a
        where a.delivery_id = d.id and a.status_code = 200))::int as logged from webhook_deliveries d`,
  );
  const arrived = Map.groupBy(receivers.accepted, ({ what }) => what);
  const repeated = [...arrived.values()].filter(({ length }) => length > 1);
  const otherId = repeated.filter((same) => new Set(same.map(({ webhookId }) => webhookId)).size > 1);
  const isInFlight = ({ atMs }: Accepted) =>
    kills.some((kill) => atMs >= kill - LATE_MS && atMs <= kill + SENT_MS);
  const unexcused = repeated.filter((same) => !same.slice(0, -1).every(isInFlight));
  const { failures } = receivers;
  printTable(`${EVENTS} webhooks to ${RECEIVERS} receivers, the sender killed ${KILLS} times`, [
    { what: "arrived at their receiver", is: arrived.size, must: EVENTS },
    { what: "delivered by our account", is: delivered?.delivered ?? 0, must: EVENTS },
    { what: "with a logged attempt that succeeded", is: delivered?.logged ?? 0, must: EVENTS },
    { what: "not ended in time", is: waiting, must: 0 },
    {
      what: "arrived more than once",
      is: repeated.length,
      must: `<= ${MOST_REPEATED}`,
    },
    { what: "of those not in flight at a kill", is: unexcused.length, must: 0 },
    { what: "of those under another webhook-id", is: otherId.length, must: 0 },
    { what: "signatures that did not verify", is: receivers.badSignatures(), must: 0 },
    { what: "requests", is: receivers.requests(), must: "" },
    { what: "answered with 500", is: failures["500"], must: "" },
    { what: "not answered", is: failures.timeout, must: "" },
    { what: "reset", is: failures.reset, must: "" },
    { what: "seconds", is: seconds.toFixed(1), must: "" },
  ]);
  return (
    arrived.size === EVENTS &&
    delivered?.delivered === EVENTS &&
    delivered.logged === EVENTS &&
    waiting === 0 &&
    repeated.length <= MOST_REPEATED &&
    unexcused.length === 0 &&
    otherId.length === 0 &&
    receivers.badSignatures() === 0
  );
}
