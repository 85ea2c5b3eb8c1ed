import type { ServerClient } from "../sdk/src/index.ts";
import { type Check, checkEvidence, type Evidence, isGood } from "./final-check.ts";
import type { Processed } from "./process-orders.ts";
import type { Order } from "./read-orders.ts";
import type { Screen } from "./screen.ts";
import type { World } from "./world.ts";

const SHOWN_PROBLEMS = 10;

/** Makes the final check, shows its table and the figures of the demo; returns whether all checks passed. */
export async function reportResult(
  screen: Screen,
  world: World,
  { server, orders, processed }: { server: ServerClient; orders: Order[]; processed: Processed },
): Promise<boolean> {
  screen.heading("Final check: what went in and what arrived");
  const checks = checkEvidence(
    await collectEvidence(world, server, { orders, accepted: processed.accepted }),
  );
  screen.table(
    ["", "expected", "found"],
    checks.map((check) => ({
      name: check.name,
      expected: String(check.expected),
      found: String(check.found),
      good: isGood(check),
    })),
  );
  for (const check of checks) showProblems(screen, check);
  screen.heading("On the way");
  screen.facts(describeWay(world, orders.length, processed));
  return checks.every(isGood);
}

async function collectEvidence(
  { thirdParty, receiver }: World,
  server: ServerClient,
  sent: Pick<Evidence, "orders" | "accepted">,
): Promise<Evidence> {
  const executions: Evidence["executions"] = [];
  for await (const { _id, associated_event_id, linked_account_id, status } of server.executions.listAll())
    executions.push({
      id: _id,
      eventId: associated_event_id ?? undefined,
      account: linked_account_id,
      status,
    });
  return {
    ...sent,
    invoices: thirdParty.invoices(),
    movements: thirdParty.movements(),
    receipts: receiver.receipts(),
    deliveries: receiver.deliveries(),
    refusedDeliveries: receiver.unsigned() + receiver.badlySigned(),
    executions,
  };
}

function showProblems(screen: Screen, { name, problems }: Check): void {
  if (problems.length === 0) return;
  screen.line(`\n    ${name}:`);
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) screen.line(`      ${problem}`);
  if (problems.length > SHOWN_PROBLEMS) screen.line(`      and ${problems.length - SHOWN_PROBLEMS} more`);
}

function describeWay(
  { thirdParty, receiver }: World,
  total: number,
  { durationMs }: Processed,
): [string, string][] {
  const seconds = durationMs / 1000;
  const receiptRepeats = receiver.receipts().reduce((sum, { receipts }) => sum + receipts - 1, 0);
  return [
    ["from the first order to the last webhook", `${seconds.toFixed(1)} s`],
    ["orders per second", (total / seconds).toFixed(0)],
    ["calls retried after a 503 from the third party", String(thirdParty.failures())],
    ["repeated calls, deduplicated by their Idempotency-Key", String(thirdParty.repeats() + receiptRepeats)],
    ["repeated webhooks, deduplicated by their webhook-id", String(receiver.repeats())],
    ["access tokens renewed", String(thirdParty.refreshes())],
  ];
}
