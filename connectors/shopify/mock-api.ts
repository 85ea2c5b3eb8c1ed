import { answerFrom, type MockRoutes, wholeNumber } from "../mock-routes.ts";
import { isObject, jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// shopify.dev/docs/api/admin-rest: addresses hold the version and end in .json, bodies wrap their record; a page is
// followed by a Link header whose page_info goes with limit and fields only; refusals are {errors: text | {field: [text]}}.
/** The tokens that the mock knows. */
export const TOKENS = { keybased: "shpat_good00000000000000", oauth2: "shpua_good00000000000000" };
const BASE = "/admin/api/2026-01";

type Thing = Record<string, unknown> & { id: number };

interface Shop {
  orders: Thing[];
  customers: Thing[];
  products: Thing[];
}

const ok = (body: unknown, status = 200): MockAnswer => ({ status, body });
const failed = (status: number, errors: unknown): MockAnswer => ({ status, body: { errors } });

function record(request: MockRequest, name: string): Record<string, unknown> | undefined {
  const value = jsonBody(request)?.[name];
  return isObject(value) ? value : undefined;
}

const NO_RECORD = (name: string) => failed(400, { [name]: "Required parameter missing or invalid" });

/** A list and, in a Link header, where it goes on; the position is kept in `page_info` with all filters. */
function page(name: string, items: readonly Thing[], request: MockRequest): MockAnswer {
  const limit = wholeNumber(request.query.get("limit"), { fallback: 50, min: 1, max: 250 });
  if (limit === undefined) return failed(400, { limit: "must be between 1 and 250" });
  const token = request.query.get("page_info");
  if (
    token !== null &&
    [...request.query.keys()].some((key) => !["limit", "fields", "page_info"].includes(key))
  ) {
    return failed(400, { page_info: "Invalid value." });
  }
  const held = token === null ? items.map(({ id }) => id) : decode(token);
  if (held === undefined) return failed(400, { page_info: "Invalid value." });
  const rest = held.slice(limit);
  const next = `https://my-shop.myshopify.com${request.path}?limit=${limit}&page_info=${encode(rest)}`;
  const headers = rest.length === 0 ? undefined : { link: `<${next}>; rel="next"` };
  const shown = held.slice(0, limit).flatMap((id) => items.find((item) => item.id === id) ?? []);
  return { status: 200, headers, body: { [name]: shown } };
}

const encode = (ids: readonly number[]): string => Buffer.from(ids.join(",")).toString("base64url");

function decode(token: string): number[] | undefined {
  const ids = Buffer.from(token, "base64url").toString().split(",").map(Number);
  return ids.every((id) => id > 0) ? ids : undefined;
}

function listOrders({ orders }: Shop, request: MockRequest): MockAnswer {
  const { query } = request;
  // With page_info the filters of the first page hold, and the token lists what they left.
  if (query.has("page_info")) return page("orders", orders, request);
  const status = query.get("status") ?? "open";
  if (!["open", "closed", "cancelled", "any"].includes(status))
    return failed(400, { status: "Invalid value." });
  const since = query.get("since_id");
  const found = orders.filter(
    (order) =>
      (status === "any" || order.status === status) &&
      [null, "any", order.financial_status].includes(query.get("financial_status")) &&
      [null, "any", order.fulfillment_status].includes(query.get("fulfillment_status")) &&
      String(order.created_at) >= (query.get("created_at_min") ?? "") &&
      order.id > Number(since ?? 0),
  );
  return page("orders", since === null ? found.reverse() : found, request);
}

function create(
  shop: Shop,
  kind: "customers" | "products",
  name: string,
): (request: MockRequest) => MockAnswer {
  return (request) => {
    const values = record(request, name);
    if (values === undefined) return NO_RECORD(name);
    if (kind === "products" && !values.title) return failed(422, { title: ["can't be blank"] });
    if (kind === "customers" && !values.email && !values.phone && !values.first_name && !values.last_name) {
      return failed(422, { customer: ["must have a name, phone number or email address"] });
    }
    if (shop[kind].some((one) => values.email && one.email === values.email)) {
      return failed(422, { email: ["has already been taken"] });
    }
    const id = 7000 + shop[kind].length + 1;
    const variants = Array.isArray(values.variants) ? values.variants : [{}];
    const more =
      kind === "products" ? { variants: variants.map((one, i) => ({ ...one, id: id * 10 + i })) } : {};
    shop[kind].push({ ...values, ...more, id });
    return ok({ [name]: shop[kind].at(-1) }, 201);
  };
}

function orderRoutes(shop: Shop): MockRoutes {
  const withOrder = (id: string, answer: (order: Thing) => MockAnswer) => {
    const order = shop.orders.find((one) => one.id === Number(id));
    return order === undefined ? failed(404, "Not Found") : answer(order);
  };
  return {
    [`GET ${BASE}/orders.json`]: (request) => listOrders(shop, request),
    [`GET ${BASE}/orders/*.json`]: (_, [id = ""]) => withOrder(id, (order) => ok({ order })),
    [`POST ${BASE}/orders/*/cancel.json`]: (request, [id = ""]) =>
      withOrder(id, (order) => {
        if (order.status === "cancelled") return failed(422, "Order has already been cancelled");
        const { reason = "other", email = false, restock = false } = jsonBody(request) ?? {};
        const notified = { cancel_reason: reason, mailed: email, restocked: restock };
        Object.assign(order, { status: "cancelled", cancelled_at: "2026-03-09T10:00:00Z", ...notified });
        return ok({ order });
      }),
  };
}

/** An order as a customer of the shop would place it; the mock has no address for that. */
export interface ShopifyMock extends Mock {
  place(name: string): void;
}

function goodsRoutes(shop: Shop): MockRoutes {
  return {
    [`GET ${BASE}/customers/search.json`]: (request) => {
      const [, email] = /^email:(.*)$/.exec(request.query.get("query") ?? "") ?? [];
      const found = shop.customers.filter(
        (one) => request.query.has("page_info") || String(one.email).startsWith(email ?? "?"),
      );
      return page("customers", found, request);
    },
    [`POST ${BASE}/customers.json`]: create(shop, "customers", "customer"),
    [`POST ${BASE}/products.json`]: create(shop, "products", "product"),
    [`PUT ${BASE}/products/*.json`]: (request, [id = ""]) => {
      const product = shop.products.find((one) => one.id === Number(id));
      if (product === undefined) return failed(404, "Not Found");
      const values = record(request, "product");
      return values === undefined ? NO_RECORD("product") : ok({ product: Object.assign(product, values) });
    },
    [`POST ${BASE}/inventory_levels/set.json`]: (request) => {
      const { location_id, inventory_item_id, available } = jsonBody(request) ?? {};
      if (location_id !== 655441491 || inventory_item_id !== 808950810) return failed(404, "Not Found");
      if (!Number.isInteger(available)) return NO_RECORD("available");
      return ok({ inventory_level: { location_id, inventory_item_id, available } });
    },
  };
}

function placeOrder({ orders }: Shop, name: string): void {
  const n = orders.length + 1;
  const financial_status = n === 2 ? "pending" : "paid";
  const fulfillment_status = n === 3 ? "shipped" : "unshipped";
  const created_at = `2026-03-0${n}T10:00:00Z`;
  const id = 450789460 + n;
  orders.push({
    id,
    name,
    status: "open",
    created_at,
    total_price: "19.99",
    financial_status,
    fulfillment_status,
  });
}

/** A shop with three orders and one location. */
export function createShopify(): ShopifyMock {
  const shop: Shop = { orders: [], customers: [], products: [] };
  for (const name of ["#1001", "#1002", "#1003"]) placeOrder(shop, name);
  const routes: MockRoutes = {
    [`GET ${BASE}/shop.json`]: () =>
      ok({ shop: { name: "My shop", myshopify_domain: "my-shop.myshopify.com" } }),
    [`GET ${BASE}/locations.json`]: () => ok({ locations: [{ id: 655441491, name: "Berlin" }] }),
    ...orderRoutes(shop),
    ...goodsRoutes(shop),
  };
  for (const n of [1, 2, 3]) shop.customers.push({ id: 100 + n, email: `seed${n}@example.com` });
  return {
    place: (name) => placeOrder(shop, name),
    limited: () => ({
      status: 429,
      headers: { "retry-after": "2.0" },
      body: {
        errors:
          "Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.",
      },
    }),
    answer: (request) => {
      if (!Object.values(TOKENS).includes(request.headers["x-shopify-access-token"] ?? "")) {
        return failed(401, "[API] Invalid API key or access token (unrecognized login or wrong password)");
      }
      return answerFrom(routes, request, failed(404, "Not Found"));
    },
  };
}
