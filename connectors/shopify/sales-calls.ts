import type { VendorCall } from "../mock-vendor.ts";
import { choices, gone, list, one, plain, poll } from "./call-forms.ts";

const address = { first_name: "Kim", address1: "Main Street 1", city: "Berlin", country: "DE", zip: "10115" };
const details = {
  ...{ email: "kim@example.com", note: "Engrave it", tags: "vip" },
  ...{ shipping_address: address, note_attributes: [{ name: "color", value: "red" }] },
};
const order = {
  ...{ ...details, phone: "+49301", billing_address: address },
  ...{ line_items: [{ variant_id: 447654529, quantity: 1 }], customer: { id: 207119551 } },
  ...{ financial_status: "pending", fulfillment_status: "fulfilled", currency: "EUR" },
  shipping_lines: [{ title: "Post", price: "4.90" }],
  discount_codes: [{ code: "FAKE30", amount: "9.00", type: "percentage" }],
  transactions: [{ kind: "sale", status: "success", amount: "50.0" }],
  ...{ inventory_behaviour: "bypass", send_receipt: true, send_fulfillment_receipt: false },
};
const dates = {
  ...{ created_at_min: "2026-01-01", created_at_max: "2026-02-01" },
  ...{ updated_at_min: "2026-01-02", updated_at_max: "2026-02-02" },
};
const DATES =
  "created_at_min=2026-01-01&created_at_max=2026-02-01&updated_at_min=2026-01-02&updated_at_max=2026-02-02";
const status = { status: "any", financial_status: "paid", fulfillment_status: "shipped" };
const STATUS = "status=any&financial_status=paid&fulfillment_status=shipped";
const O = { order_id: 450789469 };
const ORDER = "/orders/450789469";

const orders: VendorCall[] = [
  one("create_order", order, ["POST /orders.json", "order", { order }]),
  one("update_order", { ...O, ...details, phone: "+49302" }, [
    `PUT ${ORDER}.json`,
    "order",
    { order: { ...details, phone: "+49302" } },
  ]),
  list(
    "list_orders",
    { ...status, ...dates, name: "#1001", limit: 250 },
    `/orders.json?${STATUS}&${DATES}&name=%231001&limit=250`,
    "orders",
  ),
  gone("delete_order", O, `${ORDER}.json`),
  one("cancel_order", { ...O, amount: "10.00", currency: "USD" }, [
    `POST ${ORDER}/cancel.json`,
    "order",
    { amount: "10.00", currency: "USD" },
  ]),
  one("close_order", O, [`POST ${ORDER}/close.json`, "order"]),
  one("reopen_order", O, [`POST ${ORDER}/open.json`, "order"]),
  plain(
    "count_orders",
    { ...status, created_at_min: "2026-01-01", created_at_max: "2026-02-01" },
    `GET /orders/count.json?${STATUS}&created_at_min=2026-01-01&created_at_max=2026-02-01`,
    { count: 3 },
  ),
  choices(
    "orders",
    [{}, "/orders.json?status=any&limit=250", "orders"],
    [
      [{ name: "#1001" }, "#1001"],
      [{ name: "#1002" }, "#1002"],
    ],
  ),
  poll(["order_changed", status], [`/orders.json?${STATUS}&limit=250`, "orders", "updated_at_min"]),
];

const payment = { kind: "capture", amount: "10.00", currency: "USD", parent_id: 389404469 };
const items = [{ line_item_id: 518995019, quantity: 1, restock_type: "return", location_id: 487838322 }];
const refunded = { currency: "USD", shipping: { full_refund: true }, refund_line_items: items };
const refund = {
  ...{ ...refunded, note: "wrong size", notify: true },
  transactions: [{ parent_id: 801038806, amount: "41.94", kind: "refund", gateway: "bogus" }],
};

const payments: VendorCall[] = [
  one("create_transaction", { ...O, ...payment }, [
    `POST ${ORDER}/transactions.json`,
    "transaction",
    { transaction: payment },
  ]),
  one("get_transaction", { ...O, transaction_id: 389404469 }, [
    `GET ${ORDER}/transactions/389404469.json`,
    "transaction",
  ]),
  list("list_transactions", O, `${ORDER}/transactions.json`, "transactions"),
  choices(
    "transactions",
    [O, `${ORDER}/transactions.json`, "transactions"],
    [
      [{ kind: "authorization", amount: "9.00" }, "authorization 9.00"],
      [{ kind: "capture", amount: "8.00" }, "capture 8.00"],
    ],
  ),
  one("create_refund", { ...O, ...refund }, [`POST ${ORDER}/refunds.json`, "refund", { refund }]),
  one("get_refund", { ...O, refund_id: 509562969 }, [`GET ${ORDER}/refunds/509562969.json`, "refund"]),
  list("list_refunds", { ...O, limit: 50 }, `${ORDER}/refunds.json?limit=50`, "refunds"),
  one("calculate_refund", { ...O, ...refunded }, [
    `POST ${ORDER}/refunds/calculate.json`,
    "refund",
    { refund: refunded },
  ]),
  choices(
    "refunds",
    [O, `${ORDER}/refunds.json?limit=250`, "refunds"],
    [
      [{ created_at: "2025-04-02T11:38:34-05:00" }, "2025-04-02T11:38:34-05:00"],
      [{ created_at: "2025-04-03T11:38:34-05:00" }, "2025-04-03T11:38:34-05:00"],
    ],
  ),
];

const F = { ...O, fulfillment_order_id: 1046000782 };
const FULFILLMENT_ORDER = "/fulfillment_orders/1046000782";
const S = { ...O, fulfillment_id: 1069019869 };
const tracking = { number: "1Z001985YW99744790", company: "UPS", url: "https://ups.example/1Z" };
const tracked = {
  ...{ tracking_number: "1Z001985YW99744790", tracking_company: "UPS" },
  ...{ tracking_url: "https://ups.example/1Z", notify_customer: false },
};
const event = { status: "in_transit", message: "On its way", happened_at: "2026-03-01T12:00:00Z" };

const shipments: VendorCall[] = [
  one("get_fulfillment_order", F, [`GET ${FULFILLMENT_ORDER}.json`, "fulfillment_order"]),
  list("list_fulfillment_orders", O, `${ORDER}/fulfillment_orders.json`, "fulfillment_orders"),
  one(
    "hold_fulfillment_order",
    { ...F, reason: "inventory_out_of_stock", reason_notes: "Not enough inventory." },
    [
      `POST ${FULFILLMENT_ORDER}/hold.json`,
      "fulfillment_order",
      { fulfillment_hold: { reason: "inventory_out_of_stock", reason_notes: "Not enough inventory." } },
    ],
  ),
  one("release_fulfillment_order", F, [`POST ${FULFILLMENT_ORDER}/release_hold.json`, "fulfillment_order"]),
  {
    action: "move_fulfillment_order",
    input: { ...F, new_location_id: 655441491 },
    sends: `POST /admin/api/2026-01${FULFILLMENT_ORDER}/move.json`,
    body: { fulfillment_order: { new_location_id: 655441491 } },
    answer: { original_fulfillment_order: { id: 1046000782 }, moved_fulfillment_order: { id: 1046000787 } },
  },
  one("cancel_fulfillment_order", F, [`POST ${FULFILLMENT_ORDER}/cancel.json`, "fulfillment_order"]),
  choices(
    "fulfillment_orders",
    [O, `${ORDER}/fulfillment_orders.json`, "fulfillment_orders"],
    [
      [{ status: "open" }, "1 open"],
      [{ status: "closed" }, "2 closed"],
    ],
  ),
  one(
    "create_fulfillment",
    { ...F, ...tracked, items: [{ id: 1072503316, quantity: 1 }], message: "Shipped this morning." },
    [
      "POST /fulfillments.json",
      "fulfillment",
      {
        fulfillment: {
          line_items_by_fulfillment_order: [
            {
              fulfillment_order_id: 1046000782,
              fulfillment_order_line_items: [{ id: 1072503316, quantity: 1 }],
            },
          ],
          ...{ tracking_info: tracking, notify_customer: false, message: "Shipped this morning." },
        },
      },
    ],
  ),
  one("get_fulfillment", S, [`GET ${ORDER}/fulfillments/1069019869.json`, "fulfillment"]),
  list(
    "list_fulfillments",
    { ...O, created_at_min: "2026-01-01", limit: 50 },
    `${ORDER}/fulfillments.json?created_at_min=2026-01-01&limit=50`,
    "fulfillments",
  ),
  one("update_tracking", { ...S, ...tracked }, [
    "POST /fulfillments/1069019869/update_tracking.json",
    "fulfillment",
    { fulfillment: { tracking_info: tracking, notify_customer: false } },
  ]),
  one("cancel_fulfillment", S, ["POST /fulfillments/1069019869/cancel.json", "fulfillment"]),
  one("add_fulfillment_event", { ...S, ...event }, [
    `POST ${ORDER}/fulfillments/1069019869/events.json`,
    "fulfillment_event",
    { event },
  ]),
  choices(
    "fulfillments",
    [O, `${ORDER}/fulfillments.json?limit=250`, "fulfillments"],
    [
      [{ name: "#1001.1", status: "success" }, "#1001.1 success"],
      [{ name: "#1001.2", status: "cancelled" }, "#1001.2 cancelled"],
    ],
  ),
];

const draft_order = {
  ...{ ...details, billing_address: address, tax_exempt: true, use_customer_default_address: true },
  ...{ line_items: [{ title: "Custom Tee", price: "20.00", quantity: 2 }], customer: { id: 207119551 } },
  shipping_line: { title: "Post", price: "4.90" },
  applied_discount: { title: "Custom", value_type: "fixed_amount", value: "10.0", amount: "10.00" },
};
const D = { draft_order_id: 994118539 };
const mail = {
  ...{ to: "first@example.com", from: "j.smith@example.com", bcc: ["j.smith@example.com"] },
  ...{ subject: "Your invoice", custom_message: "Thank you for ordering!" },
};

const drafts: VendorCall[] = [
  one("create_draft_order", draft_order, ["POST /draft_orders.json", "draft_order", { draft_order }]),
  one("get_draft_order", D, ["GET /draft_orders/994118539.json", "draft_order"]),
  list(
    "list_draft_orders",
    { status: "open", updated_at_min: "2026-01-01", updated_at_max: "2026-02-01", limit: 50 },
    "/draft_orders.json?status=open&updated_at_min=2026-01-01&updated_at_max=2026-02-01&limit=50",
    "draft_orders",
  ),
  one("update_draft_order", { ...D, ...draft_order }, [
    "PUT /draft_orders/994118539.json",
    "draft_order",
    { draft_order },
  ]),
  gone("delete_draft_order", D, "/draft_orders/994118539.json"),
  one("complete_draft_order", { ...D, payment_pending: true }, [
    "PUT /draft_orders/994118539/complete.json?payment_pending=true",
    "draft_order",
  ]),
  one("send_draft_order_invoice", { ...D, ...mail }, [
    "POST /draft_orders/994118539/send_invoice.json",
    "draft_order_invoice",
    { draft_order_invoice: mail },
  ]),
  choices(
    "draft_orders",
    [{}, "/draft_orders.json?limit=250", "draft_orders"],
    [
      [{ name: "#D-1" }, "#D-1"],
      [{ name: "#D-2" }, "#D-2"],
    ],
  ),
  poll(["draft_order_changed", {}], ["/draft_orders.json?limit=250", "draft_orders", "updated_at_min"]),
];

const person = {
  ...{ email: "kim@example.com", first_name: "Kim", last_name: "Müller", phone: "+49301" },
  ...{ tags: "vip", note: "Nice", tax_exempt: false },
};
const customer = { ...person, addresses: [address], verified_email: true, send_email_invite: false };
const C = { customer_id: 207119551 };

const customers: VendorCall[] = [
  one("create_customer", customer, ["POST /customers.json", "customer", { customer }]),
  one("get_customer", C, ["GET /customers/207119551.json", "customer"]),
  list("list_customers", { ...dates, limit: 50 }, `/customers.json?${DATES}&limit=50`, "customers"),
  list(
    "search_customers",
    { query: "country:Germany", order: "updated_at DESC", limit: 50 },
    "/customers/search.json?query=country:Germany&order=updated_at+DESC&limit=50",
    "customers",
  ),
  one("update_customer", { ...C, ...person }, [
    "PUT /customers/207119551.json",
    "customer",
    { customer: person },
  ]),
  gone("delete_customer", C, "/customers/207119551.json"),
  list(
    "list_orders_of_customer",
    { ...C, status: "any" },
    "/customers/207119551/orders.json?status=any",
    "orders",
  ),
  one("invite_customer", { ...C, ...mail }, [
    "POST /customers/207119551/send_invite.json",
    "customer_invite",
    { customer_invite: mail },
  ]),
  plain("create_activation_url", C, "POST /customers/207119551/account_activation_url.json", {
    account_activation_url: "https://my-shop.myshopify.com/account/activate/207119551/11ba",
  }),
  plain(
    "count_customers",
    { created_at_min: "2026-01-01", updated_at_min: "2026-01-02" },
    "GET /customers/count.json?created_at_min=2026-01-01&updated_at_min=2026-01-02",
    { count: 3 },
  ),
  choices(
    "customers",
    [{}, "/customers.json?limit=250", "customers"],
    [
      [{ first_name: "Kim", last_name: "Müller", email: "kim@example.com" }, "Kim Müller kim@example.com"],
      [{ first_name: "Al", last_name: "Lee", email: "al@example.com" }, "Al Lee al@example.com"],
    ],
  ),
  poll(["new_customer", {}], ["/customers.json?limit=250", "customers", "created_at_min"]),
  poll(["customer_changed", {}], ["/customers.json?limit=250", "customers", "updated_at_min"]),
  list(
    "list_abandoned_checkouts",
    {
      status: "open",
      created_at_min: "2026-01-01",
      created_at_max: "2026-02-01",
      updated_at_min: "2026-01-02",
      limit: 50,
    },
    "/checkouts.json?status=open&created_at_min=2026-01-01&created_at_max=2026-02-01&updated_at_min=2026-01-02&limit=50",
    "checkouts",
  ),
  poll(["new_abandoned_checkout", {}], ["/checkouts.json?limit=250", "checkouts", "created_at_min"]),
];

/** What Shopify documents for orders, payments, shipments, draft orders and customers. */
export const salesCalls: readonly VendorCall[] = [
  ...[...orders, ...payments, ...shipments, ...drafts, ...customers],
];
