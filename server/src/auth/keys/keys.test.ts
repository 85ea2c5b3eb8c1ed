import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { runStatement } from "../../platform/database/database.ts";
import type { Scope } from "../scope.ts";
import {
  buildSigningKeyIdSql,
  decryptApiKey,
  generateApiKey,
  hashCredential,
  insertApiKey,
  listApiKeys,
  READ_SEALED_KEYS,
  revokeApiKey,
} from "./keys.ts";

let server: TestServer;
const ORGANIZATION = "/api/v2/public/organization";

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Whether the last six characters are the CRC-32 of the 30 before them in base62, as scanners check it. */
function hasValidChecksum(key: string): boolean {
  const [, random = "", end = ""] = /^(?:tk|pk)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(key) ?? [];
  return end !== "" && [...end].reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0) === crc32(random);
}

test("a generated key names its environment and ends in a checksum", () => {
  for (let i = 0; i < 200; i++) {
    expect(generateApiKey("test")).toMatch(/^tk_[0-9A-Za-z]{36}$/);
    expect(generateApiKey("production")).toMatch(/^pk_[0-9A-Za-z]{36}$/);
  }
  const keys = Array.from({ length: 500 }, () => generateApiKey("test"));
  expect(new Set(keys).size).toBe(500);
  expect(keys.every(hasValidChecksum)).toBe(true);
});

test("a typo in a generated key breaks its checksum", () => {
  const key = generateApiKey("production");
  for (let at = 3; at < key.length; at++) {
    const other = key[at] === "x" ? "y" : "x";
    expect(hasValidChecksum(key.slice(0, at) + other + key.slice(at + 1)), `character ${at}`).toBe(false);
  }
  expect(hasValidChecksum("tk_short")).toBe(false);
});

test("a stored key is found by its hash and stored only encrypted", async () => {
  const { db } = server.deps;
  const rows = await db.selectFrom("api_keys").selectAll().where("org_id", "=", server.orgId).execute();
  const row = rows.find(({ environment }) => environment === "test");
  expect(row?.hash).toBe(createHash("sha256").update(server.testKey).digest("hex"));
  expect(hashCredential(server.testKey)).toBe(row?.hash);
  expect(row?.last_four).toBe(server.testKey.slice(-4));
  const stored = rows.map((one) => JSON.stringify(one) + Buffer.from(one.sealed).toString("latin1")).join();
  expect(stored).not.toContain(server.testKey);
});

test.each([
  "tk'; drop table api_keys; --",
  `tk"$(id)\`{}[]<>|&%00%2f\\\\`,
  "tk,comma,comma,comma;semi:colon",
  `tk${"~".repeat(198)}`,
])("a provisioned key with unusual characters works: %s", async (key) => {
  const { db, vault, clock } = server.deps;
  const padded = key.replaceAll(" ", "_").padEnd(20, "!");
  await insertApiKey(db, vault, server.test, padded, clock.now());
  expect((await server.request({ url: ORGANIZATION, key: padded })).body._id).toBe(server.orgId);
  expect((await server.request({ url: ORGANIZATION, key: `${padded}x` })).status).toBe(401);
});

test("a revoked key is rejected at once, and can be revoked only once", async () => {
  const { db, vault, clock, credentials } = server.deps;
  const key = generateApiKey("test");
  const { id } = await insertApiKey(db, vault, server.test, key, clock.now());
  expect((await server.request({ url: ORGANIZATION, key })).status).toBe(200);
  expect(await revokeApiKey(db, id, clock.now())).toBe(true);
  await credentials.forget();
  expect((await server.request({ url: ORGANIZATION, key })).status).toBe(401);
  expect(await revokeApiKey(db, id, clock.now())).toBe(false);
  const listed = (await listApiKeys(db, server.orgId)).find((one) => one.id === id);
  expect(listed?.revokedAt).toBeInstanceOf(Date);
});

test("webhooks are signed with the oldest active key of the environment", async () => {
  const { db, database, vault, clock } = server.deps;
  const { orgId, testKey, productionKey, test: scope, production } = await server.organization();
  const second = generateApiKey("test");
  await insertApiKey(db, vault, scope, second, clock.now());
  const signingKey = async ({ orgId: id, environment }: Scope) => {
    const text = `select ${buildSigningKeyIdSql("owner")} as id from (select $1::text as org_id, $2::text as environment) owner`;
    const [found] = await runStatement<{ id: string | null }>(db, { text }, [id, environment]);
    const [row] = await database.query<{ id: string; sealed: Buffer }>(READ_SEALED_KEYS, [[found?.id ?? ""]]);
    return row && decryptApiKey(vault, row);
  };
  expect(await signingKey(scope)).toBe(testKey);
  expect(await signingKey(production)).toBe(productionKey);
  const [oldest] = (await listApiKeys(db, orgId)).filter(({ environment }) => environment === "test");
  await revokeApiKey(db, oldest?.id ?? "", clock.now());
  expect(await signingKey(scope)).toBe(second);
  expect(await signingKey({ orgId: "0".repeat(24), environment: "test" })).toBeUndefined();
});
