import type { KeyObject } from "node:crypto";
import type { Selectable } from "kysely";
import { listOrganizations } from "../auth/organizations/organizations.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import { DAY_MS } from "../platform/moment.ts";
import { deriveChainKey } from "./chain.ts";
import { getAuditDays } from "./days.ts";
import type { AuditLogChainTable } from "./table.ts";
import { claimWriteTurn, saveChainEnds } from "./write.ts";

// Each batch is a separate transaction.
const BATCH = 500;

type CutDeps = Pick<Deps, "config" | "db" | "queue" | "credentials" | "clock">;
type Chain = Selectable<AuditLogChainTable>;

/**
 * Deletes the records that are past each chain's retention and keeps the hash of the last deleted one, so that the
 * rest can still be verified. Returns how many it deleted; 0 while another process is writing.
 */
export async function deleteOldRecords(deps: CutDeps): Promise<number> {
  const { config, db, queue, credentials, clock } = deps;
  const organizations = new Map((await listOrganizations(db)).map((row) => [row.id, row]));
  const chains = await db.selectFrom("audit_log_chains").selectAll().execute();
  const key = deriveChainKey(credentials);
  let count = 0;
  for (const chain of chains) {
    const organization = organizations.get(chain.org_id);
    const days = organization ? getAuditDays(organization, chain.environment, config.auditRetentionDays) : 0;
    if (days === 0) continue;
    const before = new Date(clock.now().getTime() - days * DAY_MS);
    for (let cut = BATCH; cut === BATCH; count += cut)
      cut = await queue.transaction((tx) => cutSome(tx, key, chain, before));
  }
  return count;
}

/** Deletes the old records at the beginning of a chain, up to one batch. */
async function cutSome(tx: Tx, key: KeyObject, chain: Chain, before: Date): Promise<number> {
  if (!(await claimWriteTurn(tx))) return 0;
  const { org_id, environment } = chain;
  const first = await tx
    .selectFrom("audit_log")
    .select(["sequence", "hash", "at"])
    .where("org_id", "=", org_id)
    .where("environment", "=", environment)
    .orderBy("sequence")
    .limit(BATCH)
    .execute();
  const young = first.findIndex(({ at }) => at >= before);
  const old = young === -1 ? first : first.slice(0, young);
  const last = old.at(-1);
  if (!last) return 0;
  const ends = await tx
    .selectFrom("audit_log_chains")
    .select(["last_sequence", "last_hash"])
    .where("org_id", "=", org_id)
    .where("environment", "=", environment)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom("audit_log")
    .where("org_id", "=", org_id)
    .where("environment", "=", environment)
    .where("sequence", "<=", last.sequence)
    .execute();
  await saveChainEnds(tx, key, {
    org_id,
    environment,
    last_sequence: String(ends.last_sequence),
    last_hash: Buffer.from(ends.last_hash),
    cut_sequence: String(last.sequence),
    cut_hash: Buffer.from(last.hash),
  });
  return old.length;
}
