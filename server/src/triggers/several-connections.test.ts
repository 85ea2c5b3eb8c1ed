import { afterAll, beforeAll, expect, test } from "vitest";
import { listConnectionsTo, saveConnection } from "../apps/store.ts";
import { findAccount } from "../auth/guard.ts";
import { LeaseLostError } from "../platform/work/row-lease.ts";
import { pollOnce } from "./poll.ts";
import { reconcileSubscriptions } from "./reconcile.ts";
import { claimDueSubscriptionRows } from "./store.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";
let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
  shop.keys.add("other");
});
afterAll(() => shop.close());

const call = (method: "GET" | "PUT" | "PATCH" | "DELETE", url: string, account: string, body?: object) =>
  shop.server.request({ method, url, key: shop.server.testKey, account, body });

/** Adds a connection with the key `other`; returns its id. */
async function addConnection(account: string): Promise<string> {
  const url = `${INTEGRATION}/save-key-credentials/shop?connection_id=new`;
  expect((await call("PUT", url, account, { key: "other" })).status).toBe(200);
  const { body } = await call("GET", "/api/v2/public/application/shop", account);
  return body.connections.find((one: { is_default: boolean }) => !one.is_default).connection_id;
}

const makeDefault = (account: string, id: string) =>
  call("PATCH", `${INTEGRATION}/shop/connections/${id}`, account, { is_default: true });

/** The keys of the provider's requests to a path, in order. */
const keysFor = (path: string) =>
  shop.api.requests
    .filter(({ url }) => url.startsWith(path))
    .map(({ method, headers }) => `${method} ${headers["x-app-key"]}`);

test("a further connection changes nothing: triggers listen to the default one, once", async () => {
  const watching = await shop.watch("further");
  await addConnection(watching.account);
  shop.api.requests.length = 0;
  shop.add("further", 1);
  await shop.pass();
  expect(await shop.idsSeen(watching)).toEqual([1]);
  expect(new Set(keysFor("/things"))).toEqual(new Set(["GET good"]));
});

test("with another default, a poll begins anew there: what is there already is not an event", async () => {
  const watching = await shop.watch("switched");
  const other = await addConnection(watching.account);
  shop.add("switched", 1);
  expect((await makeDefault(watching.account, other)).status).toBe(200);
  shop.api.requests.length = 0;
  await shop.pass();
  shop.add("switched", 2);
  await shop.pass();
  expect(await shop.idsSeen(watching)).toEqual([2]);
  expect(new Set(keysFor("/things?list=switched"))).toEqual(new Set(["GET other"]));
});

test("with another default, the provider's webhook is removed with the connection that made it", async () => {
  const account = await shop.account();
  const workflow = await shop.publish({ event: "changed", input: { list: "hooked" } });
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  await shop.pass();
  const other = await addConnection(account);
  const [first] = [...shop.hooks.keys()].slice(-1);
  shop.api.requests.length = 0;
  await makeDefault(account, other);
  await shop.pass();
  expect(keysFor("/hooks").toSorted()).toEqual(["DELETE good", "POST other"]);
  expect(shop.hooks.has(first ?? "")).toBe(false);
  expect([...shop.hooks.values()].filter(({ list }) => list === "hooked")).toHaveLength(1);
});

test("the default may go back and forth while the provider cannot be asked", async () => {
  const account = await shop.account();
  const workflow = await shop.publish({ event: "changed", input: { list: "back" } });
  await shop.connect(account);
  await shop.configure(account, [{ id: workflow, enabled: true }]);
  await shop.pass();
  const other = await addConnection(account);
  const { body } = await call("GET", "/api/v2/public/application/shop", account);
  const own = body.connected_accounts[0].connection_id;
  for (const id of [other, own, other, own]) {
    expect((await makeDefault(account, id)).status).toBe(200);
    await reconcileSubscriptions(shop.server.deps);
  }
  await shop.pass();
  expect([...shop.hooks.values()].filter(({ list }) => list === "back")).toHaveLength(1);
});

test("the connection in use becomes the only default of two: its triggers go on where they were", async () => {
  const watching = await shop.watch("kept");
  const { database, db, queue } = shop.server.deps;
  const account = await findAccount(database, shop.server.test, watching.account);
  if (account === undefined) throw new Error("The account is missing.");
  const scope = { ...shop.server.test, account };
  const credential = { seal: () => Buffer.from("unused") };
  await queue.transaction((tx) =>
    saveConnection(tx, scope, { slug: "shop", authType: "oauth2", credential, now: new Date() }),
  );
  const [idle, inUse] = (await listConnectionsTo(db, scope, "shop")).toSorted((a, b) => b.place - a.place);
  expect([idle?.is_default, inUse?.is_default]).toEqual([true, true]);
  shop.add("kept", 1);
  expect((await makeDefault(watching.account, inUse?.id ?? "")).status).toBe(200);
  await shop.pass();
  expect(await shop.idsSeen(watching)).toEqual([1]);
  // The setting that spares them ends with its transaction.
  const other = await addConnection(watching.account);
  shop.add("kept", 2);
  expect((await makeDefault(watching.account, other)).status).toBe(200);
  await shop.pass();
  expect(await shop.idsSeen(watching)).toEqual([1]);
});

test("a poll that was about to begin when the default changed stores nothing", async () => {
  const { account, workflow } = await shop.watch("midway");
  const other = await addConnection(account);
  shop.add("midway", 1);
  const { database, clock } = shop.server.deps;
  const rows = await claimDueSubscriptionRows(database, {
    now: new Date(clock.now().getTime() + 3_600_000),
    leaseMs: 1,
    held: [],
    shares: { slots: 100, spare: 0, perApplication: 100, perAccount: 100 },
  });
  const row = rows.find((one) => one.workflow_id === workflow);
  if (row === undefined) throw new Error("The subscription was not claimed.");
  await makeDefault(account, other);
  const polling = pollOnce(shop.server.deps, row, AbortSignal.timeout(60_000));
  await expect(polling).rejects.toBeInstanceOf(LeaseLostError);
  expect(await shop.idsSeen({ account, workflow })).toEqual([]);
});
