import type { Order } from "./read-orders.ts";
import type { Invoice } from "./third-party/ledgerly-api.ts";
import type { Movement } from "./third-party/stockroom-api.ts";

/** The invoice at Ledgerly that must result from an order, computed independently of the workflow. */
export function expectedInvoice(order: Order): Invoice {
  return {
    reference: order.order_number,
    issued_at: order.placed_at,
    contact_email: order.contact_email,
    description: order.product,
    sku: order.sku,
    quantity: order.quantity,
    unit_price: order.unit_price,
    total: totalOf(order),
    currency: order.currency,
    ship_to: { city: order.shipping_city, country: order.country },
    note: order.note,
  };
}

/** The stock movement at Stockroom that must result from an order, computed independently of the workflow. */
export function expectedMovement(order: Order): Movement {
  return {
    reference: order.order_number,
    direction: "out",
    occurred_at: order.placed_at,
    sku: order.sku,
    product: order.product,
    quantity: order.quantity,
    destination: { city: order.shipping_city, country: order.country },
    note: order.note,
  };
}

function totalOf({ quantity, unit_price }: Order): string {
  const cents = (BigInt(quantity) * BigInt(unit_price.replace(".", ""))).toString().padStart(3, "0");
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}
