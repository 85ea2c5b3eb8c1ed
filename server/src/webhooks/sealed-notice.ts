import type { Json } from "../platform/json/json.ts";
import { parseJson } from "../platform/json/parse-json.ts";
import type { SealedColumn } from "../platform/root-key/sealed-column.ts";
import type { Vault } from "../platform/vault.ts";
import type { NotifyEvent } from "./notify.ts";

/** What a delivery carries, as JSON texts. */
export interface DeliveryTexts {
  readonly payload: string;
  readonly response: string | null;
}

/**
 * The event as its deliveries show it, with what they carry sealed beside it if that differs. Its endpoints get the
 * original (D541).
 */
export function encryptNotice(
  vault: Vault,
  { original, shown }: { readonly original: NotifyEvent; readonly shown: NotifyEvent },
): NotifyEvent {
  const carried = { payload: original.payload, response: original.response ?? null };
  const text = JSON.stringify(carried);
  if (text === JSON.stringify({ payload: shown.payload, response: shown.response ?? null })) return shown;
  const { orgId, account } = shown.scope;
  return { ...shown, sealed: vault.seal(text, identityOf(orgId, account?.id ?? "")).toString("base64") };
}

/** What a delivery carries to its endpoint; throws `VaultError`. */
export function openDelivery(
  vault: Vault,
  { org_id, account_id, sealed, payload, response }: DeliveryTexts & SealedDelivery,
): DeliveryTexts {
  if (sealed === null) return { payload, response };
  const carried: { payload: Json; response: Json } = parseJson(
    vault.open(Buffer.from(sealed, "base64"), identityOf(org_id, account_id ?? "")),
  );
  return {
    payload: JSON.stringify(carried.payload),
    response: carried.response === null ? null : JSON.stringify(carried.response),
  };
}

/** The originals of deliveries under way. */
export const DELIVERY_COLUMN: SealedColumn = {
  table: "webhook_deliveries",
  key: ["id"],
  column: "sealed",
  form: "base64",
  facts: { org_id: "org_id", account_id: "account_id" },
  identify: ({ org_id, account_id }) => identityOf(`${org_id ?? ""}`, `${account_id ?? ""}`),
};

interface SealedDelivery {
  readonly org_id: string;
  /** Row id of the linked account. */
  readonly account_id: string | null;
  readonly sealed: string | null;
}

function identityOf(orgId: string, accountId: string): string {
  return `webhook_deliveries/${JSON.stringify([orgId, accountId])}`;
}
