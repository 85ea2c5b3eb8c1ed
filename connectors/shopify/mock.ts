import { refused, standardGrant } from "../mock-oauth.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { createShopify, type ShopifyMock, TOKENS } from "./mock-api.ts";

/** Shopify's Admin REST API, as documented at shopify.dev. */
export const vendor: MockVendor = {
  hosts: ["my-shop.myshopify.com"],
  settings: { shop: "my-shop" },
  credentials: {
    keybased: { good: { access_token: TOKENS.keybased }, bad: { access_token: "shpat_bad000000000000000" } },
    oauth2: { good: { access_token: TOKENS.oauth2 }, bad: { access_token: "shpua_bad000000000000000" } },
  },
  // Public apps must ask for tokens that end, when the code is traded.
  oauth: {
    authorize: "https://my-shop.myshopify.com/admin/oauth/authorize",
    token: "https://my-shop.myshopify.com/admin/oauth/access_token",
    scopes: {
      needed: [
        ...["orders", "products", "customers", "inventory"].flatMap((what) => [
          `read_${what}`,
          `write_${what}`,
        ]),
        "read_locations",
        ...["draft_orders", "price_rules", "merchant_managed_fulfillment_orders"].flatMap((what) => [
          `read_${what}`,
          `write_${what}`,
        ]),
      ],
      separator: ",",
    },
    tokenAsks: { expiring: "1" },
    pkce: false,
    clientAuth: ["post"],
    ...standardGrant(3600, { scope: "write_orders", refresh_token_expires_in: 7_776_000 }),
    codeRefused: refused("invalid_request"),
    refreshRefused: refused("invalid_request", 401, "This request requires an active refresh_token"),
  },
  parameters: {
    "GET /admin/api/2026-01/shop.json": ["fields"],
    "GET /admin/api/2026-01/orders.json": [
      "status",
      "financial_status",
      "fulfillment_status",
      "created_at_min",
      "limit",
      "since_id",
      "page_info",
    ],
    "POST /admin/api/2026-01/orders/*/cancel.json": ["reason", "email", "restock", "amount", "currency"],
    "GET /admin/api/2026-01/customers/search.json": ["query", "limit", "fields", "order", "page_info"],
    "POST /admin/api/2026-01/customers.json": ["customer"],
    "POST /admin/api/2026-01/products.json": ["product"],
    "PUT /admin/api/2026-01/products/*.json": ["product"],
    "POST /admin/api/2026-01/inventory_levels/set.json": ["location_id", "inventory_item_id", "available"],
  },
  account: "my-shop.myshopify.com",
  retryAfterMs: 2000,
  create: createShopify,
  calls,
  answers: [
    {
      answer: {
        status: 403,
        body: { errors: "[API] This action requires merchant approval for read_orders scope." },
      },
      code: "auth",
    },
    { answer: { status: 402, body: { errors: "Unavailable Shop" } }, code: "input" },
  ],
  cases: [
    {
      action: "list_orders",
      input: {
        status: "open",
        financial_status: "paid",
        fulfillment_status: "shipped",
        created_at_min: "2026-03-02T00:00:00Z",
        limit: 5,
      },
      expected: { items: [{ name: "#1003" }] },
    },
    { action: "get_order", input: { order_id: 450789461 }, expected: { name: "#1001" } },
    {
      action: "cancel_order",
      input: { order_id: 450789461, reason: "customer", email: true, restock: true },
      expected: {
        id: 450789461,
        cancelled_at: "2026-03-09T10:00:00Z",
        cancel_reason: "customer",
        mailed: true,
        restocked: true,
      },
    },
    {
      action: "create_customer",
      input: {
        email: "kim@example.com",
        first_name: "Kim",
        last_name: "Müller",
        phone: "+49301",
        tags: "vip",
        note: "Nice",
      },
      expected: {
        email: "kim@example.com",
        first_name: "Kim",
        last_name: "Müller",
        phone: "+49301",
        tags: "vip",
        note: "Nice",
      },
    },
    {
      action: "search_customers",
      input: { query: "email:kim@example.com", limit: 5 },
      expected: { items: [{ email: "kim@example.com" }] },
    },
    {
      action: "create_product",
      input: {
        title: "Mug",
        body_html: "<b>Blue</b>",
        vendor: "Acme",
        product_type: "Kitchen",
        tags: "new",
        status: "draft",
        price: "9.50",
        sku: "M-1",
      },
      expected: {
        id: 7001,
        title: "Mug",
        body_html: "<b>Blue</b>",
        vendor: "Acme",
        product_type: "Kitchen",
        tags: "new",
        status: "draft",
        variants: [{ price: "9.50", sku: "M-1" }],
      },
    },
    {
      action: "update_product",
      input: { product_id: 7001, title: "Big mug", body_html: "Red", tags: "old", status: "active" },
      expected: { id: 7001, title: "Big mug", body_html: "Red", tags: "old", status: "active" },
    },
    {
      action: "set_stock",
      input: { location_id: 655441491, inventory_item_id: 808950810, available: 42 },
      expected: { inventory_item_id: 808950810, available: 42 },
    },
  ],
  paging: [
    {
      action: "list_orders",
      input: { status: "any", limit: 2 },
      pages: 2,
      items: ["#1003", "#1002", "#1001"].map((name) => ({ name })),
    },
    {
      action: "search_customers",
      input: { query: "email:seed", limit: 1 },
      pages: 3,
      items: [101, 102, 103].map((id) => ({ id })),
    },
  ],
  options: [{ list: "locations", expected: [{ name: "Berlin", value: 655441491 }] }],
  triggers: [
    {
      trigger: "new_order",
      kind: "poll",
      input: {},
      happen: (mock) => {
        const shop = mock as ShopifyMock; // made by createShopify
        shop.place("#1004");
        shop.place("#1005");
      },
      expected: [{ name: "#1004" }, { name: "#1005" }],
    },
  ],
  refusals: [
    { action: "get_order", input: { order_id: 1 }, code: "input", message: /404: Not Found/ },
    {
      action: "cancel_order",
      input: { order_id: 450789461 },
      code: "input",
      message: /already been cancelled/,
    },
    { action: "create_customer", input: { note: "x" }, code: "input", message: /must have a name/ },
    {
      action: "create_customer",
      input: { email: "kim@example.com" },
      code: "input",
      message: /already been taken/,
    },
  ],
};
