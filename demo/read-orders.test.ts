import { describe, expect, test } from "vitest";
import { expectedInvoice } from "./expected-records.ts";
import { CUSTOMER_ACCOUNTS, parseOrders, readOrders } from "./read-orders.ts";

const HEADER =
  "order_number,placed_at,customer_account,contact_email,product,sku,quantity,unit_price,currency,shipping_city,country,note";
const ROW = 'NB-40001,2026-03-02T07:21:50Z,northwind-books,,"Maps, 4",BK-1,3,0.35,EUR,Å,NO,"a ""b""\nc"';

describe("the orders of the demo", () => {
  test("number at least 500, each with its own id, for both customers", async () => {
    const orders = await readOrders();
    expect(orders.length).toBe(600);
    expect(new Set(orders.map(({ order_number }) => order_number)).size).toBe(600);
    for (const account of CUSTOMER_ACCOUNTS) {
      expect(orders.filter((order) => order.customer_account === account).length).toBeGreaterThan(200);
    }
  });

  test("contain realistic data: commas, quotes, line breaks, other scripts, empty cells, long texts", async () => {
    const orders = await readOrders();
    const notes = orders.map(({ note }) => note ?? "");
    for (const pattern of [
      /,/,
      /"/,
      /\n/,
      /\p{Script=Arabic}/u,
      /\p{Script=Han}/u,
      /\{\{/,
      /^null$/,
      /^00123$/,
    ]) {
      expect(
        notes.some((note) => pattern.test(note)),
        String(pattern),
      ).toBe(true);
    }
    expect(Math.max(...notes.map((note) => note.length))).toBeGreaterThan(2000);
    expect(orders.some(({ note }) => note === null)).toBe(true);
    expect(orders.some(({ contact_email }) => contact_email === null)).toBe(true);
    expect(orders.some(({ shipping_city }) => shipping_city === null)).toBe(true);
  });
});

describe("reading orders", () => {
  test("returns typed values, an empty cell as null, and quoted cells unescaped", () => {
    expect(parseOrders(`${HEADER}\n${ROW}\n`)).toEqual([
      {
        order_number: "NB-40001",
        placed_at: "2026-03-02T07:21:50Z",
        customer_account: "northwind-books",
        contact_email: null,
        product: "Maps, 4",
        sku: "BK-1",
        quantity: 3,
        unit_price: "0.35",
        currency: "EUR",
        shipping_city: "Å",
        country: "NO",
        note: 'a "b"\nc',
      },
    ]);
  });

  test("computes the expected total in whole cents", () => {
    const totals = parseOrders(
      `${HEADER}\n${ROW}\n${ROW.replace("40001", "40002").replace("3,0.35", "1,0.04")}`,
    );
    expect(totals.map((order) => expectedInvoice(order).total)).toEqual(["1.05", "0.04"]);
  });

  test.each([
    ["another header", ROW, "first line"],
    ["a missing cell", `${HEADER}\n${ROW},x`, "Row 1 of the orders has 13 cells"],
    ["a bad price", `${HEADER}\n${ROW.replace("0.35", "0.3")}`, "Row 1 of the orders has a bad unit_price"],
    [
      "a customer that is not one of the two",
      `${HEADER}\n${ROW.replace("northwind", "southwind")}`,
      "unknown customer_account",
    ],
    ["the same number twice", `${HEADER}\n${ROW}\n${ROW}`, "NB-40001 appears more than once"],
  ])("rejects %s and names the position", (_name, text, message) => {
    expect(() => parseOrders(text)).toThrow(message);
  });
});
