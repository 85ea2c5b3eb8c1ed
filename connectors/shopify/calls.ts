import type { VendorCall } from "../mock-vendor.ts";
import { choices, gone, list, one, plain, poll } from "./call-forms.ts";
import { salesCalls } from "./sales-calls.ts";

const P = { product_id: 632910392 };
const PRODUCT = "/products/632910392";
const product = {
  ...{ title: "Mug", body_html: "<b>Blue</b>", vendor: "Acme", product_type: "Kitchen", tags: "new" },
  ...{ status: "draft", published: false, images: [{ src: "https://example.com/mug.png", alt: "A mug" }] },
  options: [{ name: "Size", values: ["S", "M"] }],
  ...{ metafields_global_title_tag: "Mug | Shop", metafields_global_description_tag: "The best mug" },
};
const titles: readonly [object, string][] = [
  [{ title: "Mug" }, "Mug"],
  [{ title: "Cup" }, "Cup"],
];

const products: VendorCall[] = [
  one("create_product", { ...product, price: "9.50", sku: "M-1" }, [
    "POST /products.json",
    "product",
    { product: { ...product, variants: [{ price: "9.50", sku: "M-1" }] } },
  ]),
  one("get_product", P, [`GET ${PRODUCT}.json`, "product"]),
  list(
    "list_products",
    {
      ...{ title: "Mug", vendor: "Acme", product_type: "Kitchen", handle: "mug", status: "active" },
      ...{ collection_id: 841564295, created_at_min: "2026-01-01", updated_at_min: "2026-01-02" },
      ...{ published_status: "any", limit: 50 },
    },
    "/products.json?title=Mug&vendor=Acme&product_type=Kitchen&handle=mug&status=active&collection_id=841564295&created_at_min=2026-01-01&updated_at_min=2026-01-02&published_status=any&limit=50",
    "products",
  ),
  one("update_product", { ...P, ...product }, [`PUT ${PRODUCT}.json`, "product", { product }]),
  gone("delete_product", P, `${PRODUCT}.json`),
  plain(
    "count_products",
    { vendor: "Acme", product_type: "Kitchen", collection_id: 841564295 },
    "GET /products/count.json?vendor=Acme&product_type=Kitchen&collection_id=841564295",
    { count: 3 },
  ),
  choices("products", [{}, "/products.json?limit=250", "products"], titles),
  poll(["new_product", {}], ["/products.json?limit=250", "products", "created_at_min"]),
  poll(["product_changed", {}], ["/products.json?limit=250", "products", "updated_at_min"]),
];

const variant = {
  ...{ option1: "Yellow", option2: "S", option3: "Cotton", price: "1.00", compare_at_price: "2.00" },
  ...{ sku: "M-1", barcode: "4006381333931", inventory_policy: "deny", inventory_management: "shopify" },
  ...{ requires_shipping: true, taxable: false, weight: 1.5, weight_unit: "kg", image_id: 850703190 },
};
const V = { ...P, variant_id: 808950810 };
const image = {
  ...{ src: "https://example.com/mug.png", attachment: "R0lGODlh", filename: "mug.gif" },
  ...{ alt: "A mug", position: 1, variant_ids: [808950810] },
};
const { src: _src, attachment: _attachment, filename: _filename, ...imageChange } = image;
const I = { ...P, image_id: 850703190 };

const variants: VendorCall[] = [
  one("create_variant", { ...P, ...variant }, [`POST ${PRODUCT}/variants.json`, "variant", { variant }]),
  one("get_variant", V, ["GET /variants/808950810.json", "variant"]),
  list("list_variants", { ...P, limit: 50 }, `${PRODUCT}/variants.json?limit=50`, "variants"),
  one("update_variant", { ...V, ...variant }, ["PUT /variants/808950810.json", "variant", { variant }]),
  gone("delete_variant", V, `${PRODUCT}/variants/808950810.json`),
  choices(
    "variants",
    [P, `${PRODUCT}/variants.json?limit=250`, "variants"],
    [
      [{ title: "Blue", sku: "M-1" }, "Blue M-1"],
      [{ title: "Red", sku: "M-2" }, "Red M-2"],
    ],
  ),
  one("create_image", { ...P, ...image }, [`POST ${PRODUCT}/images.json`, "image", { image }]),
  list("list_product_images", P, `${PRODUCT}/images.json`, "images"),
  one("update_image", { ...I, ...imageChange }, [
    `PUT ${PRODUCT}/images/850703190.json`,
    "image",
    { image: imageChange },
  ]),
  gone("delete_image", I, `${PRODUCT}/images/850703190.json`),
  {
    list: "images",
    input: P,
    pages: [
      {
        sends: `GET /admin/api/2026-01${PRODUCT}/images.json`,
        answer: { images: [{ id: 850703190, position: 1, alt: "A mug" }] },
      },
    ],
    expected: [{ name: "1 A mug", value: 850703190 }],
  },
];

const custom_collection = {
  ...{ title: "Mugs", body_html: "<p>All mugs</p>", published: true, sort_order: "manual" },
  image: { src: "https://example.com/mugs.png", alt: "Mugs" },
};
const smart_collection = {
  ...{ title: "Mugs", body_html: "<p>All mugs</p>", published: true, sort_order: "best-selling" },
  ...{ rules: [{ column: "vendor", relation: "equals", condition: "Acme" }], disjunctive: false },
};
const C = { custom_collection_id: 841564295 };
const S = { smart_collection_id: 482865238 };

const collections: VendorCall[] = [
  one("create_custom_collection", custom_collection, [
    "POST /custom_collections.json",
    "custom_collection",
    { custom_collection },
  ]),
  one("get_custom_collection", C, ["GET /custom_collections/841564295.json", "custom_collection"]),
  list(
    "list_custom_collections",
    { title: "Mugs", ...P, limit: 50 },
    "/custom_collections.json?title=Mugs&product_id=632910392&limit=50",
    "custom_collections",
  ),
  one("update_custom_collection", { ...C, ...custom_collection }, [
    "PUT /custom_collections/841564295.json",
    "custom_collection",
    { custom_collection },
  ]),
  gone("delete_custom_collection", C, "/custom_collections/841564295.json"),
  one("add_product_to_collection", { ...C, ...P }, [
    "POST /collects.json",
    "collect",
    { collect: { collection_id: 841564295, product_id: 632910392 } },
  ]),
  list(
    "list_collection_entries",
    { collection_id: 841564295, ...P, limit: 50 },
    "/collects.json?collection_id=841564295&product_id=632910392&limit=50",
    "collects",
  ),
  gone("remove_product_from_collection", { entry_id: 455204334 }, "/collects/455204334.json", {
    removed: true,
  }),
  list(
    "list_products_of_collection",
    { collection_id: 841564295, limit: 50 },
    "/collections/841564295/products.json?limit=50",
    "products",
  ),
  choices("custom_collections", [{}, "/custom_collections.json?limit=250", "custom_collections"], titles),
  one("create_smart_collection", smart_collection, [
    "POST /smart_collections.json",
    "smart_collection",
    { smart_collection },
  ]),
  one("get_smart_collection", S, ["GET /smart_collections/482865238.json", "smart_collection"]),
  list(
    "list_smart_collections",
    { title: "Mugs", ...P, limit: 50 },
    "/smart_collections.json?title=Mugs&product_id=632910392&limit=50",
    "smart_collections",
  ),
  one("update_smart_collection", { ...S, ...smart_collection }, [
    "PUT /smart_collections/482865238.json",
    "smart_collection",
    { smart_collection },
  ]),
  gone("delete_smart_collection", S, "/smart_collections/482865238.json"),
  choices("smart_collections", [{}, "/smart_collections.json?limit=250", "smart_collections"], titles),
];

const owner = { resource: "orders", owner_id: 450789469 };
const M = { ...owner, metafield_id: 915396092 };
const METAFIELDS = "/orders/450789469/metafields";
const metafield = {
  ...{ namespace: "my_fields", key: "purchase_order", value: "123", type: "single_line_text_field" },
};
const changed = { value: "124", type: "single_line_text_field" };

const metafields: VendorCall[] = [
  one("create_metafield", { ...owner, ...metafield }, [
    `POST ${METAFIELDS}.json`,
    "metafield",
    { metafield },
  ]),
  one("get_metafield", M, [`GET ${METAFIELDS}/915396092.json`, "metafield"]),
  list(
    "list_metafields",
    { ...owner, namespace: "my_fields", key: "purchase_order", limit: 50 },
    `${METAFIELDS}.json?namespace=my_fields&key=purchase_order&limit=50`,
    "metafields",
  ),
  one("update_metafield", { ...M, ...changed }, [
    `PUT ${METAFIELDS}/915396092.json`,
    "metafield",
    { metafield: changed },
  ]),
  gone("delete_metafield", M, `${METAFIELDS}/915396092.json`),
  choices(
    "metafields",
    [owner, `${METAFIELDS}.json?limit=250`, "metafields"],
    [
      [{ namespace: "my_fields", key: "a" }, "my_fields.a"],
      [{ namespace: "my_fields", key: "b" }, "my_fields.b"],
    ],
  ),
];

const price_rule = {
  ...{ title: "SUMMERSALE", value_type: "fixed_amount", value: "-10.0", target_type: "line_item" },
  ...{ target_selection: "entitled", allocation_method: "across", customer_selection: "prerequisite" },
  ...{ starts_at: "2026-06-01T00:00:00Z", ends_at: "2026-09-01T00:00:00Z", usage_limit: 20 },
  ...{ once_per_customer: true, entitled_product_ids: [921728736], entitled_collection_ids: [841564295] },
  prerequisite_customer_ids: [207119551],
  prerequisite_subtotal_range: { greater_than_or_equal_to: "50.0" },
};
const R = { price_rule_id: 507328175 };
const RULE = "/price_rules/507328175";
const D = { ...R, discount_code_id: 507328176 };
const codes = [{ code: "SUMMER1" }, { code: "SUMMER2" }];

const discounts: VendorCall[] = [
  one("create_price_rule", price_rule, ["POST /price_rules.json", "price_rule", { price_rule }]),
  one("get_price_rule", R, [`GET ${RULE}.json`, "price_rule"]),
  list(
    "list_discounts",
    { starts_at_min: "2026-01-01", ends_at_max: "2026-12-31", limit: 50 },
    "/price_rules.json?starts_at_min=2026-01-01&ends_at_max=2026-12-31&limit=50",
    "price_rules",
  ),
  one("update_price_rule", { ...R, ...price_rule }, [`PUT ${RULE}.json`, "price_rule", { price_rule }]),
  gone("delete_price_rule", R, `${RULE}.json`),
  choices("discounts", [{}, "/price_rules.json?limit=250", "price_rules"], titles),
  one("create_discount_code", { ...R, code: "SUMMER" }, [
    `POST ${RULE}/discount_codes.json`,
    "discount_code",
    { discount_code: { code: "SUMMER" } },
  ]),
  one("get_discount_code", D, [`GET ${RULE}/discount_codes/507328176.json`, "discount_code"]),
  list("list_discount_codes", R, `${RULE}/discount_codes.json`, "discount_codes"),
  one("update_discount_code", { ...D, code: "WINTER" }, [
    `PUT ${RULE}/discount_codes/507328176.json`,
    "discount_code",
    { discount_code: { code: "WINTER" } },
  ]),
  gone("delete_discount_code", D, `${RULE}/discount_codes/507328176.json`),
  one("create_discount_codes", { ...R, codes }, [
    `POST ${RULE}/batch.json`,
    "discount_code_creation",
    { discount_codes: codes },
  ]),
  choices(
    "discount_codes",
    [R, `${RULE}/discount_codes.json`, "discount_codes"],
    [
      [{ code: "SUMMER1" }, "SUMMER1"],
      [{ code: "SUMMER2" }, "SUMMER2"],
    ],
  ),
];

const item = {
  ...{ sku: "M-1", cost: "25.00", tracked: true },
  ...{ country_code_of_origin: "DE", harmonized_system_code: "691110" },
};
const N = { inventory_item_id: 808950810 };
const L = { location_id: 655441491 };
const stocked = { ...L, ...N };

const stock: VendorCall[] = [
  one("get_inventory_item", N, ["GET /inventory_items/808950810.json", "inventory_item"]),
  list(
    "list_inventory_items",
    { ids: [808950810, 39072856], limit: 50 },
    "/inventory_items.json?ids=808950810,39072856&limit=50",
    "inventory_items",
  ),
  one("update_inventory_item", { ...N, ...item }, [
    "PUT /inventory_items/808950810.json",
    "inventory_item",
    { inventory_item: item },
  ]),
  list(
    "list_stock_levels",
    {
      ...{ inventory_item_ids: [808950810, 39072856], location_ids: [655441491, 487838322] },
      ...{ updated_at_min: "2026-01-01", limit: 50 },
    },
    "/inventory_levels.json?inventory_item_ids=808950810,39072856&location_ids=655441491,487838322&updated_at_min=2026-01-01&limit=50",
    "inventory_levels",
  ),
  one("adjust_stock", { ...stocked, available_adjustment: -2 }, [
    "POST /inventory_levels/adjust.json",
    "inventory_level",
    { ...stocked, available_adjustment: -2 },
  ]),
  one("connect_inventory_item", stocked, ["POST /inventory_levels/connect.json", "inventory_level", stocked]),
  gone(
    "disconnect_inventory_item",
    stocked,
    "/inventory_levels.json?location_id=655441491&inventory_item_id=808950810",
  ),
  one("get_location", L, ["GET /locations/655441491.json", "location"]),
  one("list_locations", {}, ["GET /locations.json", "locations"]),
  one("get_shop", {}, ["GET /shop.json", "shop"]),
];

/** What Shopify documents beyond the cases with the mock. */
export const calls: readonly VendorCall[] = [
  ...[...salesCalls, ...products, ...variants, ...collections, ...metafields, ...discounts, ...stock],
];
