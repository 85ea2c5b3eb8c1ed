import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../test/test-server.ts";
import { runStatement } from "../platform/database/database.ts";
import { reconcileSubscriptions } from "./reconcile.ts";
import { startTestShop, type TestShop } from "./test-shop.ts";
import { startWatcher } from "./watcher.ts";

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

/** Connected and subscribed accounts whose first poll is due. */
async function subscribed(list: string, accounts: string[], slug = "shop"): Promise<string> {
  const workflow = await shop.publish({ event: "new_thing", input: { list }, application: slug }, { slug });
  for (const account of accounts) {
    await shop.server.account(account);
    await shop.connect(account, "good", slug);
    await shop.configure(account, [{ id: workflow, enabled: true }], slug);
  }
  await reconcileSubscriptions(shop.server.deps);
  return workflow;
}

function statuses(workflow: string) {
  const { db } = shop.server.deps;
  return db
    .selectFrom("trigger_subscriptions")
    .select("status")
    .where("workflow_id", "=", workflow)
    .execute();
}

test("due subscriptions are handled while the expected ones cannot be read", async () => {
  const workflow = await subscribed("a", ["one"]);
  await runStatement(
    shop.server.deps.db,
    { text: "alter table workflow_publications rename column start_triggers to hidden_triggers" },
    [],
  );
  const watcher = startWatcher(shop.server.deps);
  await eventually(async () => (await statuses(workflow)).every(({ status }) => status === "active"));
  await watcher.stop();
  await runStatement(
    shop.server.deps.db,
    { text: "alter table workflow_publications rename column hidden_triggers to start_triggers" },
    [],
  );
  expect(await statuses(workflow)).toEqual([{ status: "active" }]);
});

test("a hanging provider does not delay those of other applications", async () => {
  const accounts = Array.from({ length: 20 }, (_, i) => `account-${i}`);
  const hanging = await subscribed("hang", accounts);
  await shop.define("other");
  const { answer } = shop.api;
  let asked = 0;
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  shop.api.answer = async (request) => {
    if (request.url.includes("list=hang") && ++asked > 0) await released;
    return (await answer?.(request)) ?? {};
  };
  const watcher = startWatcher(shop.server.deps);
  await eventually(async () => asked === 16);
  const other = await subscribed("b", ["another"], "other");
  await eventually(async () => (await statuses(other)).every(({ status }) => status === "active"));
  expect(asked).toBe(16);
  expect((await statuses(hanging)).every(({ status }) => status === "starting")).toBe(true);
  letGo();
  await watcher.stop();
  shop.api.answer = answer;
});
