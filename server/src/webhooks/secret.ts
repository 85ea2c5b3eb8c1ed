import { randomBytes } from "node:crypto";
import type { Db, Tx } from "../platform/database/database.ts";
import { newId } from "../platform/id.ts";
import type { Vault } from "../platform/vault.ts";

const SECRET_BYTES = 24;
const OVERLAP_MS = 24 * 3_600_000;
// Receivers limit the size of headers, and each secret adds 48 characters to one.
const MAX_SIGNING_SECRETS = 10;

/** Makes the signing secret of a webhook, `whsec_<base64 of 24 bytes>`, and keeps it sealed. */
export async function issueSecret(tx: Tx, vault: Vault, webhookId: string, now: Date): Promise<string> {
  const id = newId(now.getTime());
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  await tx
    .insertInto("webhook_secrets")
    .values({
      id,
      webhook_id: webhookId,
      sealed: vault.seal(secret, identityOf(id)),
      created_at: now,
      expires_at: null,
    })
    .execute();
  return secret;
}

/** Replaces the signing secret; the old one signs along for 24 hours. Call it with the webhook's row locked. */
export async function rotateSecret(tx: Tx, vault: Vault, webhookId: string, now: Date): Promise<string> {
  await tx
    .deleteFrom("webhook_secrets")
    .where("webhook_id", "=", webhookId)
    .where("expires_at", "<=", now)
    .execute();
  await tx
    .updateTable("webhook_secrets")
    .set({ expires_at: new Date(now.getTime() + OVERLAP_MS) })
    .where("webhook_id", "=", webhookId)
    .where("expires_at", "is", null)
    .execute();
  return issueSecret(tx, vault, webhookId, now);
}

/** The secrets that sign a delivery at `now`, the current one first. */
export async function readSigningSecrets(
  db: Db,
  vault: Vault,
  webhookId: string,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom("webhook_secrets")
    .select(["id", "sealed"])
    .where("webhook_id", "=", webhookId)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    // The current one has no end, which sorts first.
    .orderBy("expires_at", "desc")
    .limit(MAX_SIGNING_SECRETS)
    .execute();
  return rows.map(({ id, sealed }) => vault.open(sealed, identityOf(id)));
}

function identityOf(id: string): string {
  return `webhook_secrets/${id}/secret`;
}
