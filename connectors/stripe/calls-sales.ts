import type { VendorCall } from "../mock-vendor.ts";
import { META, metadata, write } from "./calls-form.ts";

const product = {
  ...{ name: "Shirt", description: "Blue", active: true, images: ["https://example.com/1.png"] },
  ...{ url: "https://example.com/shirt", shippable: true, unit_label: "piece" },
  ...{ statement_descriptor: "SHIRT", tax_code: "txcd_1", metadata },
};
const PRODUCT =
  "name=Shirt&description=Blue&active=true&images[0]=https://example.com/1.png&url=https://example.com/shirt&" +
  `shippable=true&unit_label=piece&statement_descriptor=SHIRT&tax_code=txcd_1&${META}`;

const price = {
  ...{ nickname: "Pro", lookup_key: "pro", transfer_lookup_key: true, tax_behavior: "exclusive" },
  ...{ active: false, metadata },
};
const PRICE = `nickname=Pro&lookup_key=pro&transfer_lookup_key=true&tax_behavior=exclusive&active=false&${META}`;
const monthly = { interval: "month", interval_count: 3 };

const ofProducts: VendorCall[] = [
  write(
    "create_product",
    { ...product, default_price_data: { currency: "eur", unit_amount: 990, recurring: monthly } },
    "POST /v1/products",
    `${PRODUCT}&default_price_data[currency]=eur&default_price_data[unit_amount]=990&` +
      "default_price_data[recurring][interval]=month&default_price_data[recurring][interval_count]=3",
  ),
  write(
    "update_product",
    { ...product, product_id: "prod_1", default_price: "price_1" },
    "POST /v1/products/prod_1",
    `${PRODUCT}&default_price=price_1`,
  ),
  write(
    "create_price",
    {
      ...{ ...price, product: "prod_1", currency: "eur", unit_amount: 990 },
      recurring: { ...monthly, usage_type: "licensed" },
    },
    "POST /v1/prices",
    `${PRICE}&product=prod_1&currency=eur&unit_amount=990&recurring[interval]=month&recurring[interval_count]=3&` +
      "recurring[usage_type]=licensed",
  ),
  write("update_price", { ...price, price_id: "price_1" }, "POST /v1/prices/price_1", PRICE),
];

const custom = {
  currency: "eur",
  ...{
    unit_amount: 990,
    product_data: { name: "Gift", description: "Box", images: ["https://a.example/1"] },
  },
  recurring: monthly,
};
const CUSTOM =
  "line_items[1][price_data][currency]=eur&line_items[1][price_data][unit_amount]=990&" +
  "line_items[1][price_data][product_data][name]=Gift&line_items[1][price_data][product_data][description]=Box&" +
  "line_items[1][price_data][product_data][images][0]=https://a.example/1&" +
  "line_items[1][price_data][recurring][interval]=month&line_items[1][price_data][recurring][interval_count]=3";

const checkout = write(
  "create_checkout_session",
  {
    ...{ mode: "subscription", success_url: "https://a.example/{CHECKOUT_SESSION_ID}" },
    line_items: [
      { price: "price_1", quantity: 2 },
      { price_data: custom, quantity: 1 },
      { price_data: { currency: "eur", unit_amount: 5, product: "prod_1" }, quantity: 1 },
    ],
    ...{ cancel_url: "https://a.example/cart", customer: "cus_1", customer_email: "ann@example.com" },
    ...{ client_reference_id: "7", currency: "eur", allow_promotion_codes: true, expires_at: 1790000000 },
    ...{ discounts: [{ coupon: "SALE_1", promotion_code: "promo_1" }], locale: "de" },
    ...{ payment_method_types: ["card", "sepa_debit"], billing_address_collection: "required" },
    ...{ customer_creation: "always", phone_number_collection: { enabled: true } },
    ...{ automatic_tax: { enabled: false }, metadata },
    payment_intent_data: {
      ...{ description: "Order", capture_method: "manual", setup_future_usage: "off_session" },
      ...{ receipt_email: "ann@example.com", metadata },
    },
    subscription_data: { description: "Team", trial_period_days: 14, metadata },
  },
  "POST /v1/checkout/sessions",
  "mode=subscription&success_url=https://a.example/{CHECKOUT_SESSION_ID}&line_items[0][price]=price_1&" +
    `line_items[0][quantity]=2&${CUSTOM}&line_items[1][quantity]=1&line_items[2][price_data][currency]=eur&` +
    "line_items[2][price_data][unit_amount]=5&line_items[2][price_data][product]=prod_1&line_items[2][quantity]=1&" +
    "cancel_url=https://a.example/cart&customer=cus_1&customer_email=ann@example.com&client_reference_id=7&" +
    "currency=eur&allow_promotion_codes=true&expires_at=1790000000&discounts[0][coupon]=SALE_1&" +
    "discounts[0][promotion_code]=promo_1&locale=de&payment_method_types[0]=card&" +
    "payment_method_types[1]=sepa_debit&billing_address_collection=required&customer_creation=always&" +
    `phone_number_collection[enabled]=true&automatic_tax[enabled]=false&${META}&` +
    "payment_intent_data[description]=Order&payment_intent_data[capture_method]=manual&" +
    "payment_intent_data[setup_future_usage]=off_session&payment_intent_data[receipt_email]=ann@example.com&" +
    "payment_intent_data[metadata][tier]=gold&payment_intent_data[metadata][2]=b&" +
    "subscription_data[description]=Team&subscription_data[trial_period_days]=14&" +
    "subscription_data[metadata][tier]=gold&subscription_data[metadata][2]=b",
);

const expiry = write(
  "expire_checkout_session",
  { checkout_session_id: "cs_1" },
  "POST /v1/checkout/sessions/cs_1/expire",
);

const link = {
  after_completion: {
    ...{ type: "redirect", redirect: { url: "https://a.example/done" } },
    hosted_confirmation: { custom_message: "Thanks" },
  },
  ...{ allow_promotion_codes: true, billing_address_collection: "auto", customer_creation: "if_required" },
  shipping_address_collection: { allowed_countries: ["DE", "AT"] },
  ...{ automatic_tax: { enabled: true }, payment_method_types: ["card"], metadata },
};
const LINK =
  "after_completion[type]=redirect&after_completion[redirect][url]=https://a.example/done&" +
  "after_completion[hosted_confirmation][custom_message]=Thanks&allow_promotion_codes=true&" +
  "billing_address_collection=auto&customer_creation=if_required&" +
  "shipping_address_collection[allowed_countries][0]=DE&shipping_address_collection[allowed_countries][1]=AT&" +
  `automatic_tax[enabled]=true&payment_method_types[0]=card&${META}`;
const adjustable = { enabled: true, minimum: 1, maximum: 9 };
const ADJUSTABLE =
  "line_items[0][adjustable_quantity][enabled]=true&line_items[0][adjustable_quantity][minimum]=1&" +
  "line_items[0][adjustable_quantity][maximum]=9";

const ofLinks: VendorCall[] = [
  write(
    "create_payment_link",
    {
      ...{ ...link, line_items: [{ price: "price_1", quantity: 2, adjustable_quantity: adjustable }] },
      phone_number_collection: { enabled: true },
      subscription_data: { description: "Team", trial_period_days: 14 },
    },
    "POST /v1/payment_links",
    `${LINK}&line_items[0][price]=price_1&line_items[0][quantity]=2&${ADJUSTABLE}&` +
      "phone_number_collection[enabled]=true&subscription_data[description]=Team&" +
      "subscription_data[trial_period_days]=14",
  ),
  write(
    "update_payment_link",
    {
      ...{ ...link, payment_link_id: "plink_1", active: false },
      line_items: [{ id: "li_1", quantity: 3, adjustable_quantity: adjustable }],
    },
    "POST /v1/payment_links/plink_1",
    `${LINK}&active=false&line_items[0][id]=li_1&line_items[0][quantity]=3&${ADJUSTABLE}`,
  ),
];

const ofCoupons: VendorCall[] = [
  write(
    "create_coupon",
    {
      ...{ id: "SALE_1", name: "Spring", percent_off: 12.5, amount_off: 100, currency: "eur" },
      ...{ duration: "repeating", duration_in_months: 3, max_redemptions: 9, redeem_by: 1790000000 },
      ...{ applies_to: { products: ["prod_1", "prod_2"] }, metadata },
    },
    "POST /v1/coupons",
    "id=SALE_1&name=Spring&percent_off=12.5&amount_off=100&currency=eur&duration=repeating&duration_in_months=3&" +
      "max_redemptions=9&redeem_by=1790000000&applies_to[products][0]=prod_1&applies_to[products][1]=prod_2&" +
      META,
  ),
  write(
    "update_coupon",
    { coupon_id: "SALE_1", name: "Summer", metadata },
    "POST /v1/coupons/SALE_1",
    `name=Summer&${META}`,
  ),
  write(
    "create_promotion_code",
    {
      ...{ coupon: "SALE_1", code: "SPRING", customer: "cus_1", active: true, expires_at: 1790000000 },
      ...{ max_redemptions: 9, metadata },
      restrictions: { first_time_transaction: true, minimum_amount: 500, minimum_amount_currency: "eur" },
    },
    "POST /v1/promotion_codes",
    "coupon=SALE_1&code=SPRING&customer=cus_1&active=true&expires_at=1790000000&max_redemptions=9&" +
      "restrictions[first_time_transaction]=true&restrictions[minimum_amount]=500&" +
      `restrictions[minimum_amount_currency]=eur&${META}`,
  ),
  write(
    "update_promotion_code",
    { promotion_code_id: "promo_1", active: false, metadata },
    "POST /v1/promotion_codes/promo_1",
    `active=false&${META}`,
  ),
];

const DELETED = [
  ["customer", "customer", "/v1/customers/cus_1"],
  ["invoice", "invoice_id", "/v1/invoices/in_1"],
  ["invoice_item", "invoice_item_id", "/v1/invoiceitems/ii_1"],
  ["product", "product_id", "/v1/products/prod_1"],
  ["coupon", "coupon_id", "/v1/coupons/SALE_1"],
] as const;

const deletions: VendorCall[] = DELETED.map(([one, input, path]) => ({
  action: `delete_${one}`,
  input: { [input]: path.slice(path.lastIndexOf("/") + 1) },
  sends: `DELETE ${path}`,
  answer: { deleted: true, object: one },
  expected: { deleted: true },
}));

/** What changes products, checkouts and discounts, and what deletes. */
export const sales: readonly VendorCall[] = [
  ...ofProducts,
  checkout,
  expiry,
  ...ofLinks,
  ...ofCoupons,
  ...deletions,
];
