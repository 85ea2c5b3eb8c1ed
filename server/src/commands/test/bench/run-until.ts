import { setTimeout as sleep } from "node:timers/promises";
import { WORK } from "../../../api/app.ts";
import type { Deps } from "../../../deps.ts";
import { StartError } from "../../../platform/errors.ts";
import { startDueRuns } from "../../../schedules/ticker.ts";
import { reconcileSubscriptions } from "../../../triggers/reconcile.ts";
import { startDueSubscriptions } from "../../../triggers/tend.ts";
import type { MovedClock } from "./moved-clock.ts";

// More often than this, time does not stop for anything within one step of a test.
const MOST_STOPS = 10_000;
const LOOK_AGAIN_MS = 2;

/** Whether anything is ready or under way: executions, deliveries, jobs. What sleeps until later is none of these. */
const IS_BUSY = {
  name: "test-is-busy",
  text: `select exists (select from runs where worker is not null or ready_at is not null)
      or exists (select from webhook_deliveries where worker is not null or ready_at is not null)
      or exists (select from pgboss.job where state = 'active' or (state < 'active' and start_after <= now())) as busy`,
};

/** When something becomes due next. Polls are not among them: see `runUntil`. */
const NEXT_DUE = {
  name: "test-next-due",
  text: `select least(
      (select min(wake_at) from runs where wake_at > $1),
      (select min(next_attempt_at) from webhook_deliveries where next_attempt_at > $1 and status = 'pending'),
      (select min(next_at) from schedules where next_at > $1),
      (select min(start_after) from pgboss.job where state < 'active' and start_after > $1)) as next`,
};

/** When everything that is polled at an application has been polled next. */
const NEXT_POLL = {
  name: "test-next-poll",
  text: `select max(next_at) as next from trigger_subscriptions
    where kind = 'poll' and wanted and slug = $1 and next_at > $2`,
};

/** Waits until everything has happened that happens without time passing. */
export async function waitUntilIdle(deps: Deps): Promise<void> {
  await takeDue(deps);
  while (await isBusy(deps)) await sleep(LOOK_AGAIN_MS);
}

/**
 * Moves the clock to `moment`, and on the way to each moment at which something becomes due, which then happens before time
 * goes on (D567). Applications are polled at each stop, because between two stops nothing has changed there.
 */
export async function runUntil(deps: Deps, clock: MovedClock, moment: Date): Promise<void> {
  await waitUntilIdle(deps);
  for (let stops = 0; ; stops++) {
    const next = await findNextDue(deps);
    if (!next || next > moment) break;
    if (stops === MOST_STOPS)
      throw new StartError(
        `More than ${MOST_STOPS.toLocaleString("en")} things become due until ${moment.toISOString()}: let less time pass.`,
      );
    clock.set(next);
    await waitUntilIdle(deps);
  }
  clock.set(moment);
  await waitUntilIdle(deps);
}

/** When an application has been polled for all that has happened there by now; undefined if it is not polled. */
export async function findNextPoll({ database, clock }: Deps, slug: string): Promise<Date | undefined> {
  const [row] = await database.query<{ next: Date | null }>(NEXT_POLL, [slug, clock.now()]);
  return row?.next ?? undefined;
}

async function takeDue(deps: Deps): Promise<void> {
  await startDueRuns(deps);
  await reconcileSubscriptions(deps);
  for (;;) {
    const begun = await startDueSubscriptions(deps, []);
    if (begun.length === 0) break;
    await Promise.all(begun.map(({ done }) => done));
  }
  for (const { name, tend } of WORK) if (await tend?.(deps, 0)) deps.work.wake(name);
}

async function isBusy({ database }: Deps): Promise<boolean> {
  const [row] = await database.query<{ busy: boolean }>(IS_BUSY, []);
  return row?.busy ?? false;
}

async function findNextDue({ database, clock }: Deps): Promise<Date | undefined> {
  const [row] = await database.query<{ next: Date | null }>(NEXT_DUE, [clock.now()]);
  return row?.next ?? undefined;
}
