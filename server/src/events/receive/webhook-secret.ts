import { randomBytes } from "node:crypto";
import type { Scope } from "../../auth/scope.ts";
import type { Db, Tx } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import type { Vault } from "../../platform/vault.ts";
import type { SealedSecret } from "../intake/resolve.ts";

export const RECEIVE_SECRET_COLUMN = describeSealed("workflow_webhook_secrets", "sealed", "secret");

const SECRET_BYTES = 24;
const OVERLAP_MS = 24 * 3_600_000;

/** A new secret for a workflow's incoming webhooks in one environment. */
export interface NewSecret {
  readonly workflowId: string;
  /** Generated if undefined: `whsec_<base64 of 24 bytes>`. */
  readonly secret: string | undefined;
  /** Whether earlier secrets end at once instead of after 24 hours. */
  readonly endOthers: boolean;
  readonly now: Date;
}

/** Sets the secret of a workflow's incoming webhooks and returns it. Call it with the workflow's row locked. */
export async function setWebhookSecret(
  tx: Tx,
  vault: Vault,
  { orgId, environment }: Scope,
  { workflowId, secret = makeSecret(), endOthers, now }: NewSecret,
): Promise<string> {
  const others = { workflow_id: workflowId, org_id: orgId, environment };
  await tx
    .deleteFrom("workflow_webhook_secrets")
    .where((row) => row.and(others))
    .$if(!endOthers, (query) => query.where("expires_at", "<=", now))
    .execute();
  await tx
    .updateTable("workflow_webhook_secrets")
    .set({ expires_at: new Date(now.getTime() + OVERLAP_MS) })
    .where((row) => row.and(others))
    .where("expires_at", "is", null)
    .execute();
  const id = createId(now.getTime());
  await tx
    .insertInto("workflow_webhook_secrets")
    .values({
      id,
      ...others,
      sealed: vault.seal(secret, RECEIVE_SECRET_COLUMN.identityOf(id)),
      created_at: now,
      expires_at: null,
    })
    .execute();
  return secret;
}

/**
 * Deletes the secrets of a workflow's incoming webhooks; false if there are none. Call it with the workflow's row
 * locked.
 */
export async function deleteWebhookSecrets(
  tx: Tx,
  { orgId, environment }: Scope,
  { workflowId, now }: Pick<NewSecret, "workflowId" | "now">,
): Promise<boolean> {
  const secrets = { workflow_id: workflowId, org_id: orgId, environment };
  const deleted = await tx
    .deleteFrom("workflow_webhook_secrets")
    .where((row) => row.and(secrets))
    .returning("expires_at")
    .execute();
  return deleted.some(({ expires_at: end }) => end === null || end > now);
}

/** When the current secret was set, and when the last of the earlier ones ends; undefined for those that are not. */
export async function readSecretTimes(
  db: Db,
  { orgId, environment }: Scope,
  { workflowId, now }: Pick<NewSecret, "workflowId" | "now">,
): Promise<{ setAt: Date | undefined; olderUntil: Date | undefined }> {
  const secrets = await db
    .selectFrom("workflow_webhook_secrets")
    .select(["created_at", "expires_at"])
    .where((row) => row.and({ workflow_id: workflowId, org_id: orgId, environment }))
    .orderBy("expires_at")
    .execute();
  const ends = secrets.flatMap(({ expires_at: end }) => (end !== null && end > now ? [end] : []));
  return {
    setAt: secrets.find(({ expires_at: end }) => end === null)?.created_at,
    olderUntil: ends.at(-1),
  };
}

export function decryptWebhookSecret(vault: Vault, { id, sealed }: SealedSecret): string {
  return vault.open(sealed, RECEIVE_SECRET_COLUMN.identityOf(id));
}

function makeSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}
