import { createHmac } from "node:crypto";
import { numbered } from "../mock-routes.ts";
import { deliveredJson, type Hook, isObject, type Mock, type MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { createStripe, failed, KEY, type StripeMock } from "./mock-api.ts";

/** Signed with the endpoint's own secret, which the mock makes when the endpoint is made. */
function delivery(hook: Hook, type: string) {
  const secret = isObject(hook.state) ? String(hook.state.secret) : "";
  const body = deliveredJson(hook, {
    id: "evt_1",
    object: "event",
    type,
    data: { object: { id: "obj_1", amount: 1250 } },
  });
  const time = Math.floor(Date.now() / 1000);
  const v1 = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": `t=${time},v1=${v1}`,
  };
  return { method: "POST", query: {}, headers, body };
}

function happen(mock: Mock, ...types: string[]): void {
  for (const type of types) (mock as StripeMock).happen(type); // made by createStripe
}

/** Stripe's API, as documented at docs.stripe.com/api. */
export const vendor: MockVendor = {
  hosts: ["api.stripe.com"],
  credentials: { keybased: { good: { secret_key: KEY }, bad: { secret_key: "sk_test_bad0000000000" } } },
  parameters: {
    "POST /v1/customers": ["email", "name", "description", "phone", "metadata"],
    "GET /v1/customers": ["email", "limit", "starting_after"],
    "POST /v1/customers/*": ["email", "name", "description", "phone", "metadata"],
    "GET /v1/payment_intents": ["customer", "limit", "starting_after"],
    "GET /v1/events": ["types", "created", "limit", "starting_after"],
    "POST /v1/webhook_endpoints": ["url", "enabled_events", "description"],
    "POST /v1/payment_intents": [
      "amount",
      "currency",
      "customer",
      "description",
      "metadata",
      "automatic_payment_methods",
    ],
    "POST /v1/refunds": ["payment_intent", "amount", "reason"],
  },
  account: "acct_1",
  create: createStripe,
  answers: [
    { answer: failed(403, "invalid_request_error", "This key does not have the permission."), code: "auth" },
    {
      answer: failed(409, "idempotency_error", "There is currently another request in progress."),
      code: "remote",
    },
    { answer: failed(402, "card_error", "Your card was declined."), code: "input" },
  ],
  calls,
  cases: [
    {
      action: "create_customer",
      input: {
        email: "a+b@example.com",
        name: "Müller & Söhne",
        description: "Books",
        phone: "+49 30 1",
        metadata: { account: "northwind" },
      },
      expected: {
        id: "cus_102",
        email: "a+b@example.com",
        name: "Müller & Söhne",
        description: "Books",
        phone: "+49 30 1",
        metadata: { account: "northwind" },
      },
    },
    { action: "create_customer", input: {}, expected: { id: "cus_103", email: null } },
    { action: "get_customer", input: { customer: "cus_102" }, expected: { id: "cus_102" } },
    {
      action: "list_customers",
      input: { email: "a+b@example.com" },
      expected: { items: [{ id: "cus_102" }] },
    },
    { action: "list_customers", input: { limit: 1 }, expected: { items: [{ id: "cus_103" }] } },
    {
      action: "update_customer",
      input: {
        customer: "cus_103",
        email: "c@example.com",
        name: "Kim",
        description: "New",
        phone: "+49 30 2",
        metadata: { tier: "gold" },
      },
      expected: {
        id: "cus_103",
        email: "c@example.com",
        name: "Kim",
        description: "New",
        phone: "+49 30 2",
        metadata: { tier: "gold" },
      },
    },
    {
      action: "create_payment_intent",
      input: {
        amount: 1250,
        currency: "eur",
        customer: "cus_102",
        description: "Order 7",
        metadata: { order: "7" },
      },
      expected: {
        id: "pi_4",
        amount: 1250,
        currency: "eur",
        customer: "cus_102",
        description: "Order 7",
        metadata: { order: "7" },
      },
    },
    {
      action: "list_payment_intents",
      input: { customer: "cus_102", limit: 5 },
      expected: { items: [{ id: "pi_4", amount: 1250 }] },
    },
    {
      action: "refund_payment",
      input: { payment_intent: "pi_4", amount: 250, reason: "duplicate" },
      expected: { amount: 250, reason: "duplicate", payment_intent: "pi_4", status: "succeeded" },
    },
  ],
  paging: [
    {
      action: "list_customers",
      input: { email: "seed@example.com", limit: 60 },
      pages: 2,
      items: numbered(101, (n) => ({ id: `cus_${102 - n}` })),
    },
    {
      action: "list_payment_intents",
      input: { limit: 1 },
      pages: 3,
      items: [3, 2, 1].map((n) => ({ id: `pi_${n}` })),
    },
  ],
  options: [
    {
      list: "customers",
      expected: numbered(101, (n) => ({
        name: `Seed ${102 - n} seed@example.com (cus_${102 - n})`,
        value: `cus_${102 - n}`,
      })),
    },
  ],
  triggers: [
    {
      trigger: "payment_succeeded",
      kind: "webhook",
      input: {},
      delivery: (hook) => delivery(hook, "payment_intent.succeeded"),
      expected: [{ id: "obj_1", amount: 1250 }],
      ignored: [(hook) => delivery(hook, "payment_intent.created")],
      missed: {
        happen: (mock) => happen(mock, "customer.created", "payment_intent.succeeded"),
        expected: [{ id: "obj_evt_2", amount: 990 }],
      },
    },
    {
      trigger: "event",
      kind: "webhook",
      input: { kinds: ["customer.created", "charge.refunded"] },
      delivery: (hook) => delivery(hook, "charge.refunded"),
      expected: [{ id: "evt_1", type: "charge.refunded", data: { object: { amount: 1250 } } }],
      // More than a page holds.
      missed: {
        happen: (mock) => happen(mock, "invoice.paid", ...numbered(101, () => "customer.created")),
        expected: numbered(101, (n) => ({ id: `evt_${n + 1}`, type: "customer.created" })),
      },
    },
  ],
  refusals: [
    { action: "get_customer", input: { customer: "cus_none" }, code: "input", message: /No such customer/ },
    {
      action: "refund_payment",
      input: { payment_intent: "pi_4", amount: 99999 },
      code: "input",
      message: /greater than/,
    },
  ],
};
