import { createSecretKey } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import {
  type ChainEnds,
  type ChainedRecord,
  createEmptyChain,
  hashRecord,
  NO_HASH,
  signChainEnds,
} from "./chain.ts";
import { deleteOldRecords } from "./cut.ts";
import type { AuditLogTable } from "./table.ts";
import { verifyChains } from "./verify.ts";
import { addPendingRecords } from "./write.ts";

const DAY_MS = 86_400_000;
const RECORDS = 8;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let key: string;
let orgId: string;
// A separate chain for each test.
beforeEach(async () => {
  ({ testKey: key, orgId } = await server.organization());
  for (let i = 1; i <= RECORDS; i++) await change(`event ${i}`);
  await addPendingRecords(server.deps);
});

async function change(name: string): Promise<void> {
  const url = "/api/v2/public/application/event";
  const { status } = await server.request({ method: "POST", url, key, body: { name } });
  expect(status).toBe(200);
}

async function verdict(environment = "test") {
  const { db, credentials } = server.deps;
  const all = await verifyChains(db, credentials, orgId);
  return all.find((one) => one.environment === environment) ?? expect.fail("There is no such chain.");
}

/** SQL from somebody who has reached the database. */
const tamper = (text: string) => sql.raw(text.replaceAll("$org", `'${orgId}'`)).execute(server.deps.db);
const OURS = "org_id = $org and environment = 'test'";

/** The sequence of the record that says that the named event was created. */
async function placeOf(name: string): Promise<number> {
  const { rows } = await sql<{ sequence: string }>`
    select sequence from audit_log where org_id = ${orgId} and object_name = ${name}`.execute(server.deps.db);
  return Number(rows[0]?.sequence);
}

test("an untouched chain verifies, also as it grows", async () => {
  const { problem, records } = await verdict();
  expect(problem).toBeUndefined();
  expect(records).toBeGreaterThanOrEqual(RECORDS);
  await change("one more");
  await addPendingRecords(server.deps);
  expect(await verdict()).toMatchObject({ problem: undefined, records: records + 1 });
});

/** Another value of each column of a record, as SQL. */
const TAMPERED: Readonly<Record<keyof AuditLogTable, string>> = {
  org_id: "'somebody else'",
  environment: "'production'",
  sequence: "sequence + 1000",
  id: "'another'",
  at: "at + interval '1 ms'",
  action: "'event.deleted'",
  object_type: "'webhook'",
  object_id: "'another'",
  object_name: "'another'",
  account_id: "'another customer'",
  actor_kind: "'system'",
  actor_id: "'somebody else'",
  actor_name: "'somebody else'",
  operation: "'deleteEvent'",
  address: "'192.0.2.1'",
  user_agent: "'another'",
  before: "'{}'",
  after: `'{"name": "another"}'`,
  secrets: "array['x']",
  hash: "sha256('another')",
};
/** The columns by which a record is found: a changed one leaves a gap. */
const KEY = new Set(["org_id", "environment", "sequence"]);

const RECORD: ChainedRecord = {
  org_id: "one",
  environment: "test",
  sequence: "1",
  id: "a",
  at: new Date(0),
  action: "event.created",
  object_type: "event",
  object_id: null,
  object_name: null,
  account_id: null,
  actor_kind: "system",
  actor_id: null,
  actor_name: null,
  operation: null,
  address: null,
  user_agent: null,
  before: null,
  after: null,
  secrets: [],
};

test.each(Object.entries(TAMPERED))("a record whose %s was changed is found", async (column, value) => {
  const place = await placeOf("event 3");
  const { rows } = await tamper(`update audit_log set ${column} = ${value}
    where ${OURS} and sequence = ${place} and ${column}::text is distinct from (${value})::text returning id`);
  expect(rows).toHaveLength(1);
  expect((await verdict()).problem).toMatch(
    KEY.has(column)
      ? new RegExp(`^Record ${place} was removed\\.$`)
      : new RegExp(`^Record ${place} \\(.*event\\.(created|deleted).*\\) was (inserted, or )?changed`),
  );
});

const createKey = (byte: number) => createSecretKey(Buffer.alloc(32, byte));

test("the ends of a chain are signed with all that they say", () => {
  const key = createKey(1);
  const ends = createEmptyChain("one", "test");
  const others: ChainEnds = {
    org_id: "another",
    environment: "production",
    last_sequence: "1",
    last_hash: Buffer.alloc(32, 2),
    cut_sequence: "1",
    cut_hash: Buffer.alloc(32, 2),
  };
  const seals = Object.entries(others).map(([fact, value]) => signChainEnds(key, { ...ends, [fact]: value }));
  const all = [...seals, signChainEnds(key, ends), signChainEnds(createKey(2), ends)];
  expect(new Set(all.map((seal) => seal.toString("hex"))).size).toBe(8);
});

test("a record is hashed with the chain that it belongs to, and with the record before it", () => {
  const key = createKey(1);
  const hash = (changes: Partial<ChainedRecord>, before = NO_HASH) =>
    hashRecord(key, before, { ...RECORD, ...changes }).toString("hex");
  const hashes = [
    hash({}),
    hash({ org_id: "another" }),
    hash({ environment: "production" }),
    hash({ sequence: "2" }),
    hash({}, Buffer.alloc(32, 2)),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

test("a removed record is found in the middle, at the beginning and at the end", async () => {
  const { last } = await verdict();
  const remove = (sequence: number) =>
    tamper(`delete from audit_log where ${OURS} and sequence = ${sequence}`);
  await remove(Number(last.sequence));
  expect((await verdict()).problem).toBe(
    `Record ${last.sequence} was removed, and all after it, up to ${last.sequence}.`,
  );
  await remove(3);
  expect((await verdict()).problem).toBe("Record 3 was removed.");
  await remove(1);
  expect((await verdict()).problem).toBe("Record 1 was removed.");
});

test("an inserted record is found in the middle and at the end", async () => {
  const insert = (sequence: number) =>
    tamper(`insert into audit_log select org_id, environment, ${sequence}, md5(random()::text), at, 'event.deleted', object_type,
      object_id, object_name, account_id, actor_kind, actor_id, actor_name, operation, address, user_agent, before, after,
      secrets, hash from audit_log where ${OURS} and sequence = 2`);
  const { last } = await verdict();
  const end = Number(last.sequence) + 1;
  await insert(end);
  expect((await verdict()).problem).toMatch(new RegExp(`^Record ${end} .*event\\.deleted.* was`));
  await tamper(`delete from audit_log where ${OURS} and sequence = ${end}`);
  await tamper(`update audit_log set sequence = sequence + 1000 where ${OURS} and sequence >= 4`);
  await tamper(`update audit_log set sequence = sequence - 999 where ${OURS} and sequence >= 1000`);
  await insert(4);
  expect((await verdict()).problem).toMatch(/^Record 4 .*event\.deleted.* was inserted/);
});

test("neither the end nor the cut of a chain can be moved", async () => {
  const untouched = await verdict();
  await tamper(`delete from audit_log where ${OURS} and sequence > 3`);
  await tamper(`update audit_log_chains set last_sequence = 3,
    last_hash = (select hash from audit_log where ${OURS} and sequence = 3) where ${OURS}`);
  expect((await verdict()).problem).toMatch(/begins and ends was changed/);
  await tamper(`delete from audit_log_chains where ${OURS}`);
  expect((await verdict()).problem).toMatch(/ends was removed/);
  expect(untouched.problem).toBeUndefined();
});

test("retention removes old records, and the rest still verifies", async () => {
  const { db } = server.deps;
  const place = await placeOf("event 5");
  const { records } = await verdict();
  const { rows } = await sql<{ at: Date }>`
    select at from audit_log where org_id = ${orgId} and environment = 'test' and sequence = ${place}`.execute(
    db,
  );
  const at = rows[0]?.at.getTime() ?? 0;
  const days = (config: number, now: number) =>
    deleteOldRecords({
      ...server.deps,
      config: { ...server.deps.config, auditRetentionDays: config },
      clock: { now: () => new Date(now) },
    });
  await days(0, at + 10_000 * DAY_MS);
  expect(await verdict()).toMatchObject({ problem: undefined, records });
  await days(90, at + 90 * DAY_MS);
  expect(await verdict()).toMatchObject({ problem: undefined, records: records - place + 1 });
  await change("after the cut");
  await addPendingRecords(server.deps);
  expect(await verdict()).toMatchObject({ problem: undefined, records: records - place + 2 });
  await tamper(`delete from audit_log where ${OURS} and sequence = ${place}`);
  expect((await verdict()).problem).toBe(`Record ${place} was removed.`);
});

test("concurrent writers produce one chain in the order of the changes", async () => {
  for (let i = 0; i < 20; i++) await change(`at once ${i}`);
  const writers = await Promise.all([1, 2, 3, 4].map(() => addPendingRecords(server.deps)));
  await addPendingRecords(server.deps);
  expect(writers.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(1);
  const { rows } = await sql<{ name: string }>`select object_name as name from audit_log
    where org_id = ${orgId} and object_name like 'at once%' order by sequence`.execute(server.deps.db);
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, i) => `at once ${i}`));
  expect((await verdict()).problem).toBeUndefined();
});
