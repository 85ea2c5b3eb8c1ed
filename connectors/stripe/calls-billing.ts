import type { VendorCall } from "../mock-vendor.ts";
import { META, metadata, write } from "./calls-form.ts";

const address = { line1: "Way 1", line2: "Floor 2", postal_code: "10115", city: "Berlin", country: "DE" };
const lines = (name: string) =>
  `${name}[line1]=Way 1&${name}[line2]=Floor 2&${name}[postal_code]=10115&${name}[city]=Berlin&${name}[country]=DE`;

const customer = {
  ...{ email: "ann@example.com", name: "Ann", description: "Since 2020", phone: "+49 30 1", address },
  shipping: { name: "Ann", phone: "+49 30 2", address },
  ...{ preferred_locales: ["de", "en"], tax_exempt: "reverse", balance: -500, metadata },
  invoice_settings: {
    ...{ default_payment_method: "pm_2", footer: "Thanks" },
    custom_fields: [{ name: "PO", value: "7" }],
  },
};
const CUSTOMER =
  `email=ann@example.com&name=Ann&description=Since 2020&phone=%2B49 30 1&${lines("address")}&shipping[name]=Ann&` +
  `shipping[phone]=%2B49 30 2&${lines("shipping[address]")}&preferred_locales[0]=de&preferred_locales[1]=en&` +
  "tax_exempt=reverse&balance=-500&invoice_settings[default_payment_method]=pm_2&" +
  "invoice_settings[footer]=Thanks&invoice_settings[custom_fields][0][name]=PO&" +
  `invoice_settings[custom_fields][0][value]=7&${META}`;

const ofCustomers: VendorCall[] = [
  write(
    "create_customer",
    { ...customer, tax_id_data: [{ type: "eu_vat", value: "DE1" }], payment_method: "pm_1" },
    "POST /v1/customers",
    `${CUSTOMER}&tax_id_data[0][type]=eu_vat&tax_id_data[0][value]=DE1&payment_method=pm_1`,
  ),
  write("update_customer", { ...customer, customer: "cus_1" }, "POST /v1/customers/cus_1", CUSTOMER),
  write(
    "create_portal_session",
    { customer: "cus_1", return_url: "https://example.com/account" },
    "POST /v1/billing_portal/sessions",
    "customer=cus_1&return_url=https://example.com/account",
  ),
];

const taxed = { automatic_tax: { enabled: true } };

const subscription = {
  ...{ description: "Team", collection_method: "send_invoice", days_until_due: 14, coupon: "SALE_1" },
  ...{ default_payment_method: "pm_1", promotion_code: "promo_1", trial_end: "now", cancel_at: 1800000000 },
  ...{ cancel_at_period_end: false, proration_behavior: "none", payment_behavior: "allow_incomplete" },
  ...{ ...taxed, metadata },
};
const SUBSCRIPTION =
  "description=Team&collection_method=send_invoice&days_until_due=14&coupon=SALE_1&default_payment_method=pm_1&" +
  "promotion_code=promo_1&trial_end=now&cancel_at=1800000000&cancel_at_period_end=false&proration_behavior=none&" +
  `payment_behavior=allow_incomplete&automatic_tax[enabled]=true&${META}`;

const ofSubscriptions: VendorCall[] = [
  write(
    "create_subscription",
    {
      ...subscription,
      ...{ customer: "cus_1", trial_period_days: 30, billing_cycle_anchor: 1790000000 },
      items: [{ price: "price_1", quantity: 3, metadata: { seat: "a" } }, { price: "price_2" }],
    },
    "POST /v1/subscriptions",
    `${SUBSCRIPTION}&customer=cus_1&trial_period_days=30&billing_cycle_anchor=1790000000&items[0][price]=price_1&` +
      "items[0][quantity]=3&items[0][metadata][seat]=a&items[1][price]=price_2",
  ),
  write(
    "update_subscription",
    {
      ...{ subscription_id: "sub_1", ...subscription, trial_end: 1795000000, billing_cycle_anchor: "now" },
      items: [
        { id: "si_1", quantity: 5 },
        { id: "si_2", deleted: true },
        { price: "price_3", metadata: { seat: "b" } },
      ],
    },
    "POST /v1/subscriptions/sub_1",
    `${SUBSCRIPTION.replace("=now", "=1795000000")}&billing_cycle_anchor=now&items[0][id]=si_1&items[0][quantity]=5&` +
      "items[1][id]=si_2&items[1][deleted]=true&items[2][price]=price_3&items[2][metadata][seat]=b",
  ),
  write(
    "cancel_subscription",
    { subscription_id: "sub_1", invoice_now: true, prorate: false, comment: "Bye", feedback: "unused" },
    "DELETE /v1/subscriptions/sub_1",
    "invoice_now=true&prorate=false&cancellation_details[comment]=Bye&cancellation_details[feedback]=unused",
  ),
  write("cancel_subscription", { subscription_id: "sub_1" }, "DELETE /v1/subscriptions/sub_1"),
  write(
    "resume_subscription",
    { subscription_id: "sub_1", billing_cycle_anchor: "unchanged", proration_behavior: "always_invoice" },
    "POST /v1/subscriptions/sub_1/resume",
    "billing_cycle_anchor=unchanged&proration_behavior=always_invoice",
  ),
  write(
    "pause_subscription_payments",
    { subscription_id: "sub_1", behavior: "void", resumes_at: 1790000000 },
    "POST /v1/subscriptions/sub_1",
    "pause_collection[behavior]=void&pause_collection[resumes_at]=1790000000",
  ),
  // An empty value unsets it.
  write(
    "resume_subscription_payments",
    { subscription_id: "sub_1" },
    "POST /v1/subscriptions/sub_1",
    "pause_collection=",
  ),
];

const invoice = {
  ...{ collection_method: "send_invoice", days_until_due: 14, due_date: 1790000000, auto_advance: false },
  ...{ description: "Memo", footer: "Thanks", custom_fields: [{ name: "PO", value: "7" }] },
  ...{ default_payment_method: "pm_1", default_tax_rates: ["txr_1", "txr_2"] },
  ...{ discounts: [{ coupon: "SALE_1" }, { discount: "di_1" }], statement_descriptor: "NORTHWIND" },
  ...{ ...taxed, metadata },
};
const INVOICE =
  "collection_method=send_invoice&days_until_due=14&due_date=1790000000&auto_advance=false&description=Memo&" +
  "footer=Thanks&custom_fields[0][name]=PO&custom_fields[0][value]=7&default_payment_method=pm_1&" +
  "default_tax_rates[0]=txr_1&default_tax_rates[1]=txr_2&discounts[0][coupon]=SALE_1&discounts[1][discount]=di_1&" +
  `statement_descriptor=NORTHWIND&automatic_tax[enabled]=true&${META}`;

const item = {
  ...{ amount: -990, price: "price_1", quantity: 2, unit_amount: 495, description: "Setup" },
  ...{ discountable: false, period: { start: 1780000000, end: 1790000000 }, tax_rates: ["txr_1"], metadata },
};
const ITEM =
  "amount=-990&price=price_1&quantity=2&unit_amount=495&description=Setup&discountable=false&" +
  `period[start]=1780000000&period[end]=1790000000&tax_rates[0]=txr_1&${META}`;

const ofInvoices: VendorCall[] = [
  write(
    "create_invoice",
    {
      ...{ ...invoice, customer: "cus_1", subscription: "sub_1", currency: "eur" },
      pending_invoice_items_behavior: "include",
    },
    "POST /v1/invoices",
    `${INVOICE}&customer=cus_1&subscription=sub_1&currency=eur&pending_invoice_items_behavior=include`,
  ),
  write("update_invoice", { ...invoice, invoice_id: "in_1" }, "POST /v1/invoices/in_1", INVOICE),
  write(
    "finalize_invoice",
    { invoice_id: "in_1", auto_advance: true },
    "POST /v1/invoices/in_1/finalize",
    "auto_advance=true",
  ),
  write("send_invoice", { invoice_id: "in_1" }, "POST /v1/invoices/in_1/send"),
  write(
    "pay_invoice",
    { invoice_id: "in_1", payment_method: "pm_1", paid_out_of_band: false, off_session: true, forgive: true },
    "POST /v1/invoices/in_1/pay",
    "payment_method=pm_1&paid_out_of_band=false&off_session=true&forgive=true",
  ),
  write("void_invoice", { invoice_id: "in_1" }, "POST /v1/invoices/in_1/void"),
  write("mark_invoice_uncollectible", { invoice_id: "in_1" }, "POST /v1/invoices/in_1/mark_uncollectible"),
  write(
    "create_invoice_item",
    { ...item, customer: "cus_1", invoice: "in_1", subscription: "sub_1", currency: "eur" },
    "POST /v1/invoiceitems",
    `${ITEM}&customer=cus_1&invoice=in_1&subscription=sub_1&currency=eur`,
  ),
  write("update_invoice_item", { ...item, invoice_item_id: "ii_1" }, "POST /v1/invoiceitems/ii_1", ITEM),
];

/** What changes customers, subscriptions and invoices. */
export const billing: readonly VendorCall[] = [...ofCustomers, ...ofSubscriptions, ...ofInvoices];
