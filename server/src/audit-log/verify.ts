import type { KeyObject } from "node:crypto";
import { sql } from "kysely";
import type { Credentials } from "../auth/credentials.ts";
import type { Db } from "../platform/database/database.ts";
import {
  type ChainEnds,
  type ChainedRecord,
  createEmptyChain,
  deriveChainKey,
  hashRecord,
  signChainEnds,
} from "./chain.ts";
import type { ChainEnvironment } from "./table.ts";

const PAGE = 500;

/** The result of verifying a chain. */
export interface ChainVerdict {
  readonly orgId: string;
  readonly environment: ChainEnvironment;
  /** How many records are valid. */
  readonly records: number;
  /** The last record's sequence and hash, to compare with those written down elsewhere. */
  readonly last: { readonly sequence: string; readonly hash: string };
  /** The first problem, as a sentence; undefined if there is none. */
  readonly problem: string | undefined;
}

const FACTS = [
  "org_id",
  "environment",
  "sequence",
  "id",
  "at",
  "action",
  "object_type",
  "object_id",
  "object_name",
  "account_id",
  "actor_kind",
  "actor_id",
  "actor_name",
  "operation",
  "address",
  "user_agent",
  "secrets",
] as const;

type StoredRecord = ChainedRecord & { readonly hash: Buffer };

/** Verifies the chains of an organization, or of all, against what their writer left. */
export async function verifyChains(
  db: Db,
  credentials: Pick<Credentials, "sessionSecret">,
  orgId?: string,
): Promise<ChainVerdict[]> {
  const key = deriveChainKey(credentials);
  // Includes chains of which only the records, or only the ends, are left.
  const { rows } = await sql<{ org_id: string; environment: ChainEnvironment }>`
    select org_id, environment from audit_log_chains union select org_id, environment from audit_log
    order by org_id, environment`.execute(db);
  const verdicts: ChainVerdict[] = [];
  for (const { org_id, environment } of rows)
    if (orgId === undefined || orgId === org_id)
      verdicts.push(await verifyChain(db, key, org_id, environment));
  return verdicts;
}

async function verifyChain(
  db: Db,
  key: KeyObject,
  orgId: string,
  environment: ChainEnvironment,
): Promise<ChainVerdict> {
  const found = await findEnds(db, orgId, environment);
  const ends: ChainEnds = found ?? createEmptyChain(orgId, environment);
  const last = { sequence: String(ends.last_sequence), hash: ends.last_hash.toString("hex") };
  const verdict = { orgId, environment, last };
  if (!found)
    return { ...verdict, records: 0, problem: "The row that says where this chain ends was removed." };
  if (!found.seal.equals(signChainEnds(key, ends)))
    return {
      ...verdict,
      records: 0,
      problem: "The row that says where this chain begins and ends was changed.",
    };
  let sequence = BigInt(ends.cut_sequence);
  let hash = ends.cut_hash;
  for await (const [record, next] of eachPair(db, orgId, environment)) {
    const records = Number(sequence - BigInt(ends.cut_sequence));
    const problem = problemOf(key, { sequence, hash }, record, next) ?? beyond(ends, record);
    if (problem !== undefined) return { ...verdict, records, problem };
    sequence += 1n;
    hash = record.hash;
  }
  const records = Number(sequence - BigInt(ends.cut_sequence));
  const isWhole = String(sequence) === String(ends.last_sequence) && hash.equals(ends.last_hash);
  const removed = `Record ${sequence + 1n} was removed, and all after it, up to ${ends.last_sequence}.`;
  return { ...verdict, records, problem: isWhole ? undefined : removed };
}

/** Describes what is wrong with the record after `before`; `next` tells a change from an insertion. */
function problemOf(
  key: KeyObject,
  before: { sequence: bigint; hash: Buffer },
  record: StoredRecord,
  next: StoredRecord | undefined,
): string | undefined {
  const expected = before.sequence + 1n;
  if (BigInt(record.sequence) > expected) return `Record ${expected} was removed.`;
  const label = `${record.at.toISOString()}, ${record.action}, id ${record.id}`;
  if (BigInt(record.sequence) < expected) return `Record ${record.sequence} (${label}) was inserted.`;
  if (record.hash.equals(hashRecord(key, before.hash, record))) return undefined;
  // If the next record still builds on this hash, the record was here with other values.
  const stood = next === undefined || next.hash.equals(hashRecord(key, record.hash, next));
  return `Record ${record.sequence} (${label}) was ${stood ? "changed" : "inserted, or changed with the one after it"}.`;
}

function beyond(
  { last_sequence }: ChainEnds,
  { sequence, at, action, id }: StoredRecord,
): string | undefined {
  if (BigInt(sequence) <= BigInt(last_sequence)) return undefined;
  return `Record ${sequence} (${at.toISOString()}, ${action}, id ${id}) was inserted after the end.`;
}

async function findEnds(
  db: Db,
  orgId: string,
  environment: ChainEnvironment,
): Promise<(ChainEnds & { seal: Buffer }) | undefined> {
  const row = await db
    .selectFrom("audit_log_chains")
    .selectAll()
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .executeTakeFirst();
  return (
    row && {
      org_id: orgId,
      environment,
      last_sequence: String(row.last_sequence),
      last_hash: Buffer.from(row.last_hash),
      cut_sequence: String(row.cut_sequence),
      cut_hash: Buffer.from(row.cut_hash),
      seal: Buffer.from(row.seal),
    }
  );
}

/** Each record of a chain in order, with the one after it. */
async function* eachPair(
  db: Db,
  orgId: string,
  environment: ChainEnvironment,
): AsyncGenerator<[StoredRecord, StoredRecord | undefined], void, undefined> {
  let held: StoredRecord | undefined;
  for (let after = "0"; ; ) {
    const page = await readRecords(db, orgId, environment, after);
    for (const record of page) {
      if (held) yield [held, record];
      held = record;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last.sequence;
  }
  if (held) yield [held, undefined];
}

async function readRecords(
  db: Db,
  orgId: string,
  environment: ChainEnvironment,
  after: string,
): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom("audit_log")
    .select([...FACTS, "hash"])
    // As text, because the text was hashed.
    .select([sql<string | null>`before::text`.as("before"), sql<string | null>`after::text`.as("after")])
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("sequence", ">", after)
    .orderBy("sequence")
    .limit(PAGE)
    .execute();
  return rows.map((row) => ({ ...row, sequence: String(row.sequence), hash: Buffer.from(row.hash) }));
}
