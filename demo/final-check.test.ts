import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectedInvoice, expectedMovement } from "./expected-records.ts";
import { checkEvidence, type Evidence, isGood } from "./final-check.ts";
import { type Order, readOrders } from "./read-orders.ts";

let orders: Order[];
let evidence: Evidence;

beforeAll(async () => {
  orders = (await readOrders()).slice(0, 20);
});
beforeEach(() => {
  evidence = completeEvidence();
});

function completeEvidence(): Evidence {
  const books = orders.filter(({ customer_account }) => customer_account === "northwind-books");
  const stock = orders.filter(({ customer_account }) => customer_account === "harbor-tools");
  const arrived = { receivedAt: "2026-03-02T07:21:50.000Z" };
  const connected = [
    { event: "Connection Created", linked_account_id: "northwind-books", slug: "ledgerly" },
    { event: "Connection Created", linked_account_id: "harbor-tools", slug: "stockroom" },
  ];
  const completed = orders.map(({ order_number, customer_account }) => ({
    event: "Workflow Completed",
    linked_account_id: customer_account,
    instance_id: order_number,
  }));
  return {
    orders,
    accepted: orders.map((order) => ({ order, eventId: `event ${order.order_number}` })),
    invoices: books.map((order) => ({
      ...arrived,
      id: `inv ${order.order_number}`,
      owner: "northwind-books",
      idempotencyKey: order.order_number,
      body: expectedInvoice(order),
    })),
    movements: stock.map((order) => ({
      ...arrived,
      id: `mov ${order.order_number}`,
      owner: "harbor-tools",
      idempotencyKey: order.order_number,
      body: expectedMovement(order),
    })),
    receipts: stock.map(({ order_number }) => ({
      idempotencyKey: order_number,
      body: { order: order_number, movement: `mov ${order_number}` },
      receipts: 1,
    })),
    deliveries: [...connected, ...completed].map((body, index) => ({
      ...arrived,
      id: `msg ${index}`,
      body,
      receipts: 1,
    })),
    refusedDeliveries: 0,
    executions: orders.map(({ order_number, customer_account }) => ({
      id: order_number,
      eventId: `event ${order_number}`,
      account: customer_account,
      status: "COMPLETED",
    })),
  };
}

function failing(): string[] {
  return checkEvidence(evidence)
    .filter((one) => !isGood(one))
    .map(({ name }) => name);
}

describe("the final check", () => {
  test("passes when every order arrived exactly once", () => {
    expect(failing()).toEqual([]);
  });

  test("does not count a repeated call answered from the first one as a duplicate", () => {
    evidence.receipts = evidence.receipts.map((receipt) => ({ ...receipt, receipts: 2 }));
    expect(failing()).toEqual([]);
  });

  test.each<[string, (evidence: Evidence) => void, string[]]>([
    ["a lost invoice", ({ invoices }) => invoices.pop(), ["invoices at Ledgerly"]],
    [
      "an invoice that was written twice",
      ({ invoices }) => invoices.push(...invoices.slice(0, 1)),
      ["invoices at Ledgerly"],
    ],
    [
      "an invoice with another total",
      ({ invoices }) => invoices.splice(0, 1, ...invoices.slice(0, 1).map(withOtherTotal)),
      ["invoices at Ledgerly"],
    ],
    [
      "an invoice in the wrong customer's books",
      ({ invoices }) =>
        invoices.splice(0, 1, ...invoices.slice(0, 1).map((one) => ({ ...one, owner: "harbor-tools" }))),
      ["invoices at Ledgerly"],
    ],
    [
      "a movement that came without an Idempotency-Key",
      ({ movements }) =>
        movements.splice(0, 1, ...movements.slice(0, 1).map((one) => ({ ...one, idempotencyKey: null }))),
      ["movements at Stockroom"],
    ],
    ["a lost receipt", ({ receipts }) => receipts.pop(), ["receipts of the movements"]],
    ["a lost webhook", ({ deliveries }) => deliveries.pop(), ["webhooks Workflow Completed"]],
    [
      "a second webhook about the same execution",
      ({ deliveries }) => deliveries.push(...deliveries.slice(-1)),
      ["webhooks Workflow Completed"],
    ],
    [
      "a webhook about a connection that expired",
      ({ deliveries }) =>
        deliveries.push({ id: "x", receivedAt: "", receipts: 1, body: { event: "Connection Expired" } }),
      ["webhooks Connection Created"],
    ],
    [
      "an execution that is still open",
      ({ executions }) => executions.splice(0, 1, ...executions.slice(0, 1).map(stillRunning)),
      ["executions COMPLETED, one per event"],
    ],
    [
      "an event that started two executions",
      ({ executions }) => executions.push(...executions.slice(0, 1).map((one) => ({ ...one, id: "x" }))),
      ["executions COMPLETED, one per event", "webhooks Workflow Completed"],
    ],
  ])("finds %s", (_name, spoil, names) => {
    spoil(evidence);
    expect(failing()).toEqual(names);
  });

  test("finds events that were not accepted, and webhooks without a valid signature", () => {
    evidence = { ...evidence, accepted: evidence.accepted.slice(1), refusedDeliveries: 1 };
    expect(failing()).toEqual([
      "orders accepted, an event each",
      "executions COMPLETED, one per event",
      "webhooks unsigned, badly signed",
    ]);
  });
});

function withOtherTotal(invoice: Evidence["invoices"][number]): Evidence["invoices"][number] {
  return { ...invoice, body: { ...invoice.body, total: "1.00" } };
}

function stillRunning(execution: Evidence["executions"][number]): Evidence["executions"][number] {
  return { ...execution, status: "RUNNING" };
}
