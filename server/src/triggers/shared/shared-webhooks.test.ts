import { createHmac } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startOwnServer, type TestServer } from "../../../test/test-server.ts";
import { installTestPiece } from "../../apps/catalog/pieces/test-pieces.ts";
import { createSecretEncrypter } from "../../apps/connections/credential.ts";
import { saveConnection } from "../../apps/store.ts";
import { findAccount } from "../../auth/guard.ts";
import { runStatement } from "../../platform/database/database.ts";
import { reconcileConnection, reconcileSubscriptions } from "../reconcile.ts";
import { runDueSubscriptions } from "../test-shop.ts";

// The published package, which the development tools pin.
const SQUARE = fileURLToPath(new URL("../../../../node_modules/@activepieces/piece-square", import.meta.url));
const SLUG = "piece-square";
const SETTINGS = `/api/v2/public/application/${SLUG}/settings`;
const SECRET = "signature-key-of-square";

let server: TestServer;
let address: string;
let orders: string;
let payments: string;

beforeAll(async () => {
  server = await startOwnServer();
  await installTestPiece(server.deps, SQUARE);
  await change({ client_id: "square-client", client_secret: "square-client-secret", enabled: true });
  address = (await settings()).webhook_url;
  orders = await publish("new_order");
  payments = await publish("new_payment");
  server.work();
});
afterAll(() => server.close());

const call = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: object, account?: string) =>
  server.request({ method, url, key: server.testKey, account, body });
const settings = async () => (await call("GET", SETTINGS)).body;
const change = (body: object) => call("PUT", SETTINGS, body);

async function publish(event: string): Promise<string> {
  const nodes = [{ id: "start", type: "start", triggers: [{ application: SLUG, event }] }];
  const made = await call("POST", "/api/v2/public/workflow", { name: event, slug: SLUG, nodes, edges: [] });
  const { _id: id } = made.body;
  await call("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
  return id;
}

/** Connects an account to a merchant, as Square's answer to the consent does. */
async function connect(name: string, merchant: string): Promise<void> {
  const account = await findAccount(server.deps.database, server.test, name);
  if (account === undefined) throw new Error("The account is missing.");
  const secrets = { settings: {}, values: { access_token: `token of ${merchant}`, merchant_id: merchant } };
  const seal = createSecretEncrypter(server.deps.vault, secrets);
  await server.deps.queue.transaction((tx) =>
    saveConnection(
      tx,
      { ...server.test, account },
      {
        slug: SLUG,
        authType: "oauth2",
        credential: { seal, identifier: merchant },
        now: server.deps.clock.now(),
      },
    ),
  );
  await reconcileConnection(server.deps, { accountId: account.id, slug: SLUG });
  await runDueSubscriptions(server.deps);
}

/** An account that is connected to a merchant and has workflows on. */
async function customer(name: string, merchant: string, ...workflows: string[]): Promise<void> {
  await server.account(name);
  await connect(name, merchant);
  await call("POST", "/api/v2/public/config", { slug: SLUG }, name);
  const choices = workflows.map((id) => ({ id, enabled: true, fields: {} }));
  await call("PUT", "/api/v2/public/config", { slug: SLUG, config_id: name, workflows: choices }, name);
  await reconcileSubscriptions(server.deps);
  await runDueSubscriptions(server.deps);
}

interface SentOptions {
  secret?: string;
  url?: string;
  signature?: string;
}

/** What Square sends: it signs the address and the body. */
function send(body: object, { secret = SECRET, url = address, signature }: SentOptions = {}) {
  const text = JSON.stringify(body);
  const mac = createHmac("sha256", secret)
    .update(address + text)
    .digest("base64");
  const headers = { "x-square-hmacsha256-signature": signature ?? mac };
  return server.request({ method: "POST", url: new URL(url).pathname, body: text, headers });
}

const event = (type: string, merchant: string, id: string) => ({ merchant_id: merchant, type, event_id: id });

/** The accounts whose workflows an event has started, by the event's id. */
async function startedBy(id: string): Promise<string[]> {
  const rows = await server.deps.db
    .selectFrom("runs")
    .innerJoin("linked_accounts as a", "a.id", "runs.account_id")
    .select(["a.account_id", "runs.input"])
    .execute();
  const own = rows.filter(({ input }) => (input as { event_id?: string } | null)?.event_id === id);
  return own.map(({ account_id: name }) => name).sort();
}

const jobs = async () => {
  const text = "select id from pgboss.job where name = $1";
  const rows = await runStatement(server.deps.db, { text }, ["triggers.deliver-shared"]);
  return rows.length;
};
const settled = () => eventually(async () => (await jobs()) === 0);

test("the address is shown once, the secret never; without it no event is accepted", async () => {
  expect(address).toMatch(/\/api\/v1\/hooks\/[^/]+-test\/piece-square\/[\w-]{32}$/);
  expect(await settings()).toMatchObject({ has_webhook_secret: false, webhook_url: address });
  expect(await send(event("order.created", "M0", "unset"), { secret: "" })).toMatchObject({ status: 401 });
  expect((await change({ webhook_secret: SECRET })).body).toMatchObject({ has_webhook_secret: true });
  expect((await call("GET", SETTINGS)).text).not.toContain(SECRET);
  const offered = await call("GET", `/api/v2/public/triggers/${SLUG}`);
  expect(offered.body.find(({ id }: { id: string }) => id === "new_order")).toMatchObject({
    delivery: "webhook",
    automatic: true,
  });
});

test("an event starts the workflows of exactly the accounts that it belongs to and that want it", async () => {
  await customer("ann", "M1", orders);
  await customer("anton", "M1", orders, payments);
  await customer("pia", "M1", payments);
  await customer("bob", "M2", orders);
  expect(await send(event("order.created", "M1", "e1"))).toMatchObject({ status: 200, text: "{}" });
  await eventually(async () => (await startedBy("e1")).length >= 2);
  await send(event("payment.created", "M1", "e2"));
  await eventually(async () => (await startedBy("e2")).length >= 2);
  await settled();
  expect(await startedBy("e1")).toEqual(["ann", "anton"]);
  expect(await startedBy("e2")).toEqual(["anton", "pia"]);
});

test("a repeated delivery starts nothing again; one of nobody is accepted, as providers expect, and stores nothing", async () => {
  await customer("rita", "M3", orders);
  const sent = event("order.created", "M3", "e3");
  for (let i = 0; i < 3; i += 1) expect((await send(sent)).status).toBe(200);
  await settled();
  expect(await startedBy("e3")).toEqual(["rita"]);
  expect((await send(event("order.created", "nobody's", "e4"))).status).toBe(200);
  expect((await send(event("unknown.event", "M3", "e4"))).status).toBe(200);
  expect(await jobs()).toBe(0);
});

test("a forged event, one for another address and one that cannot be read are refused and store nothing", async () => {
  await customer("fay", "M5", orders);
  const forged = event("order.created", "M5", "e5");
  expect((await send(forged, { secret: "wrong" })).status).toBe(401);
  expect((await send(forged, { signature: "" })).status).toBe(401);
  expect((await send(forged, { url: address.slice(0, -1) })).status).toBe(404);
  expect((await send(forged, { url: address.replace("-test/", "-production/") })).status).toBe(404);
  expect((await send(forged, { url: address.replace("-test/", "-elsewhere/") })).status).toBe(404);
  expect((await send(forged, { url: address.replace(SLUG, "piece-other") })).status).toBe(404);
  expect(await jobs()).toBe(0);
  expect(await startedBy("e5")).toEqual([]);
});

test("an event never reaches another environment or organization, whose address and secret are their own", async () => {
  await customer("tom", "M6", orders);
  const other = await server.request({ url: SETTINGS, key: server.productionKey });
  expect(other.body).toMatchObject({ has_webhook_secret: false });
  expect(other.body.webhook_url).not.toBe(address);
  const text = JSON.stringify(event("order.created", "M6", "e6"));
  const mac = createHmac("sha256", SECRET)
    .update(other.body.webhook_url + text)
    .digest("base64");
  const headers = { "x-square-hmacsha256-signature": mac };
  const url = new URL(other.body.webhook_url).pathname;
  expect((await server.request({ method: "POST", url, body: text, headers })).status).toBe(404);
  await server.request({
    method: "PUT",
    url: SETTINGS,
    key: server.productionKey,
    body: { enabled: true, client_id: "c", client_secret: "a-client-secret", webhook_secret: SECRET },
  });
  expect((await server.request({ method: "POST", url, body: text, headers })).status).toBe(200);
  expect(await jobs()).toBe(0);
  expect(await startedBy("e6")).toEqual([]);
});

test("after the customer connects another merchant, events of the earlier one no longer arrive", async () => {
  await customer("max", "M7", orders);
  await connect("max", "M8");
  await send(event("order.created", "M7", "e7"));
  await send(event("order.created", "M8", "e8"));
  await eventually(async () => (await startedBy("e8")).length > 0);
  await settled();
  expect(await startedBy("e7")).toEqual([]);
  expect(await startedBy("e8")).toEqual(["max"]);
  await call("DELETE", `/api/v2/public/linked-account/integration/${SLUG}`, undefined, "max");
  await eventually(async () => {
    // As the watcher does: a review passes over a subscription that is being tended at that moment.
    await reconcileSubscriptions(server.deps);
    await runDueSubscriptions(server.deps);
    const left = await server.deps.db.selectFrom("trigger_listeners").select("identifier").execute();
    return !left.some(({ identifier }) => identifier === "M8");
  });
  expect((await send(event("order.created", "M8", "e9"))).status).toBe(200);
  expect(await jobs()).toBe(0);
});

test("the address of a subscription, which verifies nothing, takes no shared events", async () => {
  await customer("zoe", "M10", orders);
  const { token } = await subscriptionToken("zoe");
  const sent = event("order.created", "M10", "e10");
  expect((await send(sent, { url: `${server.deps.config.publicUrl}/api/v1/hooks/${token}` })).status).toBe(
    404,
  );
});

test("an application without shared webhooks has no secret to set", async () => {
  const body = { webhook_secret: "x" };
  const refused = await call("PUT", "/api/v2/public/application/github/settings", body);
  expect(refused).toMatchObject({ status: 400 });
  expect((await call("GET", "/api/v2/public/application/github/settings")).body.webhook_url).toBeUndefined();
});

test("what arrives is noted, whoever listens: the last time of each event and outcome, for this environment alone", async () => {
  await customer("lea", "M11", orders);
  for (const [type, merchant] of [
    ["order.created", "M11"],
    ["refund.created", "M11"],
    ["refund.created", "M11"],
    ["refund.created", "of-nobody"],
  ] as const)
    expect((await send(event(type, merchant, `${type} of ${merchant}`))).status).toBe(200);
  await settled();
  const found = await arrivals();
  expect(found.slice(0, 3)).toEqual([
    ["refund.created", "unknown_customer"],
    ["refund.created", "unheard"],
    ["order.created", "delivered"],
  ]);
  await send(event("refund.created", "M11", "again"));
  expect((await arrivals())[0]).toEqual(["refund.created", "unheard"]);
  expect(await arrivals()).toHaveLength(found.length);
  await send(event("forged.created", "M11", "forged"), { secret: "wrong" });
  expect((await arrivals()).map(([type]) => type)).not.toContain("forged.created");
  const elsewhere = await arrivals(server.productionKey);
  expect(elsewhere.map(([type]) => type)).not.toContain("refund.created");
  expect((await call("GET", "/api/v2/public/application/github/webhook-arrivals")).status).toBe(404);
});

test("an event is accepted and noted whatever its name: long, of another kind, with what is not stored", async () => {
  const grin = "\u{1f600}".repeat(200);
  for (const [name, merchant] of [
    [7, "M13"],
    [null, "M13"],
    ["zero\0.created", "M13"],
    ["lone\ud800.created", "M13"],
    ["of-zero.created", "M\0"],
    [`x${grin}`, "M13"],
  ] as const)
    expect((await send({ merchant_id: merchant, type: name, event_id: "e" })).status).toBe(200);
  const found = (await arrivals()).map(([name]) => name);
  expect(found).toEqual(
    expect.arrayContaining([
      `x${grin.slice(0, 198)}\ufffd`,
      "of-zero.created",
      "lone\ufffd.created",
      "zero\ufffd.created",
      "7",
    ]),
  );
  expect(found).not.toContain("null");
});

test("the newest 50 arrivals are kept", async () => {
  for (let i = 0; i < 52; i += 1) await send(event(`kind-${i}.created`, "M12", `kind-${i}`));
  const found = (await arrivals()).map(([type]) => type);
  expect([found.length, found[0], found.at(-1)]).toEqual([50, "kind-51.created", "kind-2.created"]);
});

async function arrivals(key = server.testKey): Promise<[string, string][]> {
  const { body } = await server.request({ url: `/api/v2/public/application/${SLUG}/webhook-arrivals`, key });
  return body.docs.map(({ event: type, outcome }: { event: string; outcome: string }) => [type, outcome]);
}

async function subscriptionToken(name: string): Promise<{ token: string }> {
  const row = await server.deps.db
    .selectFrom("trigger_subscriptions as s")
    .innerJoin("linked_accounts as a", "a.id", "s.account_id")
    .select(["s.id", "s.secrets"])
    .where("a.account_id", "=", name)
    .executeTakeFirstOrThrow();
  return JSON.parse(server.deps.vault.open(row.secrets, `trigger_subscriptions/${row.id}/secrets`));
}
