import type { KeyObject } from "node:crypto";
import type { Selectable } from "kysely";
import type { Credentials } from "../auth/credentials.ts";
import type { Deps } from "../deps.ts";
import { runStatement, type Statement, type Tx } from "../platform/database/database.ts";
import { createId } from "../platform/id.ts";
import type { Json } from "../platform/json/json.ts";
import { redactText } from "../platform/redact-text.ts";
import { compareAccount } from "./account-changes.ts";
import {
  type ChainEnds,
  type ChainedRecord,
  createEmptyChain,
  deriveChainKey,
  hashRecord,
  signChainEnds,
} from "./chain.ts";
import { type ActorNames, readActorNames } from "./names.ts";
import { describeChange, type PendingEvent, RECORDED } from "./recorded-tables.ts";
import { ACTOR_KINDS, type ActorKind, type PendingTable } from "./table.ts";
import { removeSecrets } from "./without-secrets.ts";

// Values can reach 256 KB, but rarely do.
const BATCH = 200;

type PendingRecord = Selectable<PendingTable> & { readonly recordId: string };
type WriteDeps = Pick<Deps, "database" | "queue" | "credentials">;

// Read without a lock, so that an idle server writes nothing.
const IS_DUE: Statement = {
  name: "audit-log-is-due",
  text: "select from audit_log_pending limit 1",
};

/**
 * Adds all pending records to their chains, oldest first. Returns how many it wrote; 0 while another process is
 * writing: the hash of each record includes the one before, so there is one writer at a time.
 */
export async function addPendingRecords({ database, queue, credentials }: WriteDeps): Promise<number> {
  let count = 0;
  for (;;) {
    if ((await database.query(IS_DUE, [])).length === 0) return count;
    const written = await queue.transaction((tx) => writeSome(tx, credentials));
    count += written;
    if (written === 0) return count;
  }
}

/** Whether this transaction gets the turn to write to chains; it holds the turn until it ends. */
export async function claimWriteTurn(tx: Tx): Promise<boolean> {
  const row = tx.selectFrom("audit_log_writer").select("is_only").forUpdate().skipLocked();
  return (await row.executeTakeFirst()) !== undefined;
}

async function writeSome(tx: Tx, credentials: Pick<Credentials, "sessionSecret">): Promise<number> {
  if (!(await claimWriteTurn(tx))) return 0;
  const first = tx.selectFrom("audit_log_pending").select("id").orderBy("id").limit(BATCH);
  const taken = await tx.deleteFrom("audit_log_pending").where("id", "in", first).returningAll().execute();
  if (taken.length === 0) return 0;
  // Record ids follow the order of the changes, because lists combine several chains.
  const pending = taken
    .sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    .flatMap((one) => (one.source === "linked_accounts" ? (compareAccount(one) ?? []) : one))
    .map((one) => ({ ...one, recordId: createId() }));
  const names = await readActorNames(tx, pending);
  const key = deriveChainKey(credentials);
  for (const chain of Map.groupBy(pending, (one) => `${one.org_id}/${one.environment}`).values())
    await extendChain(tx, key, names, chain);
  return taken.length;
}

/** Appends records to one chain. */
async function extendChain(
  tx: Tx,
  key: KeyObject,
  names: ActorNames,
  pending: readonly PendingRecord[],
): Promise<void> {
  const [first] = pending;
  if (!first) return;
  const ends = await lockEnds(tx, first);
  let sequence = BigInt(ends.last_sequence);
  let hash = ends.last_hash;
  const records = pending.map((one) => {
    sequence += 1n;
    const record = recordOf(one, String(sequence), names);
    hash = hashRecord(key, hash, record);
    return { ...record, hash: hash.toString("hex") };
  });
  await runStatement(tx, INSERT, [JSON.stringify(records)]);
  await saveChainEnds(tx, key, { ...ends, last_sequence: String(sequence), last_hash: hash });
}

// The same statement for any number of records; values are passed as text, so that the text that was hashed is stored.
const INSERT = {
  text: `insert into audit_log (org_id, environment, sequence, id, at, action, object_type, object_id, object_name,
      account_id, actor_kind, actor_id, actor_name, operation, address, user_agent, before, after, secrets, hash)
    select org_id, environment, sequence, id, at, action, object_type, object_id, object_name, account_id, actor_kind,
      actor_id, actor_name, operation, address, user_agent, before::json, after::json,
      array(select jsonb_array_elements_text(secrets)), decode(hash, 'hex')
    from jsonb_to_recordset($1::jsonb) as r (org_id text, environment text, sequence bigint, id text, at timestamptz,
      action text, object_type text, object_id text, object_name text, account_id text, actor_kind text, actor_id text,
      actor_name text, operation text, address text, user_agent text, before text, after text, secrets jsonb, hash text)`,
};

async function lockEnds(tx: Tx, { org_id, environment }: PendingRecord): Promise<ChainEnds> {
  const found = await tx
    .selectFrom("audit_log_chains")
    .selectAll()
    .where("org_id", "=", org_id)
    .where("environment", "=", environment)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return createEmptyChain(org_id, environment);
  // The embedded database returns another class for bytes, and drivers differ on bigints.
  return {
    org_id,
    environment,
    last_sequence: String(found.last_sequence),
    last_hash: Buffer.from(found.last_hash),
    cut_sequence: String(found.cut_sequence),
    cut_hash: Buffer.from(found.cut_hash),
  };
}

/** Stores where a chain ends, with a new seal. */
export async function saveChainEnds(tx: Tx, key: KeyObject, ends: ChainEnds): Promise<void> {
  const row = { ...ends, seal: signChainEnds(key, ends) };
  await tx
    .insertInto("audit_log_chains")
    .values(row)
    .onConflict((conflict) => conflict.columns(["org_id", "environment"]).doUpdateSet(row))
    .execute();
}

function recordOf(pending: PendingRecord, sequence: string, names: ActorNames): ChainedRecord {
  const { org_id, environment, recordId: id, at, source, event, object_id } = pending;
  const object_name = pending.object_name && toPublicName(pending.object_name);
  const { account_id, secrets } = pending;
  const isChange = source in RECORDED;
  const { object, verb } = isChange
    ? describeChange(source, event as PendingEvent, pending.after) // the triggers write these names
    : { object: source, verb: event };
  return {
    org_id,
    environment,
    sequence,
    id,
    at,
    action: `${object}.${verb}`,
    object_type: object,
    object_id,
    object_name,
    account_id,
    secrets,
    ...actorColumns(pending, names),
    before: textOf(pending.before),
    after: textOf(pending.after),
  };
}

/** The name of a webhook without a description is its address, whose query often is a secret under any name. */
function toPublicName(name: string): string {
  return redactText(/^https?:/i.test(name) ? name.replace(/[?#].*$/s, "") : name);
}

function actorColumns({ source, event, actor, after }: PendingRecord, names: ActorNames) {
  // A request that signs in has no operator yet when it begins.
  const signedIn = source === "operator_sessions" && event === "insert" ? after : null;
  const facts: { [fact: string]: Json | undefined } = {
    ...actor,
    ...(signedIn && { kind: "operator", id: signedIn.operator_id }),
  };
  const kind: ActorKind = ACTOR_KINDS.find((one) => one === facts.kind) ?? "system";
  const id = factOf(facts.id);
  return {
    actor_kind: kind,
    actor_id: id,
    actor_name: names.of(kind, id) ?? factOf(facts.name),
    operation: factOf(facts.operation),
    address: factOf(facts.address) ?? (signedIn ? factOf(signedIn.address) : null),
    user_agent: factOf(facts.userAgent),
  };
}

function factOf(fact: Json | undefined): string | null {
  return typeof fact === "string" ? fact : null;
}

function textOf(value: Json): string | null {
  return value === null ? null : JSON.stringify(removeSecrets(value));
}
