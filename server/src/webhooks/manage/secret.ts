import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database, Statement, Tx } from "../../platform/database/database.ts";
import { createId } from "../../platform/id.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import type { Vault } from "../../platform/vault.ts";
import type { WebhookSecretTable } from "../table.ts";

export const SIGNING_SECRET_COLUMN = describeSealed("webhook_secrets", "sealed", "secret");

const SECRET_BYTES = 24;
const OVERLAP_MS = 24 * 3_600_000;

/** Creates the signing secret of a webhook, `whsec_<base64 of 24 bytes>`, and stores it sealed. */
export async function createSigningSecret(
  tx: Tx,
  vault: Vault,
  webhookId: string,
  now: Date,
): Promise<string> {
  const id = createId(now.getTime());
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  await tx
    .insertInto("webhook_secrets")
    .values({
      id,
      webhook_id: webhookId,
      sealed: vault.seal(secret, SIGNING_SECRET_COLUMN.identityOf(id)),
      created_at: now,
      expires_at: null,
    })
    .execute();
  return secret;
}

/** The secrets that a new one replaces, and whether they end at once, for one that has leaked. */
export interface Rotation {
  readonly webhookId: string;
  readonly endOthers: boolean;
}

/**
 * Replaces the signing secret; previous ones also sign for 24 hours, or end at once. Call it with the webhook's row
 * locked.
 */
export async function rotateSecret(
  tx: Tx,
  vault: Vault,
  { webhookId, endOthers }: Rotation,
  now: Date,
): Promise<string> {
  await tx
    .deleteFrom("webhook_secrets")
    .where("webhook_id", "=", webhookId)
    .$if(!endOthers, (query) => query.where("expires_at", "<=", now))
    .execute();
  await tx
    .updateTable("webhook_secrets")
    .set({ expires_at: new Date(now.getTime() + OVERLAP_MS) })
    .where("webhook_id", "=", webhookId)
    .where("expires_at", "is", null)
    .execute();
  return createSigningSecret(tx, vault, webhookId, now);
}

/** A signing secret as stored. */
export type SecretRow = Pick<Selectable<WebhookSecretTable>, "id" | "webhook_id" | "sealed" | "expires_at">;

/** Reads the secrets of the given webhooks; for each the current one, which has no end, comes first. */
export const READ_SECRETS: Statement = {
  name: "webhooks-secrets",
  text: `select id, webhook_id, sealed, expires_at from webhook_secrets
    where webhook_id = any ($1::text[]) order by expires_at desc nulls first, id desc`,
};

/** The secret itself. */
export function decryptSigningSecret(vault: Vault, { id, sealed }: SecretRow): string {
  return vault.open(sealed, SIGNING_SECRET_COLUMN.identityOf(id));
}

/** The current secret of a webhook. */
export async function readSecret(database: Database, vault: Vault, webhookId: string): Promise<string> {
  const [row] = await database.query<SecretRow>(READ_SECRETS, [[webhookId]]);
  if (!row) throw new Error(`The webhook ${webhookId} has no signing secret.`);
  return decryptSigningSecret(vault, row);
}
