// Many webhooks post to receivers that fail nearly a third of the requests (500, no answer, reset), while the process
// that sends them is killed (kill -9) repeatedly: every delivery must arrive, only those that the killed process held
// again, under the same webhook-id, and every signature must verify. `npm run bench:faults -- webhooks [--short]
// [--seed N]`.
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
import { startFailingReceivers } from "./failing-receivers.ts";
import { conclude, killNow, prepareInstallation } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const EVENTS = SHORT ? 600 : 10_000;
const RECEIVERS = SHORT ? 10 : 50;
const KILLS = SHORT ? 3 : 20;
const FAILING = 0.3;
const MOST_FAILURES = 6;
// In the short form, whose machine is shared with other checks, a kill may find anything from nothing to all held.
const MOST_REPEATED = SHORT ? Number.POSITIVE_INFINITY : EVENTS * 0.01;
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
  const held: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(2000 + 2000 * random());
    await killNow(sender);
    held.push(...(await findHeld()));
    sender = await installation.begin("work");
  }
  await told;
  const waiting = await untilEnded();
  const seconds = (performance.now() - startedAt) / 1000;
  await shortening.stop();
  return report({ waiting, seconds, held });
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

/** The ids of the deliveries that a process has claimed, and whose result is not committed. */
async function findHeld(): Promise<string[]> {
  const rows = await installation.rows<{ id: string }>(
    "select id from webhook_deliveries where worker is not null and status = 'pending'",
  );
  return rows.map(({ id }) => id);
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
  /** The ids of what the sender held at each kill. */
  held: readonly string[];
}

async function report({ waiting, seconds, held }: Ended): Promise<boolean> {
  const [delivered] = await installation.rows<{ delivered: number; logged: number }>(
    `select count(*) filter (where status = 'delivered')::int as delivered,
      count(*) filter (where exists (select from webhook_attempts a
        where a.delivery_id = d.id and a.status_code = 200))::int as logged from webhook_deliveries d`,
  );
  const arrived = Map.groupBy(receivers.accepted, ({ what }) => what);
  const repeated = [...arrived.values()].filter(({ length }) => length > 1);
  const otherId = repeated.filter((same) => new Set(same.map(({ webhookId }) => webhookId)).size > 1);
  const timesHeld = Map.groupBy(held, (id) => id);
  const unexcused = repeated.filter((same) =>
    [...Map.groupBy(same, ({ webhookId }) => webhookId)].some(
      ([id, { length }]) => length - 1 > (timesHeld.get(id)?.length ?? 0),
    ),
  );
  const { failures } = receivers;
  printTable(`${EVENTS} webhooks to ${RECEIVERS} receivers, the sender killed ${KILLS} times`, [
    { what: "arrived at their receiver", is: arrived.size, must: EVENTS },
    { what: "delivered by our account", is: delivered?.delivered ?? 0, must: EVENTS },
    { what: "with a logged attempt that succeeded", is: delivered?.logged ?? 0, must: EVENTS },
    { what: "not ended in time", is: waiting, must: 0 },
    { what: "held by the sender when it was killed", is: held.length, must: "" },
    { what: "arrived more than once", is: repeated.length, must: SHORT ? "" : `<= ${MOST_REPEATED}` },
    { what: "of those more often than held at a kill", is: unexcused.length, must: 0 },
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
