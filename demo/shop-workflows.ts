import type { ServerClient } from "../sdk/src/index.ts";

/** The event that the shop sends for each order. */
export const ORDER_PLACED = "order.placed";

/** A workflow that the shop offers to its customers, as the API takes it, with the settings that customers choose. */
export type ShopWorkflow = Parameters<ServerClient["workflows"]["create"]>[0];

type Node = NonNullable<ShopWorkflow["nodes"]>[number];

// Money is computed in whole cents: 0.1 + 0.2 is not 0.3 in floating point.
const COMPUTE_INVOICE = `
const [whole, cents] = input.unit_price.split(".");
const total = (BigInt(input.quantity) * BigInt(whole + cents)).toString().padStart(3, "0");
return {
  reference: input.order_number,
  issued_at: input.placed_at,
  contact_email: input.contact_email,
  description: input.product,
  sku: input.sku,
  quantity: input.quantity,
  unit_price: input.unit_price,
  total: total.slice(0, -2) + "." + total.slice(-2),
  currency: input.currency,
  ship_to: { city: input.shipping_city, country: input.country },
  note: config.notes === "copy" ? input.note : null,
};
`;

const INVOICE_FIELDS = [
  "reference",
  "issued_at",
  "contact_email",
  "description",
  "sku",
  "quantity",
  "unit_price",
  "total",
  "currency",
  "ship_to",
  "note",
];

const START: Node = {
  id: "start",
  type: "start",
  name: "Order placed",
  triggers: [{ application: "Junctor", event: ORDER_PLACED }],
};

// Retries a failing third party after 1, 2, 4 and 8 seconds.
const PATIENTLY = { maximum_attempts: 5 };

/** Order → code that computes the invoice → invoice at Ledgerly. */
export function invoiceWorkflow(): ShopWorkflow {
  return {
    name: "Order to invoice",
    description: "Writes an invoice into the customer's books for each order.",
    slug: "ledgerly",
    nodes: [
      START,
      { id: "compute", type: "ai_code_executor", name: "Compute invoice", data: { code: COMPUTE_INVOICE } },
      {
        id: "invoice",
        type: "action",
        name: "Create invoice",
        action: "create_invoice",
        data: Object.fromEntries(INVOICE_FIELDS.map((name) => [name, `{{ node.compute.body.${name} }}`])),
        ...PATIENTLY,
      },
    ],
    edges: [
      { source: "start", target: "compute" },
      { source: "compute", target: "invoice" },
    ],
    data_slots: [
      {
        id: "notes",
        name: "Notes of the order",
        field_type: "select",
        required: true,
        options: [
          { name: "Copy them to the invoice", value: "copy" },
          { name: "Leave them out", value: "omit" },
        ],
      },
    ],
  };
}

/** Order → movement at Stockroom → receipt to the shop at `receiptsUrl`. */
export function movementWorkflow(receiptsUrl: string): ShopWorkflow {
  return {
    name: "Order to stock movement",
    description: "Records the goods of each order as leaving the customer's stock.",
    slug: "stockroom",
    nodes: [START, movementNode(), receiptNode(receiptsUrl)],
    edges: [
      { source: "start", target: "movement" },
      { source: "movement", target: "receipt" },
    ],
    data_slots: [
      {
        id: "direction",
        name: "Orders are goods that",
        field_type: "select",
        required: true,
        options: [
          { name: "leave the stock", value: "out" },
          { name: "enter the stock", value: "in" },
        ],
      },
    ],
  };
}

function movementNode(): Node {
  return {
    id: "movement",
    type: "action",
    name: "Record movement",
    action: "create_movement",
    data: {
      reference: "{{ input.order_number }}",
      direction: "{{ config.direction }}",
      occurred_at: "{{ input.placed_at }}",
      sku: "{{ input.sku }}",
      product: "{{ input.product }}",
      quantity: "{{ input.quantity }}",
      destination: { city: "{{ input.shipping_city }}", country: "{{ input.country }}" },
      note: "{{ input.note }}",
    },
    ...PATIENTLY,
  };
}

function receiptNode(receiptsUrl: string): Node {
  return {
    id: "receipt",
    type: "http",
    name: "Tell the shop",
    data: {
      method: "POST",
      url: receiptsUrl,
      body: { order: "{{ input.order_number }}", movement: "{{ node.movement.body.id }}" },
    },
    ...PATIENTLY,
  };
}
