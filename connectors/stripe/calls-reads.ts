import type { Exchange, VendorCall } from "../mock-vendor.ts";

// Stripe's OpenAPI document: lists take starting_after and limit, and most of them created; searches take page.

/** Two pages of a list: the second begins after the last record of the first. */
export function pagesOf(address: string, [first, second]: readonly [Item, Item]): Exchange[] {
  const asked = `GET ${address}${address.includes("?") ? "&" : "?"}limit=100`;
  return [
    { sends: asked, answer: { object: "list", has_more: true, data: [first] } },
    {
      sends: `${asked}&starting_after=${first.id}`,
      answer: { object: "list", has_more: false, data: [second] },
    },
  ];
}

interface Item {
  id: string;
}

/** One, many, their address, how their ids begin, by what they are filtered, and the query that this becomes. */
type Listed = readonly [string, string, string, string, object, string];

const LISTED: readonly Listed[] = [
  ["customer", "customers", "/v1/customers", "cus", { email: "ann@example.com" }, "email=ann@example.com"],
  [
    "subscription",
    "subscriptions",
    "/v1/subscriptions",
    "sub",
    { customer: "cus_9", price: "price_9", status: "trialing" },
    "customer=cus_9&price=price_9&status=trialing",
  ],
  [
    "invoice",
    "invoices",
    "/v1/invoices",
    "in",
    { customer: "cus_9", subscription: "sub_9", status: "open", collection_method: "send_invoice" },
    "customer=cus_9&subscription=sub_9&status=open&collection_method=send_invoice",
  ],
  [
    "invoice_item",
    "invoice_items",
    "/v1/invoiceitems",
    "ii",
    { customer: "cus_9", invoice: "in_9", pending: false },
    "customer=cus_9&invoice=in_9&pending=false",
  ],
  [
    "product",
    "products",
    "/v1/products",
    "prod",
    { active: true, shippable: false, url: "https://example.com/shirt" },
    "active=true&shippable=false&url=https://example.com/shirt",
  ],
  [
    "price",
    "prices",
    "/v1/prices",
    "price",
    { product: "prod_9", active: true, currency: "eur", type: "recurring", lookup_keys: ["pro", "team"] },
    "product=prod_9&active=true&currency=eur&type=recurring&lookup_keys[]=pro&lookup_keys[]=team",
  ],
  [
    "checkout_session",
    "checkout_sessions",
    "/v1/checkout/sessions",
    "cs",
    { customer: "cus_9", payment_intent: "pi_9", payment_link: "plink_9", subscription: "sub_9" },
    "customer=cus_9&payment_intent=pi_9&payment_link=plink_9&subscription=sub_9",
  ],
  ["payment_link", "payment_links", "/v1/payment_links", "plink", { active: false }, "active=false"],
  ["coupon", "coupons", "/v1/coupons", "SALE", {}, ""],
  [
    "promotion_code",
    "promotion_codes",
    "/v1/promotion_codes",
    "promo",
    { code: "SPRING", coupon: "SALE_9", customer: "cus_9", active: true },
    "code=SPRING&coupon=SALE_9&customer=cus_9&active=true",
  ],
  [
    "charge",
    "charges",
    "/v1/charges",
    "ch",
    { customer: "cus_9", payment_intent: "pi_9" },
    "customer=cus_9&payment_intent=pi_9",
  ],
  [
    "refund",
    "refunds",
    "/v1/refunds",
    "re",
    { charge: "ch_9", payment_intent: "pi_9" },
    "charge=ch_9&payment_intent=pi_9",
  ],
  [
    "dispute",
    "disputes",
    "/v1/disputes",
    "dp",
    { charge: "ch_9", payment_intent: "pi_9" },
    "charge=ch_9&payment_intent=pi_9",
  ],
  [
    "payout",
    "payouts",
    "/v1/payouts",
    "po",
    { status: "paid", destination: "ba_9" },
    "status=paid&destination=ba_9",
  ],
  ["payment_intent", "payment_intents", "/v1/payment_intents", "pi", { customer: "cus_9" }, "customer=cus_9"],
  [
    "balance_transaction",
    "balance_transactions",
    "/v1/balance_transactions",
    "txn",
    { currency: "eur", payout: "po_9", source: "ch_9", type: "charge" },
    "currency=eur&payout=po_9&source=ch_9&type=charge",
  ],
  [
    "event",
    "events",
    "/v1/events",
    "evt",
    { type: "customer.*", delivery_success: false },
    "type=customer.*&delivery_success=false",
  ],
];

/** These lists have no `created`. */
const TIMELESS = ["checkout_session", "payment_link"];
/** Here callers choose the size of a page. */
const SIZED = ["customer", "payment_intent"];

function readsOf([one, many, path, letters, filters, query]: Listed): VendorCall[] {
  const [first, second] = [{ id: `${letters}_1` }, { id: `${letters}_2` }];
  const isTimeless = TIMELESS.includes(one);
  const times = isTimeless ? {} : { created_from: 1767225600, created_before: 1769904000 };
  const created = isTimeless ? "" : "&created[gte]=1767225600&created[lt]=1769904000";
  return [
    {
      action: `get_${one}`,
      input: { [one === "customer" ? one : `${one}_id`]: first.id, expand: ["customer", "invoice"] },
      sends: `GET ${path}/${first.id}?expand[]=customer&expand[]=invoice`,
      answer: first,
    },
    {
      action: `list_${many}`,
      input: { ...filters, ...times, ...(SIZED.includes(one) ? { limit: 100 } : {}) },
      pages: pagesOf(`${path}?${query}${created}`, [first, second]),
      expected: [first, second],
    },
  ];
}

const SEARCHED = [
  "customers",
  "subscriptions",
  "invoices",
  "products",
  "prices",
  "charges",
  "payment_intents",
];

const searches: VendorCall[] = SEARCHED.map((many) => ({
  action: `search_${many}`,
  input: { query: "metadata['tier']:'gold'" },
  pages: [
    {
      sends: `GET /v1/${many}/search?query=metadata['tier']:'gold'&limit=100`,
      answer: { object: "search_result", data: [{ id: "a_1" }], has_more: true, next_page: "WzE" },
    },
    {
      sends: `GET /v1/${many}/search?query=metadata['tier']:'gold'&limit=100&page=WzE`,
      answer: { object: "search_result", data: [{ id: "a_2" }], has_more: false, next_page: null },
    },
  ],
  expected: [{ id: "a_1" }, { id: "a_2" }],
}));

/** What belongs to something else: its list and its address. */
const parts: VendorCall[] = [
  {
    action: "get_payment_method",
    input: { customer: "cus_1", payment_method_id: "pm_1", expand: ["customer"] },
    sends: "GET /v1/customers/cus_1/payment_methods/pm_1?expand[]=customer",
    answer: { id: "pm_1" },
  },
  {
    action: "list_payment_methods",
    input: { customer: "cus_1", type: "card" },
    pages: pagesOf("/v1/customers/cus_1/payment_methods?type=card", [{ id: "pm_1" }, { id: "pm_2" }]),
    expected: [{ id: "pm_1" }, { id: "pm_2" }],
  },
  {
    action: "list_invoice_lines",
    input: { invoice_id: "in_1" },
    pages: pagesOf("/v1/invoices/in_1/lines", [{ id: "il_1" }, { id: "il_2" }]),
    expected: [{ id: "il_1" }, { id: "il_2" }],
  },
  {
    action: "list_checkout_session_items",
    input: { checkout_session_id: "cs_1" },
    pages: pagesOf("/v1/checkout/sessions/cs_1/line_items", [{ id: "li_1" }, { id: "li_2" }]),
    expected: [{ id: "li_1" }, { id: "li_2" }],
  },
  {
    action: "get_balance",
    input: {},
    sends: "GET /v1/balance",
    answer: { object: "balance", available: [{ amount: 990, currency: "eur" }], pending: [] },
  },
];

/** What reads. */
export const reads: readonly VendorCall[] = [...LISTED.flatMap(readsOf), ...searches, ...parts];
