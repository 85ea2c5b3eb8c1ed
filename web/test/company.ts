import { fileURLToPath } from "node:url";
import { setUpCustomers } from "../../demo/customers.ts";
import { readOrders } from "../../demo/read-orders.ts";
import { startReceiver } from "../../demo/receiver.ts";
import type { Screen } from "../../demo/screen.ts";
import { sendOrder, setUpShop } from "../../demo/shop.ts";
import { breakThings, inviteOperator } from "../../demo/stay.ts";
import { startThirdParty } from "../../demo/third-party/third-party.ts";
import { createServerClient, type ServerClient } from "../../sdk/src/index.ts";
import { createId } from "../../server/src/platform/id.ts";
import { countChanges } from "../../server/src/statistics/fold.ts";
import { findFreeUrl } from "../../server/test/free-port.ts";
import { type ListeningServer, startListeningServer } from "../../server/test/listening-server.ts";

const CONNECTORS = fileURLToPath(new URL("../../demo/connectors", import.meta.url));
const CLIENT = { id: "shop", secret: "secret-of-the-shop" };
const ORDERS = 20;

const HOUR_MS = 3_600_000;
const HISTORY_HOURS = 48;
/** The number of orders in each hour of a day, from midnight UTC. */
const BY_HOUR = [
  5, 3, 2, 2, 3, 7, 15, 29, 44, 57, 61, 52, 41, 54, 63, 58, 47, 36, 26, 19, 14, 11, 9, 7,
] as const;
const FAILS_EVERY = 41;
const SLOW_EVERY = 7;

const SILENT: Screen = {
  title: () => {},
  heading: () => {},
  step: (_text, work) => work(),
  table: () => {},
  facts: () => {},
  line: () => {},
  verdict: () => {},
};

/** The demo's company as `npm run demo -- --stay` leaves it, with a history of two days. */
export interface Company {
  readonly url: string;
  /** A link that signs the first operator in. */
  readonly link: string;
  close(): Promise<void>;
}

/** Creates the company on a separate server. */
export async function startCompany(): Promise<Company> {
  const url = await findFreeUrl();
  const redirectUris = [`${url}/api/v1/ledgerly/callback`];
  const thirdParty = await startThirdParty({ client: { ...CLIENT, redirectUris } });
  const receiver = await startReceiver();
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: CLIENT.id,
    LEDGERLY_CLIENT_SECRET: CLIENT.secret,
  };
  const server = await startListeningServer({
    publicUrl: url,
    connectorsDir: CONNECTORS,
    variable: (name) => variables[name],
  });
  server.work();
  const { testKey: apiKey, productionKey } = server;
  const named = { method: "PUT", url: "/api/v2/public/organization", body: { name: "Portside" } } as const;
  await server.request({ ...named, key: productionKey });
  const junctor = createServerClient({ baseUrl: url, apiKey });
  await setUpShop(SILENT, junctor, { receiver, apiKey });
  await setUpCustomers(SILENT, junctor, { url, thirdParty });
  for (const order of (await readOrders()).slice(0, ORDERS)) await sendOrder(junctor, order);
  await breakThings(SILENT, junctor, { thirdParty });
  await writeHistory(server, junctor);
  return {
    url,
    link: await inviteOperator({ url, productionKey }),
    close: async () => {
      await server.close();
      await receiver.close();
      await thirdParty.close();
    },
  };
}

/** Records executions and deliveries of past days. */
async function writeHistory(server: ListeningServer, junctor: ServerClient): Promise<void> {
  const { docs } = await junctor.workflows.list();
  const [webhook] = await junctor.webhooks.list();
  const scope = { org_id: server.orgId, environment: "test" as const };
  const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  let number = 0;
  for (let hours = HISTORY_HOURS; hours > 0; hours--) {
    const start = thisHour - hours * HOUR_MS;
    const orders = BY_HOUR[new Date(start).getUTCHours()] ?? 0;
    const rows = Array.from({ length: orders }, (_, index) => {
      number += 1;
      const isFailed = number % FAILS_EVERY === 0;
      const status = isFailed ? "ERRORED" : "COMPLETED";
      const workflow = docs[number % docs.length];
      const row = {
        ...scope,
        kind: "execution" as const,
        subject: createId(),
        account_id: null,
        status,
        at: new Date(start + (index * HOUR_MS) / orders),
        workflow_id: workflow?._id ?? null,
        parent: null,
        name: null,
        applications: null,
        failing_application: isFailed ? (workflow?.slug ?? null) : null,
        duration_ms: 90 + ((number * 37) % 140) + (number % SLOW_EVERY === 0 ? (number * 53) % 700 : 0),
      };
      const delivery = {
        ...row,
        kind: "delivery" as const,
        status: "delivered",
        parent: webhook?._id ?? null,
      };
      return [row, { ...delivery, name: isFailed ? "Workflow Errored" : "Workflow Completed" }];
    });
    await server.deps.db.insertInto("changes").values(rows.flat()).execute();
  }
  await countChanges(server.deps);
}
