import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { deleteConnections, saveConnection } from "../apps/store.ts";
import { findAccount } from "../auth/guard.ts";
import type { AccountScope } from "../auth/scope.ts";
import { readRunSettings } from "../runs/settings/run-settings.ts";
import { deleteWorkflow, findWorkflow } from "../workflows/store.ts";
import { findConfig, isEnabled, listConfigs, readEnabledWorkflows, saveChoices } from "./store.ts";
import { insertTestWorkflow } from "./test-workflow.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A new account that has a config named after itself. */
async function accountWithConfig(accountId: string, body: object = {}): Promise<AccountScope> {
  const token = await server.account(accountId);
  const request = { url: "/api/v2/f-sdk/config", token, body: { slug: "stripe", ...body } };
  expect((await server.request({ ...request, method: "POST" })).status).toBe(200);
  expect((await server.request({ ...request, method: "PUT" })).status).toBe(200);
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (!account) throw new Error("The account was not stored.");
  return { ...server.test, account };
}

describe("a run starts with", () => {
  test("values of the application and of the workflow, with defaults", async () => {
    const { db } = server.deps;
    const workflow = await insertTestWorkflow(server.deps, server.test, {
      data_slots: [{ id: "to" }, { id: "count", field_type: "number", defaultValue: 5 }],
    });
    const scope = await accountWithConfig("settings", {
      fields: { region: "EU" },
      workflows: [{ id: workflow, enabled: true, fields: { to: "x@example.com" } }],
    });
    expect(
      await readRunSettings(db, scope, "settings", { id: workflow, version: 1, slug: "stripe" }),
    ).toEqual({
      fields: { region: "EU" },
      workflowFields: { to: "x@example.com", count: 5 },
      applicationSecrets: {},
      secrets: {},
    });
  });

  test("empty maps if there is no config, no application, or in the other environment", async () => {
    const { db } = server.deps;
    const workflow = await insertTestWorkflow(server.deps, server.test);
    const scope = await accountWithConfig("bare", { fields: { region: "EU" } });
    const empty = { fields: {}, workflowFields: {} };
    expect(await readRunSettings(db, scope, "other", { id: workflow, version: 1, slug: "stripe" })).toEqual(
      empty,
    );
    expect(await readRunSettings(db, scope, "bare", { id: workflow, version: 1, slug: null })).toEqual(empty);
    const production = { ...scope, environment: "production" as const };
    expect(
      await readRunSettings(db, production, "bare", { id: workflow, version: 1, slug: "stripe" }),
    ).toEqual(empty);
  });
});

describe("workflows are on", () => {
  test("according to the config, or else autoEnable; without a config only those without an application", async () => {
    const { db } = server.deps;
    const store = (content: Parameters<typeof insertTestWorkflow>[2]) =>
      insertTestWorkflow(server.deps, server.test, content);
    const on = await store({ name: "On" });
    const off = await store({ name: "Off", auto_enable: true });
    const auto = await store({ name: "Auto", auto_enable: true });
    const manual = await store({ name: "Manual" });
    const free = await store({ name: "Free", slug: null });
    const all = [on, off, auto, manual, free];
    const scope = await accountWithConfig("switches", {
      workflows: [
        { id: on, enabled: true, fields: {} },
        { id: off, enabled: false, fields: {} },
      ],
    });
    expect(await readEnabledWorkflows(db, scope, "switches", all)).toEqual(new Set([on, auto, free]));
    expect(await readEnabledWorkflows(db, scope, "other", all)).toEqual(new Set([free]));
    expect(await readEnabledWorkflows(db, scope, "switches", [])).toEqual(new Set());
    expect(await isEnabled(db, scope, "switches", on)).toBe(true);
    expect(await isEnabled(db, scope, "switches", off)).toBe(false);
  });

  test("a workflow that is deleted while it is being switched is rejected", async () => {
    const { db, queue } = server.deps;
    const scope = await accountWithConfig("late");
    const row = await findConfig(db, scope, { slug: "stripe", configId: "late" });
    if (!row) throw new Error("The config was not stored.");
    const gone = new Map([
      ["000000000000000000000000", { enabled: true, fields: {}, secrets: {}, connections: {} }],
    ]);
    await expect(queue.transaction((tx) => saveChoices(tx, row, gone))).rejects.toThrow(
      "One of the workflows was deleted in the meantime.",
    );
  });

  test("a deleted workflow is removed from the configs", async () => {
    const { db } = server.deps;
    const id = await insertTestWorkflow(server.deps, server.test);
    await accountWithConfig("survivor", { workflows: [{ id, enabled: true, fields: {} }] });
    const row = await findWorkflow(db, server.test, id);
    if (!row) throw new Error("The workflow was not stored.");
    await deleteWorkflow(db, row);
    const rows = await db
      .selectFrom("config_workflows")
      .select("config")
      .where("workflow_id", "=", id)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe("disconnecting an application", () => {
  const connect = (scope: AccountScope, authType: "keybased" | "oauth2") =>
    server.deps.queue.transaction((tx) =>
      saveConnection(tx, scope, {
        slug: "stripe",
        authType,
        credential: { seal: () => Buffer.from("sealed") },
        now: server.deps.clock.now(),
      }),
    );
  const disconnect = (scope: AccountScope, authType?: "keybased" | "oauth2") =>
    server.deps.queue.transaction((tx) => deleteConnections(tx, scope, { slug: "stripe", authType }));

  test("removes the account's configs for it once no connection is left; those of others stay", async () => {
    const { db } = server.deps;
    const scope = await accountWithConfig("leaver");
    const other = await accountWithConfig("stayer");
    await connect(scope, "keybased");
    await connect(scope, "oauth2");
    await connect(other, "keybased");
    await disconnect(scope, "oauth2");
    expect(await listConfigs(db, scope, "stripe")).toEqual([{ config_id: "leaver" }]);
    await disconnect(scope, "keybased");
    expect(await listConfigs(db, scope, "stripe")).toEqual([]);
    expect(await listConfigs(db, other, "stripe")).toEqual([{ config_id: "stayer" }]);
  });

  test("removes them when all kinds are disconnected at once; reconnecting keeps them", async () => {
    const { db } = server.deps;
    const scope = await accountWithConfig("returner");
    await connect(scope, "keybased");
    await connect(scope, "keybased");
    expect(await listConfigs(db, scope, "stripe")).toHaveLength(1);
    await connect(scope, "oauth2");
    await disconnect(scope);
    expect(await listConfigs(db, scope, "stripe")).toEqual([]);
  });

  test("deleting an account deletes its configs", async () => {
    const { db } = server.deps;
    const scope = await accountWithConfig("deleted");
    await connect(scope, "keybased");
    await server.request({
      method: "DELETE",
      url: "/api/v2/public/linked-account/deleted",
      key: server.testKey,
    });
    expect(await listConfigs(db, scope, "stripe")).toEqual([]);
  });
});
