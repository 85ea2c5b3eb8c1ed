import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../test/test-server.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";

// The provider knows the shop's server by a header that is the same for every customer.
const OPEN = { keybased: { fields: [], apply: { headers: { "x-app-key": "good" } } } };
const KEYED = {
  keybased: {
    fields: [{ name: "key", label: "Key" }],
    apply: { headers: { "x-app-key": "{{ credentials.key }}" } },
  },
};

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
  await shop.define("open", OPEN);
});
afterAll(() => shop.close());

/** A published workflow of the open application, and an account whose config has it on. */
async function follow(event: string, list: string, slug = "open") {
  const account = await shop.account();
  const workflow = await shop.publish({ event, input: { list }, application: slug }, { slug });
  await shop.configure(account, [{ id: workflow, enabled: true }], slug);
  await shop.pass();
  return { account, workflow };
}

async function subscriptionsOf(workflow: string) {
  return shop.server.deps.db
    .selectFrom("trigger_subscriptions")
    .innerJoin("linked_accounts", "linked_accounts.id", "trigger_subscriptions.account_id")
    .select(["linked_accounts.account_id", "wanted", "connection_id", "status", "cursor"])
    .where("workflow_id", "=", workflow)
    .orderBy("linked_accounts.account_id")
    .execute();
}

test("a poll of an application that needs no connection runs for the accounts whose config has it on", async () => {
  const seen = await follow("new_thing", "polled");
  const other = await shop.account();
  shop.add("polled", 1);
  await shop.pass();
  expect(await shop.idsSeen(seen)).toEqual([1]);
  expect(await shop.runs(other, seen.workflow)).toEqual([]);
});

test("of a workflow of no application, it runs for each account of the environment", async () => {
  const accounts = [await shop.account(), await shop.account()];
  const workflow = await shop.publish(
    { event: "new_thing", input: { list: "everybody" }, application: "open" },
    { slug: undefined },
  );
  await shop.pass();
  shop.add("everybody", 1);
  await shop.pass();
  for (const account of accounts) expect(await shop.idsSeen({ account, workflow })).toEqual([1]);
  const { count } = await shop.server.deps.db
    .selectFrom("linked_accounts")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("environment", "=", "test")
    .where("org_id", "=", shop.server.orgId)
    .executeTakeFirstOrThrow();
  expect(await subscriptionsOf(workflow)).toHaveLength(Number(count));
});

test("connecting and disconnecting make no difference", async () => {
  const seen = await follow("new_thing", "steady");
  await shop.connect(seen.account, "ignored", "open");
  await shop.pass();
  shop.add("steady", 1);
  await shop.pass();
  const url = "/api/v2/public/linked-account/integration/open";
  const { account } = seen;
  await shop.server.request({ method: "DELETE", url, key: shop.server.testKey, account });
  shop.add("steady", 2);
  await shop.pass();
  expect(await shop.idsSeen(seen)).toEqual([1, 2]);
  expect(await subscriptionsOf(seen.workflow)).toMatchObject([{ connection_id: "", wanted: true }]);
});

test("an unpublished workflow keeps its cursor", async () => {
  const seen = await follow("new_thing", "rests");
  const url = `/api/v2/public/workflow/${seen.workflow}/publish`;
  const publish = (published: boolean) =>
    shop.server.request({ method: "PUT", url, key: shop.server.testKey, body: { published } });
  await publish(false);
  await shop.pass();
  shop.add("rests", 1);
  await publish(true);
  await shop.pass();
  expect(await shop.idsSeen(seen)).toEqual([1]);
});

test("with a sign-in from now on, only connected accounts keep it, and without one all have it again", async () => {
  await shop.define("changing", OPEN);
  const connected = await follow("new_thing", "changing", "changing");
  const [account, other] = [connected.account, await shop.account()];
  await shop.configure(other, [{ id: connected.workflow, enabled: true }], "changing");
  await shop.define("changing", KEYED);
  await shop.connect(account, "good", "changing");
  await shop.pass();
  expect(await subscriptionsOf(connected.workflow)).toMatchObject([{ account_id: account, wanted: true }]);
  await shop.define("changing", OPEN);
  await shop.pass();
  expect(await subscriptionsOf(connected.workflow)).toHaveLength(2);
});

test("a webhook is subscribed, received and ended", async () => {
  const { account, workflow } = await follow("changed", "hooked");
  const hook = [...shop.hooks.values()].find(({ list }) => list === "hooked");
  if (hook === undefined) throw new Error("The provider has no subscription.");
  const body = JSON.stringify({ id: 7 });
  const signature = createHmac("sha256", hook.secret).update(body).digest("hex");
  const url = new URL(hook.url).pathname;
  const reply = await shop.server.request({
    method: "POST",
    url,
    body,
    headers: { "x-signature": signature },
  });
  expect(reply.status, reply.text).toBe(200);
  await eventually(async () => (await shop.runs(account, workflow)).length === 1);
  await shop.configure(account, [{ id: workflow, enabled: false }], "open");
  await shop.pass();
  expect([...shop.hooks.values()].some(({ list }) => list === "hooked")).toBe(false);
});
