import type { VendorCall } from "../mock-vendor.ts";
import { META, metadata, write } from "./calls-form.ts";

const intent = {
  ...{ amount: 1250, currency: "eur", customer: "cus_1", description: "Order 7", payment_method: "pm_1" },
  ...{ receipt_email: "ann@example.com", capture_method: "manual", setup_future_usage: "off_session" },
  ...{ statement_descriptor: "NORTHWIND", statement_descriptor_suffix: "7", metadata },
};
const INTENT =
  "amount=1250&currency=eur&customer=cus_1&description=Order 7&payment_method=pm_1&receipt_email=ann@example.com&" +
  "capture_method=manual&setup_future_usage=off_session&statement_descriptor=NORTHWIND&" +
  `statement_descriptor_suffix=7&${META}`;

const ofIntents: VendorCall[] = [
  write(
    "create_payment_intent",
    intent,
    "POST /v1/payment_intents",
    `${INTENT}&automatic_payment_methods[enabled]=true`,
  ),
  write(
    "update_payment_intent",
    { ...intent, payment_intent_id: "pi_1" },
    "POST /v1/payment_intents/pi_1",
    INTENT,
  ),
  write(
    "confirm_payment_intent",
    {
      ...{
        payment_intent_id: "pi_1",
        payment_method: "pm_1",
        off_session: true,
        capture_method: "automatic",
      },
      ...{ return_url: "https://a.example/done", receipt_email: "ann@example.com" },
    },
    "POST /v1/payment_intents/pi_1/confirm",
    "payment_method=pm_1&off_session=true&capture_method=automatic&return_url=https://a.example/done&" +
      "receipt_email=ann@example.com",
  ),
  write(
    "capture_payment_intent",
    {
      ...{ payment_intent_id: "pi_1", amount_to_capture: 990 },
      ...{ statement_descriptor: "NORTHWIND", statement_descriptor_suffix: "7" },
    },
    "POST /v1/payment_intents/pi_1/capture",
    "amount_to_capture=990&statement_descriptor=NORTHWIND&statement_descriptor_suffix=7",
  ),
  write(
    "cancel_payment_intent",
    { payment_intent_id: "pi_1", cancellation_reason: "abandoned" },
    "POST /v1/payment_intents/pi_1/cancel",
    "cancellation_reason=abandoned",
  ),
];

const ofCharges: VendorCall[] = [
  write(
    "update_charge",
    {
      ...{ charge_id: "ch_1", customer: "cus_1", description: "Order 7", receipt_email: "ann@example.com" },
      ...{ fraud_details: { user_report: "safe" }, metadata },
    },
    "POST /v1/charges/ch_1",
    `customer=cus_1&description=Order 7&receipt_email=ann@example.com&fraud_details[user_report]=safe&${META}`,
  ),
  write(
    "refund_payment",
    { payment_intent: "pi_1", amount: 250, reason: "duplicate", metadata },
    "POST /v1/refunds",
    `payment_intent=pi_1&amount=250&reason=duplicate&${META}`,
  ),
  write(
    "refund_charge",
    { charge: "ch_1", amount: 250, reason: "fraudulent", metadata },
    "POST /v1/refunds",
    `charge=ch_1&amount=250&reason=fraudulent&${META}`,
  ),
  write("update_refund", { refund_id: "re_1", metadata }, "POST /v1/refunds/re_1", META),
  write("cancel_refund", { refund_id: "re_1" }, "POST /v1/refunds/re_1/cancel"),
];

const TEXTS = [
  ...["uncategorized_text", "product_description", "customer_name", "customer_email_address"],
  ...["customer_purchase_ip", "billing_address", "service_date", "shipping_address", "shipping_carrier"],
  ...["shipping_date", "shipping_tracking_number", "access_activity_log", "cancellation_policy_disclosure"],
  ...["cancellation_rebuttal", "duplicate_charge_id", "duplicate_charge_explanation"],
  ...["refund_policy_disclosure", "refund_refusal_explanation", "customer_communication", "receipt"],
  ...["shipping_documentation", "uncategorized_file"],
];

const ofDisputes: VendorCall[] = [
  write(
    "update_dispute",
    {
      ...{ dispute_id: "dp_1", submit: false, metadata },
      evidence: Object.fromEntries(TEXTS.map((name) => [name, `The ${name}`])),
    },
    "POST /v1/disputes/dp_1",
    `submit=false&${META}&${TEXTS.map((name) => `evidence[${name}]=The ${name}`).join("&")}`,
  ),
  write("close_dispute", { dispute_id: "dp_1" }, "POST /v1/disputes/dp_1/close"),
];

const ofPayouts: VendorCall[] = [
  write(
    "create_payout",
    {
      ...{ amount: 990, currency: "eur", description: "May", destination: "ba_1", method: "instant" },
      ...{ source_type: "card", statement_descriptor: "NORTHWIND", metadata },
    },
    "POST /v1/payouts",
    "amount=990&currency=eur&description=May&destination=ba_1&method=instant&source_type=card&" +
      `statement_descriptor=NORTHWIND&${META}`,
  ),
  write("update_payout", { payout_id: "po_1", metadata }, "POST /v1/payouts/po_1", META),
  write("cancel_payout", { payout_id: "po_1" }, "POST /v1/payouts/po_1/cancel"),
];

/** What changes payments, refunds, disputes and payouts. */
export const payments: readonly VendorCall[] = [...ofIntents, ...ofCharges, ...ofDisputes, ...ofPayouts];
