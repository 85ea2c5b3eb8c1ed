import { setTimeout as sleep } from "node:timers/promises";
import type { ServerClient } from "../sdk/src/index.ts";
import type { Order } from "./read-orders.ts";
import type { Screen } from "./screen.ts";
import { sendOrder } from "./shop.ts";
import { METRICS_TOKEN, type World } from "./world.ts";

const REFUSED_ORDERS = 12;
const PARKED_ORDERS = 6;
const LONGEST_WAIT_MS = 120_000;

/** Breaks some things as happens in real life, shows how to open the dashboard, and stays until it is stopped. */
export async function stay(screen: Screen, server: ServerClient, world: World): Promise<never> {
  const key = await breakThings(screen, server, world);
  screen.heading("The dashboard");
  const link = await inviteOperator(world);
  screen.facts([
    ["signs in once", link],
    ["harbor-tools can reconnect with the key", key],
    ["API key of the test environment", world.apiKey],
    ["shows the metrics", `curl -H "authorization: Bearer ${METRICS_TOKEN}" ${world.url}/metrics`],
    ["stops everything and removes the folder", "Ctrl-C"],
  ]);
  // Ends only when the demo is interrupted.
  return new Promise(() => {});
}

/** Makes orders fail and a connection break; returns the key with which its customer can reconnect. */
export async function breakThings(
  screen: Screen,
  server: ServerClient,
  { thirdParty }: Pick<World, "thirdParty">,
): Promise<string> {
  screen.heading("Some things break");
  await screen.step(
    `northwind-books sends ${REFUSED_ORDERS} orders, NB-411 to NB-422, whose currency is not a three-letter code: Ledgerly refuses them, and their executions fail`,
    () => sendRefusedOrders(server),
  );
  const key = thirdParty.replaceStockroomKey();
  await screen.step(
    `Stockroom revokes the key of harbor-tools: the connection is broken, and ${PARKED_ORDERS} orders wait for the customer`,
    () => sendWaitingOrders(server),
  );
  return key;
}

async function sendRefusedOrders(server: ServerClient): Promise<void> {
  for (let index = 0; index < REFUSED_ORDERS; index++)
    await sendOrder(server, {
      ...orderOf("northwind-books", `NB-${411 + index}`),
      currency: index % 2 === 0 ? "euro" : "pounds",
    });
  await waitFor(async () => (await countOf(server, "ERRORED")) >= REFUSED_ORDERS);
}

async function sendWaitingOrders(server: ServerClient): Promise<void> {
  for (let index = 0; index < PARKED_ORDERS; index++)
    await sendOrder(server, orderOf("harbor-tools", `HT-${901 + index}`));
  await waitFor(async () => {
    const { docs } = await server.connections.list({ status: "expired" });
    return docs.length > 0;
  });
}

function orderOf(customer: Order["customer_account"], number: string): Order {
  return {
    order_number: number,
    placed_at: new Date().toISOString(),
    customer_account: customer,
    contact_email: "orders@example.com",
    product: "Atlas of the northern seas",
    sku: "BK-00417-HC",
    quantity: 2,
    unit_price: "34.50",
    currency: "EUR",
    shipping_city: "Bergen",
    country: "NO",
    note: null,
  };
}

async function countOf(server: ServerClient, status: "ERRORED"): Promise<number> {
  const { totalDocs } = await server.executions.list({ status });
  return totalDocs;
}

/** Invites through the API with the production key, as the shop's backend could. */
export async function inviteOperator({
  url,
  productionKey,
}: Pick<World, "url" | "productionKey">): Promise<string> {
  const response = await fetch(`${url}/api/v2/public/operators`, {
    method: "POST",
    headers: { "x-api-key": productionKey, "content-type": "application/json" },
    body: JSON.stringify({ email: "you@example.com", roles: { test: "owner", production: "owner" } }),
  });
  const { link, message } = (await response.json()) as { link?: string; message?: string };
  if (link === undefined) throw new Error(`Nobody could be invited: ${message}`);
  // The shop lives in the test environment.
  return link.replace("/app/sign-in#", "/app/sign-in?to=/test#");
}

async function waitFor(isThere: () => Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + LONGEST_WAIT_MS; !(await isThere()); await sleep(200))
    if (Date.now() > endMs) throw new Error(`It did not happen within ${LONGEST_WAIT_MS / 1000} s.`);
}
