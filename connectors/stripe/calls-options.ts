import type { VendorCall } from "../mock-vendor.ts";
import { pagesOf } from "./calls-reads.ts";

const money = { amount: 990, currency: "eur" };

/** A list from which an id can be chosen, its address, what names a choice, and that name. */
const CHOSEN: readonly (readonly [string, string, object, string])[] = [
  ["subscriptions", "/v1/subscriptions", { status: "active", customer: "cus_9" }, "active cus_9"],
  [
    "invoices",
    "/v1/invoices",
    { number: "A-7", status: "open", customer_email: "ann@example.com" },
    "A-7 open ann@example.com",
  ],
  ["invoice_items", "/v1/invoiceitems", { ...money, description: "Setup" }, "Setup 990 eur"],
  ["products", "/v1/products", { name: "Shirt" }, "Shirt"],
  [
    "prices",
    "/v1/prices",
    { nickname: "Pro", unit_amount: 990, currency: "eur", recurring: { interval: "month" } },
    "Pro 990 eur month",
  ],
  [
    "checkout_sessions",
    "/v1/checkout/sessions",
    { status: "open", customer_details: { email: "ann@example.com" }, amount_total: 990, currency: "eur" },
    "open ann@example.com 990 eur",
  ],
  [
    "payment_links",
    "/v1/payment_links",
    { url: "https://buy.stripe.com/test_1" },
    "https://buy.stripe.com/test_1",
  ],
  ["coupons", "/v1/coupons", { name: "Spring" }, "Spring"],
  ["promotion_codes", "/v1/promotion_codes", { code: "SPRING" }, "SPRING"],
  ["charges", "/v1/charges", { ...money, description: "Order 7" }, "990 eur Order 7"],
  ["payment_intents", "/v1/payment_intents", { ...money, description: "Order 7" }, "990 eur Order 7"],
  ["refunds", "/v1/refunds", { ...money, status: "succeeded" }, "990 eur succeeded"],
  ["disputes", "/v1/disputes", { ...money, reason: "general", status: "lost" }, "990 eur general lost"],
  ["payouts", "/v1/payouts", { ...money, status: "paid" }, "990 eur paid"],
  [
    "payment_methods",
    "/v1/customers/cus_1/payment_methods",
    { type: "card", card: { brand: "visa", last4: "4242" } },
    "card visa 4242",
  ],
];

/** The lists from which ids are chosen, in two pages. */
export const options: readonly VendorCall[] = CHOSEN.map(([list, path, named, name]) => ({
  list,
  input: list === "payment_methods" ? { customer: "cus_1" } : {},
  pages: pagesOf(path, [
    { id: "a_1", ...named },
    { id: "a_2", ...named },
  ]),
  expected: [
    { name: `${name} (a_1)`, value: "a_1" },
    { name: `${name} (a_2)`, value: "a_2" },
  ],
}));
