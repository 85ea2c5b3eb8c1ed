import { isDeepStrictEqual } from "node:util";
import { expectedInvoice, expectedMovement } from "./expected-records.ts";
import type { CustomerAccount, Order } from "./read-orders.ts";
import type { Receipt } from "./receipts.ts";
import type { Delivery } from "./receiver.ts";
import type { Invoice } from "./third-party/ledgerly-api.ts";
import type { Received } from "./third-party/received-records.ts";
import type { Movement } from "./third-party/stockroom-api.ts";

/** An order that the platform has accepted, with the id of its event. */
export type AcceptedOrder = { order: Order; eventId: string };

/** An execution as the API lists it, with the event that started it. */
export type ListedExecution = { id: string; eventId: string | undefined; account: string; status: string };

/** What exists at the end, on all sides. */
export type Evidence = {
  orders: Order[];
  accepted: AcceptedOrder[];
  invoices: Received<Invoice>[];
  movements: Received<Movement>[];
  receipts: Receipt[];
  deliveries: Delivery[];
  refusedDeliveries: number;
  executions: ListedExecution[];
};

/** A check; it passes if `found` equals `expected` and there are no problems. */
export type Check = { name: string; expected: number; found: number; problems: string[] };

/** Compares the orders with everything that came out; each order must be found exactly once wherever it belongs. */
export function checkEvidence(evidence: Evidence): Check[] {
  const books = ordersOf(evidence.orders, "northwind-books");
  const stock = ordersOf(evidence.orders, "harbor-tools");
  return [
    checkAccepted(evidence),
    checkRecords("invoices at Ledgerly", books.map(expectedInvoice), evidence.invoices, "northwind-books"),
    checkRecords("movements at Stockroom", stock.map(expectedMovement), evidence.movements, "harbor-tools"),
    checkReceipts(stock, evidence),
    checkExecutions(evidence),
    checkCompleted(evidence),
    checkConnected(evidence),
    { ...check("webhooks unsigned, badly signed", 0), found: evidence.refusedDeliveries },
  ];
}

/** Whether everything was found as it must be. */
export function isGood({ expected, found, problems }: Check): boolean {
  return expected === found && problems.length === 0;
}

function check(name: string, expected: number): Check {
  return { name, expected, found: 0, problems: [] };
}

function ordersOf(orders: Order[], account: CustomerAccount): Order[] {
  return orders.filter(({ customer_account }) => customer_account === account);
}

function checkAccepted({ orders, accepted }: Evidence): Check {
  const events = new Set(accepted.map(({ eventId }) => eventId));
  return { ...check("orders accepted, an event each", orders.length), found: events.size };
}

function checkRecords<Body extends { reference: string }>(
  name: string,
  expected: Body[],
  records: Received<Body>[],
  owner: CustomerAccount,
): Check {
  const result = check(name, expected.length);
  const arrived = Map.groupBy(records, ({ body }) => body.reference);
  for (const body of expected) {
    const problem = recordProblem(body, arrived.get(body.reference) ?? [], owner);
    if (problem === undefined) result.found += 1;
    else result.problems.push(`${body.reference} ${problem}`);
    arrived.delete(body.reference);
  }
  result.problems.push(...[...arrived.keys()].map((reference) => `${reference} belongs somewhere else`));
  return result;
}

function recordProblem<Body>(
  expected: Body,
  [record, ...doubles]: Received<Body>[],
  owner: CustomerAccount,
): string | undefined {
  if (record === undefined) return "did not arrive";
  if (doubles.length > 0) return `arrived ${doubles.length + 1} times`;
  if (record.owner !== owner) return `was recorded for ${record.owner}`;
  if (record.idempotencyKey === null) return "came without an Idempotency-Key";
  if (!isDeepStrictEqual(record.body, expected)) return `arrived as ${JSON.stringify(record.body)}`;
  return undefined;
}

function checkReceipts(orders: Order[], { receipts, movements }: Evidence): Check {
  const result = check("receipts of the movements", orders.length);
  const movementOf = new Map(movements.map(({ id, body }) => [body.reference, id]));
  const arrived = Map.groupBy(receipts, ({ body }) => String(body.order));
  for (const { order_number } of orders) {
    const [receipt, ...doubles] = arrived.get(order_number) ?? [];
    if (receipt === undefined) result.problems.push(`${order_number} has no receipt`);
    else if (doubles.length > 0) result.problems.push(`${order_number} has ${doubles.length + 1} receipts`);
    else if (receipt.body.movement !== movementOf.get(order_number))
      result.problems.push(`the receipt of ${order_number} names ${String(receipt.body.movement)}`);
    else result.found += 1;
  }
  return result;
}

function checkExecutions({ orders, accepted, executions }: Evidence): Check {
  const result = check("executions COMPLETED, one per event", orders.length);
  const started = Map.groupBy(executions, ({ eventId }) => eventId);
  for (const { order, eventId } of accepted) {
    const [execution, ...doubles] = started.get(eventId) ?? [];
    if (execution === undefined) result.problems.push(`${order.order_number} has no execution`);
    else if (doubles.length > 0)
      result.problems.push(`${order.order_number} has ${doubles.length + 1} executions`);
    else if (execution.status !== "COMPLETED" || execution.account !== order.customer_account)
      result.problems.push(
        `the execution of ${order.order_number} is ${execution.status} for ${execution.account}`,
      );
    else result.found += 1;
    started.delete(eventId);
  }
  const strangers = [...started.values()].flat();
  result.problems.push(...strangers.map(({ id }) => `execution ${id} belongs to no order`));
  return result;
}

/** Requires one webhook for each execution that the API lists, about the same account. */
function checkCompleted({ orders, deliveries, executions }: Evidence): Check {
  const result = check("webhooks Workflow Completed", orders.length);
  const ended = deliveries.filter(({ body }) => String(body.event).startsWith("Workflow"));
  const arrived = Map.groupBy(ended, ({ body }) => String(body.instance_id));
  for (const { id, account } of executions) {
    const [webhook, ...doubles] = arrived.get(id) ?? [];
    if (webhook === undefined) result.problems.push(`execution ${id} has no webhook`);
    else if (doubles.length > 0) result.problems.push(`execution ${id} has ${doubles.length + 1} webhooks`);
    else if (webhook.body.event !== "Workflow Completed" || webhook.body.linked_account_id !== account)
      result.problems.push(`execution ${id} was reported as ${describeEnd(webhook)}`);
    else result.found += 1;
    arrived.delete(id);
  }
  result.problems.push(...[...arrived.keys()].map((id) => `the webhook about ${id} belongs to no execution`));
  return result;
}

function describeEnd({ body }: Delivery): string {
  const { event, linked_account_id, workflow_name, error } = body;
  return `${event} of ${linked_account_id}, ${workflow_name}${error ? `: ${JSON.stringify(error)}` : ""}`;
}

function checkConnected({ deliveries }: Evidence): Check {
  const result = check("webhooks Connection Created", 2);
  const about = deliveries.filter(({ body }) => String(body.event).startsWith("Connection"));
  const told = about.map(({ body }) => `${body.event}: ${body.linked_account_id}, ${body.slug}`);
  const expected = [
    "Connection Created: northwind-books, ledgerly",
    "Connection Created: harbor-tools, stockroom",
  ];
  const wrong = told.filter((line, index) => !expected.includes(line) || told.indexOf(line) !== index);
  result.problems.push(...wrong);
  return { ...result, found: told.length - wrong.length };
}
