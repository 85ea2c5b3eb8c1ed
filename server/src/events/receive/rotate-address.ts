import { sql } from "kysely";
import type { AccountScope, Scope } from "../../auth/scope.ts";
import type { Db, Tx } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";

const OVERLAP_MS = 24 * 3_600_000;

/** Which webhook addresses get new keys: an account's, a workflow's, or the one of both. */
export interface AddressRotation {
  readonly workflowId: string | null;
  /** Row id of the linked account. */
  readonly account: string | null;
  /** Whether the old keys end at once instead of after 24 hours. */
  readonly endOthers: boolean;
  readonly now: Date;
}

/** Rotates the keys of addresses; returns until when the old ones are accepted. */
export async function rotateAddresses(
  tx: Tx,
  { orgId, environment }: Scope,
  { workflowId, account, endOthers, now }: AddressRotation,
): Promise<Date> {
  const until = new Date(now.getTime() + (endOthers ? 0 : OVERLAP_MS));
  const scope = { org_id: orgId, environment };
  const ofScope = tx.selectFrom("webhook_address_rotations").where((row) => row.and(scope));
  const last = await ofScope.select((row) => row.fn.max("generation").as("generation")).executeTakeFirst();
  const generation = Math.max(now.getTime(), Number(last?.generation ?? 0) + 1);
  const row = { id: createId(now.getTime()), ...scope, workflow_id: workflowId, account_id: account };
  await tx
    .insertInto("webhook_address_rotations")
    .values({ ...row, generation, older_until: until })
    .execute();
  await deleteOutdone(tx, { ...scope, workflowId, account, now });
  return until;
}

interface Subject {
  readonly org_id: string;
  readonly environment: Scope["environment"];
  readonly workflowId: string | null;
  readonly account: string | null;
  readonly now: Date;
}

/** Of the rotations whose overlap is over, only the last one matters. */
async function deleteOutdone(
  tx: Tx,
  { org_id, environment, workflowId, account, now }: Subject,
): Promise<void> {
  await sql`delete from webhook_address_rotations r using webhook_address_rotations newer
    where r.org_id = ${org_id} and r.environment = ${environment}
      and r.workflow_id is not distinct from ${workflowId} and r.account_id is not distinct from ${account}
      and newer.org_id = r.org_id and newer.environment = r.environment
      and newer.workflow_id is not distinct from r.workflow_id
      and newer.account_id is not distinct from r.account_id
      and newer.generation > r.generation and newer.older_until <= ${now}`.execute(tx);
}

/** The current generation of the key in the account's address for a workflow. */
export async function readGeneration(db: Db, scope: AccountScope, workflowId: string): Promise<number> {
  const { orgId, environment, account } = scope;
  const { rows } = await sql<{ generation: number }>`
    select greatest(
      floor(extract(epoch from a.created_at) * 1000),
      (select max(r.generation) from webhook_address_rotations r
        where r.account_id = a.id and (r.workflow_id is null or r.workflow_id = ${workflowId})),
      (select max(r.generation) from webhook_address_rotations r
        where r.workflow_id = ${workflowId} and r.environment = ${environment} and r.account_id is null)
    )::float8 as generation
    from linked_accounts a
    where a.id = ${account.id} and a.org_id = ${orgId} and a.environment = ${environment}`.execute(db);
  return rows[0]?.generation ?? 0;
}
