import { setTimeout as sleep } from "node:timers/promises";
import type { ServerClient } from "../sdk/src/index.ts";
import { killAndRestart } from "./crash.ts";
import type { AcceptedOrder } from "./final-check.ts";
import type { Order } from "./read-orders.ts";
import { bar, type Screen } from "./screen.ts";
import { sendAll } from "./send-all.ts";
import { sendOrder } from "./shop.ts";
import type { World } from "./world.ts";

const CONCURRENCY = 8;
/** The shares of the orders at which the third party answers the next calls with 503. */
const FAULTS_AT = [0.1, 0.6, 0.85];
const FAULTS = 12;
const KILL_AT = 1 / 3;
const SILENCE_MS = 180_000;

/** What the platform accepted, and how long it took until the end of each order was reported. */
export type Processed = { accepted: AcceptedOrder[]; durationMs: number };

/**
 * Sends all orders as events, with a kill -9 of the platform in between if wanted, and waits until the end of each was
 * reported.
 */
export async function processOrders(
  screen: Screen,
  world: World,
  { server, orders, kills }: { server: ServerClient; orders: Order[]; kills: boolean },
): Promise<Processed> {
  const startedAt = performance.now();
  const { thirdParty } = world;
  const accepted: AcceptedOrder[] = [];
  const total = orders.length;
  const ended = () => countEnded(world);
  const faultsAt = FAULTS_AT.map((share) => Math.floor(share * total));
  const killAt = Math.floor(KILL_AT * total);
  const reached = Promise.withResolvers<void>();
  const describe = () =>
    `${bar(ended(), total)}  ${accepted.length} of ${total} orders accepted, ${ended()} executions ended`;
  const send = async (order: Order) => {
    accepted.push({ order, eventId: await sendOrder(server, order) });
    if (faultsAt.includes(accepted.length)) thirdParty.failNext(FAULTS);
    if (accepted.length === killAt) reached.resolve();
  };
  const crash = async () => {
    await reached.promise;
    const counts = { accepted: () => accepted.length, open: () => accepted.length - ended() };
    await killAndRestart(screen, world, counts);
  };
  const sending = screen.step(
    describe,
    () => sendAll(orders, CONCURRENCY, send),
    () => `${total} orders sent`,
  );
  await Promise.all([sending, kills ? crash() : undefined]);
  await screen.step(
    describe,
    () => waitForAll(ended, total),
    () => `${ended()} executions ended, each reported by a signed webhook`,
  );
  return { accepted, durationMs: performance.now() - startedAt };
}

/**
 * Waits until `count` reaches `total`, or nothing has arrived for three minutes: then the final check says what is
 * missing.
 */
async function waitForAll(count: () => number, total: number): Promise<void> {
  let last = count();
  for (let since = Date.now(); last < total && Date.now() - since < SILENCE_MS; await sleep(20)) {
    if (count() === last) continue;
    last = count();
    since = Date.now();
  }
}

function countEnded({ receiver }: World): number {
  return receiver.deliveries().filter(({ body }) => String(body.event).startsWith("Workflow")).length;
}
