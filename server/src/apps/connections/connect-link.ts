import { randomBytes } from "node:crypto";
import type { AccountScope } from "../../auth/scope.ts";
import type { Config } from "../../config.ts";
import type { Deps } from "../../deps.ts";
import type { Tx } from "../../platform/database/database.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import { hashToken } from "../../platform/secret-text.ts";
import type { JsonObject } from "../connector.ts";
import type { LinkAsker } from "../table.ts";
import { findLinkRow, insertLink, markUsed } from "./connect-link-store.ts";

export const LINK_SETTINGS_COLUMN = describeSealed("connect_links", "settings");

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const DEFAULT_TTL_MS = 3 * 24 * 60 * 60_000;
// Long enough to read the result, also after a reload.
const SHOWN_AFTER_USE_MS = 15 * 60_000;

/** What a link opens: with a slug the page of that application, otherwise the whole portal. */
export interface LinkContent {
  slug?: string;
  /** `new`, or the id of the connection to connect again; the default connection when absent. */
  target?: string;
  /** The config that the portal fills in; the account's own id when absent. */
  configId?: string;
  /** The look of the pages, and anything else that the organization wants back verbatim. */
  properties?: JsonObject;
  /** Three days when absent (platform-surface 3.12). */
  ttlMs?: number;
  /** What was entered before the consent that the link starts. */
  settings?: JsonObject;
  askedBy?: LinkAsker;
  withoutAssistants?: boolean;
}

/** A link that is currently valid. */
export interface ConnectLink {
  id: string;
  token: string;
  scope: AccountScope;
  slug?: string;
  /** `new`, or the id of the connection to connect again; the default connection when absent. */
  target?: string;
  configId: string;
  properties: JsonObject;
  /** What was entered before, sealed, if the link starts a consent and nothing else. */
  sealedSettings?: Buffer;
  askedBy?: LinkAsker;
  /** Where the organization signs its users in before they follow an agent's link, and its product's name. */
  product: { signInUrl?: string; name?: string; logo?: string };
  /** The company's name for the account, besides its id. */
  accountName?: string;
  /** The language that is stored with the account. */
  language?: string;
  /** Whether it excludes the portal's page for assistants. */
  withoutAssistants: boolean;
  /** A link to one application that was used: it only still shows the result. */
  used: boolean;
}

/**
 * Creates a URL that opens the portal, or the page of one application, for anyone who has it, without any other
 * credential (platform-surface 3.12). Only the token's hash is stored. 404 if the account no longer exists.
 */
export async function createConnectLink(
  { db, config, clock, vault }: Pick<Deps, "db" | "config" | "clock" | "vault">,
  scope: AccountScope,
  {
    slug,
    target,
    configId,
    properties = {},
    ttlMs = DEFAULT_TTL_MS,
    settings,
    askedBy,
    ...content
  }: LinkContent,
): Promise<{ url: string; token: string; expiresAt: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + ttlMs);
  await insertLink(db, scope, {
    tokenHash: hashToken(token),
    slug: slug ?? null,
    target: target ?? null,
    configId: configId ?? null,
    properties,
    sealSettings:
      settings && ((id) => vault.seal(JSON.stringify(settings), LINK_SETTINGS_COLUMN.identityOf(id))),
    askedBy: askedBy ?? null,
    withoutAssistants: content.withoutAssistants ?? false,
    now,
    expiresAt,
  });
  return { url: buildLinkUrl(config, token), token, expiresAt };
}

/** The URL of a link. */
export function buildLinkUrl({ publicUrl }: Pick<Config, "publicUrl">, token: string): string {
  return `${publicUrl}/connect/${token}`;
}

/** The link with this token; undefined if it is unknown, has expired, was used a while ago, or its connection is gone. */
export async function findConnectLink(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<ConnectLink | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const now = clock.now();
  const row = await findLinkRow(db, hashToken(token), now);
  if (row === undefined) return undefined;
  const usedForMs = row.used_at === null ? 0 : now.getTime() - row.used_at.getTime();
  if (usedForMs > SHOWN_AFTER_USE_MS) return undefined;
  return {
    id: row.id,
    token,
    scope: {
      orgId: row.org_id,
      environment: row.environment,
      account: { id: row.account_id, accountId: row.account_name },
    },
    slug: row.slug ?? undefined,
    target: row.connection ?? undefined,
    configId: row.config_id ?? row.account_name,
    properties: row.properties,
    sealedSettings: row.settings ?? undefined,
    askedBy: row.asked_by ?? undefined,
    product: {
      signInUrl: row.sign_in_url ?? undefined,
      name: row.product_name ?? undefined,
      logo: row.product_logo ?? undefined,
    },
    accountName: row.account_title || undefined,
    language: row.account_language ?? undefined,
    withoutAssistants: row.without_assistants,
    used: row.used_at !== null,
  };
}

/** What was entered before the consent that a link starts. */
export function decryptLinkSettings({ vault }: Pick<Deps, "vault">, id: string, sealed: Buffer): JsonObject {
  return parseJson(vault.open(sealed, LINK_SETTINGS_COLUMN.identityOf(id)));
}

/** A link to one application was already used. */
export class LinkUsedError extends Error {
  override readonly name = "LinkUsedError";
}

/**
 * Uses up a link to one application, which works for one connect; a portal link stays valid. Throws LinkUsedError for
 * all but the first.
 */
export async function claimConnectLink(tx: Tx, token: string, now: Date): Promise<void> {
  if (!(await markUsed(tx, hashToken(token), now))) throw new LinkUsedError();
}
