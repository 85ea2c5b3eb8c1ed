import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterEach, expect, inject, test, vi } from "vitest";
import { copyDatabase } from "../../test/open-server.ts";
import { SEALED_COLUMNS } from "../api/sealed-columns.ts";
import { YOUR_APP_COLUMN } from "../apps/connections/your-app.ts";
import { addPendingRecords } from "../audit-log/write.ts";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";
import { findRecords } from "../platform/root-key/find-records.ts";
import { rotateColumn } from "../platform/root-key/rotate-column.ts";
import { createVault, getKeyId, type Vault } from "../platform/vault.ts";
import { readRootKeys } from "../start/root-key.ts";
import { rotateRootKey } from "./root-key.ts";
import { insertSecrets, openInstallation, requireSecrets, SECRET } from "./test-installation.ts";

const OLD = Buffer.alloc(32, 7);
const NEW = randomBytes(32);

afterEach(() => {
  vi.restoreAllMocks();
});

test("slow: a rotated root key opens everything, the old one opens nothing and starts no process", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { config, remove } = await copyDatabase();
  const isShared = config.databaseUrl !== undefined;
  const old: Config = { ...config, encryptionKey: OLD, secondEncryptionKey: NEW };
  const rotating: Config = { ...config, encryptionKey: NEW, secondEncryptionKey: OLD };

  const before = await openInstallation(old);
  const kept = await insertSecrets(before);
  // Only several processes can use a PostgreSQL server; the embedded database refuses a second one.
  await expect(rotateRootKey(rotating, 0)).rejects.toThrow(
    isShared ? `still encrypt with the old key: junctor key:${getKeyId(OLD)}` : StartError,
  );
  expect((await before.deps.db.selectFrom("audit_log_pending").selectAll().execute()).length).toBeGreaterThan(
    0,
  );
  await addPendingRecords(before.deps);
  await before.close();

  const meanwhile = isShared ? await openInstallation(rotating) : undefined;
  await rotateRootKey(rotating, 0);
  await meanwhile?.close();
  // A second time there is nothing to do.
  await rotateRootKey(rotating, 0);

  const after = await openInstallation({ ...config, encryptionKey: NEW, secondEncryptionKey: undefined });
  after.work();
  await requireSecrets(after, kept);
  expect(await findRecords(after.deps.database, getKeyId(OLD))).toEqual([]);
  // Nobody has changed a secret. What is recorded: `openInstallation` makes an organization, `requireSecrets` reads a secret.
  const recorded = await after.deps.db.selectFrom("audit_log_pending").select("source").execute();
  expect(new Set(recorded.map(({ source }) => source))).toEqual(
    new Set(["organizations", "api_keys", "webhook"]),
  );
  await after.close();

  await expect(openInstallation(old)).rejects.toThrow("JUNCTOR_ENCRYPTION_KEY is a key that was rotated out");
  await expect(openInstallation({ ...config, encryptionKey: OLD })).rejects.toThrow("is not the one");
  await remove();
});

test("with the two keys the wrong way round, nothing is rotated and the new key stays usable", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { config, remove } = await copyDatabase();
  const old = { ...config, encryptionKey: OLD, secondEncryptionKey: NEW };
  await (await openInstallation(old)).close();
  await expect(rotateRootKey(old, 0)).rejects.toThrow(
    "Nothing is encrypted with JUNCTOR_SECOND_ENCRYPTION_KEY",
  );
  const swapped = { ...config, encryptionKey: NEW, secondEncryptionKey: OLD };
  const server = await openInstallation(swapped);
  await server.account("one");
  const yourApp = server.deps.vault.seal(SECRET, "linked_accounts/one");
  await server.deps.db.updateTable("linked_accounts").set({ your_app: yourApp }).execute();
  await server.close();
  // The way back, as long as something is under the other key.
  await expect(rotateRootKey(old, 0)).rejects.toThrow("The old key is still needed for linked_accounts");
  await remove();
});

test("a record that opens for nobody is named, and the old key stays needed", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const { config, remove } = await copyDatabase();
  const before = await openInstallation({ ...config, encryptionKey: OLD });
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
    const server = await openInstallation(config);
    await expect(rotateRootKey(config, 0)).rejects.toThrow(StartError);
    expect(await readRootKeys(config)).toEqual({ key: OLD });
    const kept = await insertSecrets(server);
    await server.close();
    await rotateRootKey(config, 0);
    const { key, second } = await readRootKeys(config);
    expect([second, key.equals(OLD)]).toEqual([undefined, false]);
    const after = await openInstallation(config);
    after.work();
    await requireSecrets(after, kept);
    await after.close();
    await remove();
  },
);

test("what a row gets while its record is rewrapped stays", async () => {
  const { config, remove } = await copyDatabase();
  const server = await openInstallation({ ...config, encryptionKey: OLD });
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

test("each column is walked through by the primary key of its table", async () => {
  const { config, remove } = await copyDatabase();
  const server = await openInstallation(config);
  const { rows } = await sql<{ table: string; key: string[] }>`select i.indrelid::regclass::text as table,
      array(select a.attname::text from unnest(i.indkey) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number order by k.place) as key
    from pg_index i where i.indisprimary`.execute(server.deps.db);
  const keys = new Map(rows.map(({ table, key }) => [table, key]));
  for (const { table, key } of SEALED_COLUMNS) expect(keys.get(table), table).toEqual(key);
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
    "mcp/calls/redact-call.ts",
    "operators/totp.ts",
    "runs/passwords.ts",
    "runs/settings/secret-settings.ts",
    "triggers/secrets.ts",
    "triggers/shared/sealed-request.ts",
    "webhooks/manage/chat-url.ts",
    "webhooks/manage/own-headers.ts",
    "webhooks/manage/secret.ts",
    "webhooks/sealed-notice.ts",
  ]);
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)).toHaveLength(29);
});
