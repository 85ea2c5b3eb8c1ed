import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterEach, expect, inject, test, vi } from "vitest";
import { copyDatabase } from "../../test/open-server.ts";
import { asTestServer, eventually, type TestServer } from "../../test/test-server.ts";
import { buildApp, JOBS } from "../api/app.ts";
import { SEALED_COLUMNS } from "../api/sealed-columns.ts";
import { createValueStore } from "../apps/actions/value-store.ts";
import { YOUR_APP_COLUMN } from "../apps/connections/your-app.ts";
import { addPendingRecords } from "../audit-log/write.ts";
import type { Config } from "../config.ts";
import { readContent } from "../files/objects/object-store.ts";
import { saveFile } from "../files/save-file.ts";
import { findFile } from "../files/store.ts";
import { StartError } from "../platform/errors.ts";
import { findRecords } from "../platform/root-key/find-records.ts";
import { rotateColumn } from "../platform/root-key/rotate-column.ts";
import { createVault, getKeyId, type Vault } from "../platform/vault.ts";
import { createCodeNode, createTestAccount, waitForRunEnd } from "../runs/start/test-run.ts";
import { buildDeps } from "../start/build-deps.ts";
import { readRootKeys } from "../start/root-key.ts";
import { deliverSharedJob } from "../triggers/shared/deliver-shared.ts";
import { decryptRequest, encryptRequest } from "../triggers/shared/sealed-request.ts";
import { rotateRootKey } from "./root-key.ts";

const OLD = Buffer.alloc(32, 7);
const NEW = randomBytes(32);
const PUBLIC = "/api/v2/public";
const PASSWORD = "the password of a customer";
const SECRET = "whole-secret-value";
const STORED = { scope: "account", key: "k/1" } as const;

afterEach(() => {
  vi.restoreAllMocks();
});

/** A server on a database that stays when the server is closed. */
async function open(config: Config): Promise<TestServer> {
  const deps = await buildDeps(config, { queueNames: JOBS.map(({ name }) => name), works: true });
  const app = await buildApp(deps);
  const close = async () => {
    await app.close();
    await deps.close();
  };
  return asTestServer({ deps, app, close });
}

/** Stores secrets in every form: by id, by other keys, in JSON, in base64, in jobs. What `check` needs to read them. */
async function fill(server: TestServer) {
  const { deps, testKey } = server;
  server.work();
  const scope = await createTestAccount(server, "one");
  const send = async (method: "POST" | "PUT", path: string, body: object) => {
    const reply = await server.request({ method, url: PUBLIC + path, key: testKey, account: "one", body });
    expect(reply.status, `${path} ${reply.text}`).toBe(200);
    return reply.body;
  };
  const webhook = await send("POST", "/webhook", {
    webhook_url: "https://example.com/hook",
    webhook_events: ["Workflow Completed"],
    webhook_headers: { authorization: SECRET },
  });
  await send("PUT", "/application/hubspot/settings", { client_id: "id", client_secret: SECRET });
  await send("PUT", "/application/stripe/fields", {
    fields: [{ id: "token", name: "Token", field_type: "password" }],
  });
  const workflow = await send("POST", "/workflow", {
    name: "Knows passwords",
    slug: "stripe",
    data_slots: [{ id: "pw", name: "Password", field_type: "password" }],
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
      { id: "pass", type: "transform", data: { output: { same: "{{ config.pw }} {{ config.token }}" } } },
      // Until the root key is another: the execution goes on from what the database holds.
      { id: "pause", type: "delay", data: { for_ms: 3000 } },
      createCodeNode("count", "return node.pass.body.same.length"),
    ],
    edges: ["start", "pass", "pause"].map((source, at) => ({
      source,
      target: ["pass", "pause", "count"][at],
    })),
  });
  await send("PUT", `/workflow/${workflow._id}/publish`, { published: true });
  const workflows = [{ id: workflow._id, enabled: true, fields: { pw: PASSWORD } }];
  await send("POST", "/config", { slug: "stripe", fields: { token: SECRET }, workflows });
  const { execution_id } = await send("POST", `/workflow/${workflow._id}/execute`, { payload: {} });
  await eventually(async () => {
    const steps = await deps.db.selectFrom("run_steps").select(["node_id", "sealed"]).execute();
    return steps.some(({ node_id }) => node_id === "pause") && steps.some(({ sealed }) => sealed !== null);
  });
  const bytes = randomBytes(2 * 2 ** 20);
  const file = await saveFile(deps, scope, { name: "a", contentType: "", content: bytes }, undefined);
  await createValueStore(deps, { scope, slug: "stripe" }).put(STORED, SECRET);
  const request = { method: "POST", query: {}, headers: {}, body: Buffer.from(SECRET) };
  await deps.queue.transaction((tx) =>
    deps.queue.enqueue(
      tx,
      deliverSharedJob,
      {
        subscriptionId: "6a1f0c2e9b3d4f5a6b7c8d9e",
        listener: { event: "e", identifier: "i" },
        sealed: encryptRequest(deps.vault, request),
      },
      { startAfter: new Date(Date.now() + 3_600_000) },
    ),
  );
  return { testKey, scope, webhook, execution: `${execution_id}`, bytes, file: file.$file };
}

/** Whether everything that `fill` stored can be used. */
async function check(server: TestServer, kept: Awaited<ReturnType<typeof fill>>): Promise<void> {
  const { deps } = server;
  const get = async (path: string) =>
    (await server.request({ url: PUBLIC + path, key: kept.testKey, account: "one" })).body;
  expect((await get(`/webhook/${kept.webhook._id}/secret`)).secret).toBe(kept.webhook.secret);
  expect((await get("/application/hubspot/settings")).client_secret_last_four).toBe(SECRET.slice(-4));
  expect(await createValueStore(deps, { scope: kept.scope, slug: "stripe" }).get(STORED)).toBe(SECRET);
  const file = await findFile(deps.db, kept.scope, kept.file);
  expect((await readContent(deps.objectStore, file?.content ?? Buffer.alloc(0))).equals(kept.bytes)).toBe(
    true,
  );
  const { rows } = await sql<{ sealed: string }>`select data->>'sealed' as sealed from pgboss.job
    where name = ${deliverSharedJob.name}`.execute(deps.db);
  expect(decryptRequest(deps.vault, rows[0]?.sealed ?? "").body.toString()).toBe(SECRET);
  const run = await waitForRunEnd({ ...server, testKey: kept.testKey }, kept.execution);
  expect(run.status, JSON.stringify(run)).toBe("COMPLETED");
  expect(run.nodes.at(-1).latest_output.body).toBe(PASSWORD.length + 1 + SECRET.length);
}

test("slow: a rotated root key opens everything, the old one opens nothing and starts no process", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { config, remove } = await copyDatabase();
  const isShared = config.databaseUrl !== undefined;
  const old: Config = { ...config, encryptionKey: OLD, secondEncryptionKey: NEW };
  const rotating: Config = { ...config, encryptionKey: NEW, secondEncryptionKey: OLD };

  const before = await open(old);
  const kept = await fill(before);
  // Only several processes can use a PostgreSQL server; the embedded database refuses a second one.
  await expect(rotateRootKey(rotating, 0)).rejects.toThrow(
    isShared ? `still encrypt with the old key: junctor key:${getKeyId(OLD)}` : StartError,
  );
  expect((await before.deps.db.selectFrom("audit_log_pending").selectAll().execute()).length).toBeGreaterThan(
    0,
  );
  await addPendingRecords(before.deps);
  await before.close();

  const meanwhile = isShared ? await open(rotating) : undefined;
  await rotateRootKey(rotating, 0);
  await meanwhile?.close();
  // A second time there is nothing to do.
  await rotateRootKey(rotating, 0);

  const after = await open({ ...config, encryptionKey: NEW, secondEncryptionKey: undefined });
  after.work();
  await check(after, kept);
  expect(await findRecords(after.deps.database, getKeyId(OLD))).toEqual([]);
  // Nobody has changed a secret. What is recorded: `open` makes an organization, `check` reads a secret.
  const recorded = await after.deps.db.selectFrom("audit_log_pending").select("source").execute();
  expect(new Set(recorded.map(({ source }) => source))).toEqual(
    new Set(["organizations", "api_keys", "webhook"]),
  );
  await after.close();

  await expect(open(old)).rejects.toThrow("JUNCTOR_ENCRYPTION_KEY is a key that was rotated out");
  await expect(open({ ...config, encryptionKey: OLD })).rejects.toThrow("is not the one");
  await remove();
});

test("a record that opens for nobody is named, and the old key stays needed", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { config, remove } = await copyDatabase();
  const before = await open({ ...config, encryptionKey: OLD });
  await before.account("one");
  const moved = before.deps.vault.seal(SECRET, "another place");
  await before.deps.db.updateTable("linked_accounts").set({ your_app: moved }).execute();
  await before.close();
  const rotating = { ...config, encryptionKey: NEW, secondEncryptionKey: OLD };
  await expect(rotateRootKey(rotating, 0)).rejects.toThrow(
    "The old key is still needed for linked_accounts.your_app (1 row): keep it",
  );
  await remove();
});

test.skipIf(inject("databaseUrl"))(
  "a file of the data folder is rotated without any setting, and only while no server runs (embedded database)",
  async () => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    const { config: copied, remove } = await copyDatabase();
    const config = { ...copied, encryptionKey: undefined };
    const path = join(config.dataDir, "encryption-key");
    writeFileSync(path, OLD.toString("base64"));
    const server = await open(config);
    await expect(rotateRootKey(config, 0)).rejects.toThrow(StartError);
    expect(await readRootKeys(config)).toEqual({ key: OLD });
    const kept = await fill(server);
    await server.close();
    await rotateRootKey(config, 0);
    const { key, second } = await readRootKeys(config);
    expect([second, key.equals(OLD)]).toEqual([undefined, false]);
    const after = await open(config);
    after.work();
    await check(after, kept);
    await after.close();
    await remove();
  },
);

test("what a row gets while its record is rewrapped stays", async () => {
  const { config, remove } = await copyDatabase();
  const server = await open({ ...config, encryptionKey: OLD });
  await server.account("one");
  const { db, vault } = server.deps;
  const { id } = await db.selectFrom("linked_accounts").select("id").executeTakeFirstOrThrow();
  const identity = YOUR_APP_COLUMN.identityOf(id);
  await db
    .updateTable("linked_accounts")
    .set({ your_app: vault.seal("old", identity) })
    .execute();
  const next = createVault({ key: NEW, second: OLD });
  const newer = next.seal("new", identity);
  // The change is made between reading the row and writing it.
  const racing: Vault = {
    ...next,
    rewrap: (sealed, place) => {
      changes.push(db.updateTable("linked_accounts").set({ your_app: newer }).execute());
      return next.rewrap(sealed, place);
    },
  };
  const changes: Promise<unknown>[] = [];
  const work = { database: server.deps.database, vault: racing, oldKeyId: getKeyId(OLD) };
  await rotateColumn({ ...work, afterBatch: async () => {} }, YOUR_APP_COLUMN);
  await Promise.all(changes);
  expect(changes).toHaveLength(1);
  const row = await db.selectFrom("linked_accounts").select("your_app").executeTakeFirstOrThrow();
  expect(next.open(row.your_app ?? Buffer.alloc(0), identity)).toBe("new");
  await server.close();
  await remove();
});

// Its values live outside the database: in cookies of browsers, or for one request.
const NOT_STORED = ["operators/known-browser.ts", "operators/oidc.ts"];

test("every file that encrypts something for the database belongs to a column that a rotation walks through", () => {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !/(^|\/)test-/.test(name))
    .filter((name) => /[vV]ault\s*\.seal\(/.test(readFileSync(join(folder, name), "utf8")));
  expect(files.filter((name) => !NOT_STORED.includes(name)).toSorted()).toEqual([
    "accounts/credential-store.ts",
    "accounts/store.ts",
    "apps/actions/value-store.ts",
    "apps/connections/accounts/connect-account.ts",
    "apps/connections/connect-link.ts",
    "apps/connections/credential.ts",
    "apps/connections/start-consent.ts",
    "apps/manage/mcp-application.ts",
    "apps/manage/promote.ts",
    "apps/manage/settings-routes.ts",
    "auth/keys/keys.ts",
    "auth/organizations/installation.ts",
    "events/receive/webhook-secret.ts",
    "files/objects/object-store.ts",
    "mail/send-queued-mail.ts",
    "mcp/approvals/sealed-call.ts",
    "operators/totp.ts",
    "runs/passwords.ts",
    "runs/settings/secret-settings.ts",
    "triggers/secrets.ts",
    "triggers/shared/sealed-request.ts",
    "webhooks/manage/chat-url.ts",
    "webhooks/manage/own-headers.ts",
    "webhooks/manage/secret.ts",
  ]);
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)).toHaveLength(25);
});
