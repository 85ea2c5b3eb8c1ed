import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Selectable } from "kysely";
import { deriveKey } from "../platform/derive-key.ts";
import type { AuditLogChainTable, AuditLogTable, ChainEnvironment } from "./table.ts";

/** The hash before the first record. */
export const NO_HASH = Buffer.alloc(32);

/** A record as it is hashed: values are the stored text. */
export interface ChainedRecord extends Omit<Selectable<AuditLogTable>, "before" | "after" | "hash"> {
  readonly before: string | null;
  readonly after: string | null;
}

/** Where a chain ends, and up to where it was cut off. */
export type ChainEnds = Omit<Selectable<AuditLogChainTable>, "seal">;

/**
 * The key of all chains (D339, D462). Somebody who can write to the database but lacks the installation's encryption key
 * can change records but not make hashes for them.
 */
export function deriveChainKey({ sessionSecret }: { readonly sessionSecret: Buffer }): KeyObject {
  return createSecretKey(deriveKey(sessionSecret, "audit log"));
}

/** The hash of a record that follows the one with the hash `before`. */
export function hashRecord(key: KeyObject, before: Buffer, record: ChainedRecord): Buffer {
  const { org_id, environment, sequence, id, at, action, object_type, object_id, object_name } = record;
  const { account_id, actor_kind, actor_id, actor_name, operation, address, user_agent, secrets } = record;
  const facts = [
    org_id,
    environment,
    String(sequence),
    id,
    at.toISOString(),
    action,
    object_type,
    object_id,
    object_name,
    account_id,
    actor_kind,
    actor_id,
    actor_name,
    operation,
    address,
    user_agent,
    record.before,
    record.after,
    secrets,
  ];
  return createHmac("sha256", key).update(before).update(JSON.stringify(facts)).digest();
}

/** The signature that proves that a chain's ends are what its writer left. */
export function signChainEnds(key: KeyObject, ends: ChainEnds): Buffer {
  const { org_id, environment, last_sequence, last_hash, cut_sequence, cut_hash } = ends;
  const facts = [org_id, environment, String(last_sequence), last_hash.toString("hex")];
  return createHmac("sha256", key)
    .update(JSON.stringify(["ends", ...facts, String(cut_sequence), cut_hash.toString("hex")]))
    .digest();
}

/** The ends of a chain that has no record yet. */
export function createEmptyChain(org_id: string, environment: ChainEnvironment): ChainEnds {
  return {
    org_id,
    environment,
    last_sequence: "0",
    last_hash: NO_HASH,
    cut_sequence: "0",
    cut_hash: NO_HASH,
  };
}
