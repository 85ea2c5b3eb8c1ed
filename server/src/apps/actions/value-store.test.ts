import { expect, test } from "vitest";
import { forAllTests } from "../../../test/for-all-tests.ts";
import { startTestServer } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Json } from "../../platform/json/json.ts";
import { createTestAccount } from "../../runs/start/test-run.ts";
import type { ValueName } from "../connector.ts";
import {
  createValueStore,
  MAX_VALUE_BYTES,
  MAX_VALUES_BYTES,
  MOST_VALUES,
  type ValueOwner,
} from "./value-store.ts";

const server = forAllTests(() => startTestServer());

const storeOf = (scope: AccountScope, more: Partial<ValueOwner> = {}) =>
  createValueStore(server.deps, { scope, slug: "lab", ...more });
const name = (key: string, scope: ValueName["scope"] = "account"): ValueName => ({ key, scope });

test("values are those of one account, environment, application and, if asked, workflow", async () => {
  const scope = await createTestAccount(server);
  const ours = storeOf(scope, { workflowId: "w1" });
  const value: Json = { n: [1, "é"] };
  for (const kind of ["account", "workflow"] as const) {
    expect(await ours.get(name("a", kind))).toBeNull();
    await ours.put(name("a", kind), value);
    expect(await ours.get(name("a", kind))).toEqual(value);
  }
  await ours.put(name("a", "workflow"), "of w1");
  expect(await ours.get(name("a"))).toEqual(value);
  expect(await ours.get(name("b"))).toBeNull();
  expect(await storeOf(scope, { workflowId: "w2" }).get(name("a"))).toEqual(value);
  const stranger = await server.organization();
  const others = [
    storeOf(await createTestAccount(server)),
    storeOf(scope, { slug: "other" }),
    storeOf({ ...scope, environment: "production" }),
    storeOf({ ...scope, orgId: stranger.orgId }),
  ];
  for (const other of others) {
    expect(await other.get(name("a"))).toBeNull();
    await other.delete(name("a"));
  }
  for (const other of [storeOf(scope, { workflowId: "w2" }), storeOf(scope)]) {
    expect(await other.get(name("a", "workflow"))).toBeNull();
    await other.delete(name("a", "workflow"));
  }
  expect(await ours.get(name("a"))).toEqual(value);
  expect(await ours.get(name("a", "workflow"))).toBe("of w1");
  await ours.delete(name("a"));
  expect(await ours.get(name("a"))).toBeNull();
  expect(await ours.get(name("a", "workflow"))).toBe("of w1");
});

test("values are sealed, and deleted with their account", async () => {
  const scope = await createTestAccount(server);
  await storeOf(scope).put(name("token"), "a token of the provider");
  const rows = () =>
    server.deps.db
      .selectFrom("stored_values")
      .select("value")
      .where("account_id", "=", scope.account.id)
      .execute();
  const [row] = await rows();
  expect(Buffer.from(row?.value ?? []).toString("latin1")).not.toContain("token");
  await server.deps.db.deleteFrom("linked_accounts").where("id", "=", scope.account.id).execute();
  expect(await rows()).toEqual([]);
});

test("a value and its name have a largest size", async () => {
  const store = storeOf(await createTestAccount(server));
  const largest = "x".repeat(MAX_VALUE_BYTES - 2);
  await store.put(name("k".repeat(128)), largest);
  expect(await store.get(name("k".repeat(128)))).toBe(largest);
  const refused: [string, Json, string][] = [
    ["a", `${largest}x`, "The value to store has more than 512 KiB."],
    ["k".repeat(129), 1, "The name of a stored value has more than 128 characters."],
    ["a\0", 1, "The name of a stored value has a NUL character."],
  ];
  for (const [key, value, message] of refused)
    await expect(store.put(name(key), value)).rejects.toMatchObject({ code: "input", message });
  expect(await store.get(name("a"))).toBeNull();
});

test("an application keeps only so many values for an account, and may replace those that it has", async () => {
  const scope = await createTestAccount(server);
  const store = storeOf(scope);
  await store.put(name("0"), 0);
  const { db, clock } = server.deps;
  const rows = Array.from({ length: MOST_VALUES - 1 }, (_, i) => ({
    org_id: scope.orgId,
    environment: scope.environment,
    account_id: scope.account.id,
    slug: "lab",
    workflow_id: "w",
    key: String(i),
    value: Buffer.from("x"),
    updated_at: clock.now(),
  }));
  await db.insertInto("stored_values").values(rows).execute();
  const full =
    "This application has already stored 1,000 values or 10 MiB for the customer, which is the limit.";
  await expect(store.put(name("more"), 1)).rejects.toMatchObject({ code: "input", message: full });
  expect(await store.get(name("more"))).toBeNull();
  await store.put(name("0"), "new");
  expect(await store.get(name("0"))).toBe("new");
  await storeOf(scope, { slug: "other" }).put(name("more"), 1);
  await db
    .updateTable("stored_values")
    .set({ value: Buffer.alloc(MAX_VALUES_BYTES - 1000) })
    .where("account_id", "=", scope.account.id)
    .where("slug", "=", "lab")
    .where("key", "=", "1")
    .execute();
  await db
    .deleteFrom("stored_values")
    .where("account_id", "=", scope.account.id)
    .where("key", "=", "2")
    .execute();
  await expect(store.put(name("0"), "y".repeat(1000))).rejects.toMatchObject({ message: full });
  expect(await store.get(name("0"))).toBe("new");
});
