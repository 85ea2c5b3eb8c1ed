import type { KeyObject } from "node:crypto";
import { decryptApiKey, READ_SEALED_KEYS } from "../../auth/keys/keys.ts";
import type { Deps } from "../../deps.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import { createNewestCache } from "../../platform/newest-cache.ts";
import { decryptSigningSecret, READ_SECRETS, type SecretRow } from "../manage/secret.ts";
import type { DueDelivery } from "./claim.ts";
import { createApiKeySigningKey, getSecretSigningKey } from "./sign.ts";

const MAX_KNOWN = 10_000;
// Receivers limit the size of headers, and each secret adds 48 characters to one.
const MAX_SECRETS = 10;

/**
 * The keys that sign a delivery: the webhook's secrets, current one first, and the environment's API key, if there is
 * one.
 */
export interface SigningKeys {
  readonly secrets: readonly KeyObject[];
  readonly apiKey: KeyObject | undefined;
}

interface KnownSecret {
  readonly key: KeyObject;
  readonly expiresAt: Date | null;
}

/**
 * Opens the lookup of signing keys. A change of a secret increases the webhook's revision, and an API key never
 * changes: keys are cached under both, as the claim names them, and missing ones are read for all deliveries of a
 * moment at once.
 */
export function createSigningKeyReader({ database, vault }: Pick<Deps, "database" | "vault">) {
  const secrets = createNewestCache<readonly KnownSecret[]>(MAX_KNOWN);
  const apiKeys = createNewestCache<KeyObject>(MAX_KNOWN);
  const readSecrets = createGroupCommit(async (webhookIds: readonly string[]) => {
    const rows = await database.query<SecretRow>(READ_SECRETS, [webhookIds]);
    return webhookIds.map((id) => rows.filter((row) => row.webhook_id === id));
  });
  const readApiKey = createGroupCommit(async (ids: readonly string[]) => {
    const rows = await database.query<{ id: string; sealed: Buffer }>(READ_SEALED_KEYS, [ids]);
    return ids.map((id) => rows.find((row) => row.id === id));
  });
  const secretsOf = async (webhookId: string, revision: number) => {
    const name = `${webhookId}/${revision}`;
    const known = secrets.use(name);
    if (known) return known;
    const opened = (await readSecrets(webhookId)).map((row) => ({
      key: getSecretSigningKey(decryptSigningSecret(vault, row)),
      expiresAt: row.expires_at,
    }));
    secrets.set(name, opened);
    return opened;
  };
  const apiKeyOf = async (id: string) => {
    const known = apiKeys.use(id);
    if (known !== undefined) return known;
    const row = await readApiKey(id);
    const key = row && createApiKeySigningKey(decryptApiKey(vault, row));
    if (key !== undefined) apiKeys.set(id, key);
    return key;
  };

  return async (
    due: Pick<DueDelivery, "webhook_id" | "revision" | "api_key_id">,
    now: Date,
  ): Promise<SigningKeys> => {
    const [all, apiKey] = await Promise.all([
      secretsOf(due.webhook_id, due.revision),
      due.api_key_id === null ? undefined : apiKeyOf(due.api_key_id),
    ]);
    const valid = all.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
    return { secrets: valid.slice(0, MAX_SECRETS).map(({ key }) => key), apiKey };
  };
}
