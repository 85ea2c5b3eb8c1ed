import type { Exchange, PollCall } from "../mock-vendor.ts";

const NOON = 1772366400; // of 1 March 2026, when polls begin
const MINUTE = 60;

/** Records of a list by their `created`, which `since` turns into the query of the polls. */
const NEW = [
  ["new_customer", "/v1/customers?"],
  ["new_subscription", "/v1/subscriptions?status=all&"],
  ["new_invoice", "/v1/invoices?"],
  ["new_product", "/v1/products?"],
  ["new_charge", "/v1/charges?"],
  ["new_refund", "/v1/refunds?"],
  ["new_dispute", "/v1/disputes?"],
  ["new_payout", "/v1/payouts?"],
  ["new_payment_intent", "/v1/payment_intents?"],
  ["new_balance_transaction", "/v1/balance_transactions?"],
] as const;

/** Events, whose `data.object` is what a workflow gets. */
const EVENTS = [
  ["customer_changed", "types[]=customer.created&types[]=customer.updated"],
  ["subscription_changed", "types[]=customer.subscription.created&types[]=customer.subscription.updated"],
  ["invoice_changed", "types[]=invoice.created&types[]=invoice.updated"],
  ["product_changed", "types[]=product.created&types[]=product.updated"],
  ["customer_deleted", "type=customer.deleted"],
  ["subscription_deleted", "type=customer.subscription.deleted"],
  ["invoice_paid", "type=invoice.paid"],
  ["invoice_payment_failed", "type=invoice.payment_failed"],
  ["payment_failed", "type=payment_intent.payment_failed"],
  ["checkout_completed", "type=checkout.session.completed"],
  ["trial_ending", "type=customer.subscription.trial_will_end"],
  ["payout_failed", "type=payout.failed"],
] as const;

interface Listed {
  id: string;
  created: number;
}

/** Newest first; the third poll asks from the newest one's second on and finds it again. */
function pollsOf(address: string, [newest, older]: readonly [Listed, Listed]): Exchange[][] {
  const ask = (since: number, data: Listed[], has_more = false, more = ""): Exchange => ({
    sends: `GET ${address}created[gte]=${since}&limit=100${more}`,
    answer: { object: "list", has_more, data },
  });
  return [
    [ask(NOON, [])],
    [ask(NOON, [newest], true), ask(NOON, [older], false, `&starting_after=${newest.id}`)],
    [ask(newest.created, [newest])],
  ];
}

const lists: PollCall[] = NEW.map(([trigger, address]) => {
  const newest = { id: "a_2", created: NOON + 2 * MINUTE };
  const older = { id: "a_1", created: NOON + MINUTE };
  return { trigger, input: {}, polls: pollsOf(address, [newest, older]), expected: [older, newest] };
});

const events: PollCall[] = EVENTS.map(([trigger, types]) => {
  const data = (id: string) => ({ data: { object: { id, status: "as it was" } } });
  const newest = { id: "evt_2", created: NOON + 2 * MINUTE, ...data("a_1") };
  const older = { id: "evt_1", created: NOON + MINUTE, ...data("a_1") };
  return {
    trigger,
    input: {},
    polls: pollsOf(`/v1/events?${types}&`, [newest, older]),
    expected: [older.data.object, newest.data.object],
  };
});

/** What the polls ask for, of lists and of events. */
export const polls: readonly PollCall[] = [...lists, ...events];
