import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";

/** The two customers of the demo's SaaS product; each is a linked account of the platform. */
export const CUSTOMER_ACCOUNTS = ["northwind-books", "harbor-tools"] as const;

/** The id of one of the demo's two customers. */
export type CustomerAccount = (typeof CUSTOMER_ACCOUNTS)[number];

/** One shop order: times in ISO 8601 UTC, `unit_price` a decimal string with two digits; an empty cell is null. */
export type Order = {
  order_number: string;
  placed_at: string;
  customer_account: CustomerAccount;
  contact_email: string | null;
  product: string;
  sku: string;
  quantity: number;
  unit_price: string;
  currency: string;
  shipping_city: string | null;
  country: string;
  note: string | null;
};

const COLUMNS = [
  "order_number",
  "placed_at",
  "customer_account",
  "contact_email",
  "product",
  "sku",
  "quantity",
  "unit_price",
  "currency",
  "shipping_city",
  "country",
  "note",
] as const;

type Cells = Record<(typeof COLUMNS)[number], string>;

const PATTERNS: Partial<Record<keyof Cells, RegExp>> = {
  order_number: /^(NB-\d{5}|HT-\d{2}-\d{5})$/,
  placed_at: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
  contact_email: /^$|^[^@\s]+@([a-z0-9-]+\.)*example\.(com|org|net)$/,
  product: /\S/,
  sku: /^[A-Z0-9-]+$/,
  quantity: /^[1-9]\d{0,5}$/,
  unit_price: /^\d{1,7}\.\d{2}$/,
  currency: /^[A-Z]{3}$/,
  country: /^[A-Z]{2}$/,
};

/** Reads the orders that the demo sends; throws an Error naming the row and column of the first bad cell. */
export async function readOrders(file: URL = new URL("orders.csv", import.meta.url)): Promise<Order[]> {
  return parseOrders(await readFile(file, "utf8"));
}

/** Turns CSV text (RFC 4180, with its header line) into orders; throws an Error naming the first bad row and column. */
export function parseOrders(text: string): Order[] {
  const [header, ...rows]: string[][] = parse(text, { relax_column_count: true });
  if (header?.join() !== COLUMNS.join()) {
    throw new Error(`The first line of the orders must be: ${COLUMNS.join(",")}.`);
  }
  const orders = rows.map((row, index) => toOrder(row, index + 1));
  const seen = new Set<string>();
  for (const { order_number } of orders) {
    if (seen.has(order_number)) {
      throw new Error(`Order ${order_number} appears more than once.`);
    }
    seen.add(order_number);
  }
  return orders;
}

function toOrder(row: string[], rowNumber: number): Order {
  if (row.length !== COLUMNS.length) {
    throw new Error(`Row ${rowNumber} of the orders has ${row.length} cells instead of ${COLUMNS.length}.`);
  }
  // The two checks above ensure that every column is present.
  const cells = Object.fromEntries(COLUMNS.map((name, index) => [name, row[index]])) as Cells;
  for (const name of COLUMNS) {
    if (PATTERNS[name]?.test(cells[name]) === false) {
      throw new Error(`Row ${rowNumber} of the orders has a bad ${name}: ${JSON.stringify(cells[name])}.`);
    }
  }
  const account = CUSTOMER_ACCOUNTS.find((id) => id === cells.customer_account);
  if (account === undefined) {
    throw new Error(`Row ${rowNumber} of the orders has an unknown customer_account.`);
  }
  return {
    ...cells,
    customer_account: account,
    contact_email: orNull(cells.contact_email),
    quantity: Number(cells.quantity),
    shipping_city: orNull(cells.shipping_city),
    note: orNull(cells.note),
  };
}

function orNull(cell: string): string | null {
  return cell === "" ? null : cell;
}
