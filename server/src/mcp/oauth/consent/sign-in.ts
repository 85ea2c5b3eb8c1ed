import { randomBytes } from "node:crypto";
import type { AccountRef, AccountScope, Scope } from "../../../auth/scope.ts";
import type { Deps } from "../../../deps.ts";
import type { BrandSettings } from "../../../pages/brand.ts";
import type { Font } from "../../../pages/fonts.ts";
import type { StoredLanguages } from "../../../pages/words/request-words.ts";
import type { Statement } from "../../../platform/database/database.ts";
import { badField, notFound } from "../../../platform/errors.ts";
import { createId } from "../../../platform/id.ts";
import { hashToken, isSameText } from "../../../platform/secret-text.ts";
import { findLinkReturnAddress } from "../../../portal/links/link-sign-in.ts";
import { getIssuer } from "../address.ts";
import { signText } from "../keys.ts";

type McpSignInDeps = Pick<Deps, "config" | "database" | "db" | "clock" | "credentials">;

const REQUEST_MS = 15 * 60_000;
const CODE_MS = 10 * 60_000;
const MOST_TRIES = 5;
// Without letters that look like digits or each other; 10 of them are 50 bits.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_CHARACTERS = 10;

/** A browser in the flow (D139): the server it is about, the product, and who has signed in. */
export interface SignIn {
  readonly uid: string;
  readonly serverId: string;
  readonly serverName: string;
  readonly serverDescription: string;
  readonly scope: Scope;
  readonly productName: string;
  /** Of the product, or else of its company. */
  readonly brand: BrandSettings;
  /** What is stored about the languages of the person who signs in. */
  readonly languages: StoredLanguages;
  /** Where the product signs its users in; undefined: they enter a code. */
  readonly signInUrl: string | undefined;
  /** Undefined until somebody has signed in. */
  readonly account: AccountRef | undefined;
  readonly triesLeft: number;
}

const FIND: Statement = {
  name: "mcp-oauth-find-sign-in",
  text: `select i.server_id, coalesce(c.fields ->> 'name', s.name) as server_name,
      coalesce(c.fields ->> 'description', s.description) as server_description,
      coalesce(s.primary_color, o.color) as color, o.background_color, o.support, o.font, s.org_id, s.environment,
      coalesce(m.product_name, o.name) as name, coalesce(m.logo, o.logo) as logo, m.sign_in_url, a.id as account_row, a.account_id,
      a.language as account_language, o.language as org_language, o.portal_texts, i.wrong_codes
    from mcp_oauth_interactions i
      join mcp_servers s on s.id = i.server_id
      join organizations o on o.id = s.org_id
      left join mcp_settings m on m.org_id = s.org_id and m.environment = s.environment
      left join linked_accounts a on a.id = i.account_id
      left join mcp_server_changes c on c.server_id = s.id and c.account_id = a.id
    where i.uid_hash = $1 and i.expires_at > $2`,
};

interface SignInRow {
  server_id: string;
  server_name: string;
  server_description: string;
  org_id: string;
  environment: Scope["environment"];
  name: string;
  logo: string | null;
  color: string | null;
  background_color: string | null;
  support: string | null;
  font: Font | null;
  sign_in_url: string | null;
  account_row: string | null;
  account_id: string | null;
  account_language: string | null;
  org_language: string | null;
  portal_texts: StoredLanguages["texts"];
  wrong_codes: number;
}

/**
 * The sign-in with this id; undefined if it has ended. Callers that show a page of it must check that the browser is
 * its own.
 */
export async function findSignIn(
  { database, clock }: Pick<Deps, "database" | "clock">,
  uid: string,
): Promise<SignIn | undefined> {
  const [row] = await database.query<SignInRow>(FIND, [hashToken(uid), clock.now()]);
  if (!row) return undefined;
  const { account_row: id, account_id: accountId, name, logo, color, background_color, support, font } = row;
  return {
    uid,
    serverId: row.server_id,
    serverName: row.server_name,
    serverDescription: row.server_description,
    scope: { orgId: row.org_id, environment: row.environment },
    productName: name,
    brand: { name, logo, color, background_color, support, font },
    languages: { account: row.account_language, organization: row.org_language, texts: row.portal_texts },
    signInUrl: row.sign_in_url ?? undefined,
    account: id === null || accountId === null ? undefined : { id, accountId },
    triesLeft: MOST_TRIES - row.wrong_codes,
  };
}

/** The product's sign-in URL for this browser, with the signed `request` that its backend sends back. */
export function buildSignInAddress(
  { clock, credentials }: McpSignInDeps,
  uid: string,
  signInUrl: string,
): string {
  const text = `${uid}.${(clock.now().getTime() + REQUEST_MS).toString(36)}`;
  const url = new URL(signInUrl);
  url.searchParams.set("request", `${text}.${signText(credentials.sessionSecret, "request", text)}`);
  return url.href;
}

const OFFER: Statement = {
  name: "mcp-oauth-offer-ticket",
  text: `update mcp_oauth_interactions i set ticket_hash = $4, ticket_account_id = $5
    from mcp_servers s where i.uid_hash = $1 and i.expires_at > $6 and s.id = i.server_id and s.org_id = $2
      and s.environment = $3 and (s.account_id is null or s.account_id = $5) returning 1 as made`,
};

/**
 * The product names its user; returns the URL to which it sends the browser back. It works once, and only in the
 * browser that asked. 400 for a request that is not ours, has ended, or is about another organization's server.
 */
export async function createReturnAddress(
  deps: McpSignInDeps,
  scope: AccountScope,
  request: string,
): Promise<{ url: string }> {
  const { config, database, clock } = deps;
  const link = await findLinkReturnAddress(deps, scope, request);
  if (link !== undefined) return { url: link };
  const uid = readRequest(deps, request);
  const ticket = randomBytes(32).toString("base64url");
  const { orgId, environment, account } = scope;
  const values = [uid && hashToken(uid), orgId, environment, hashToken(ticket), account.id, clock.now()];
  const rows = uid === undefined ? [] : await database.query(OFFER, values);
  if (rows.length === 0)
    throw badField(
      "request",
      "request must be the value that your sign-in URL was called with at most 15 minutes ago, for a server or link of this API key's environment.",
    );
  return { url: `${getIssuer(config)}/interaction/${uid}/return?ticket=${ticket}` };
}

function readRequest({ clock, credentials }: McpSignInDeps, request: string): string | undefined {
  const [uid = "", end = "", signature = ""] = request.split(".");
  if (!isSameText(signature, signText(credentials.sessionSecret, "request", `${uid}.${end}`)))
    return undefined;
  return Number.parseInt(end, 36) > clock.now().getTime() ? uid : undefined;
}

const TAKE_TICKET: Statement = {
  name: "mcp-oauth-take-ticket",
  text: `update mcp_oauth_interactions set account_id = ticket_account_id, ticket_hash = null, ticket_account_id = null
    where uid_hash = $1 and ticket_hash = $2 and expires_at > $3 returning 1 as taken`,
};

/** Signs in with the ticket of a return URL; false if it is invalid or was used. */
export async function claimTicket(
  { database, clock }: Pick<Deps, "database" | "clock">,
  uid: string,
  ticket: string,
): Promise<boolean> {
  const rows = await database.query(TAKE_TICKET, [hashToken(uid), hashToken(ticket), clock.now()]);
  return rows.length > 0;
}

const INSERT_CODE: Statement = {
  name: "mcp-oauth-insert-code",
  text: `with beyond as (
      delete from mcp_sign_in_codes where id in (
        select id from mcp_sign_in_codes where account_id = $4 order by id desc offset 9))
    insert into mcp_sign_in_codes (id, code_hash, org_id, environment, account_id, server_id, expires_at)
    select $1, $2::bytea, a.org_id, a.environment, a.id, s.id, $7::timestamptz
      from linked_accounts a join mcp_servers s on s.org_id = a.org_id and s.environment = a.environment
      where a.id = $4 and s.id = $5 and a.org_id = $3 and a.environment = $6
        and (s.account_id is null or s.account_id = a.id)
    returning 1 as made`,
};

/** A one-time code with which this account signs in to allow an assistant; 404 if there is no such server. */
export async function createCode(
  { database, clock }: Pick<Deps, "database" | "clock">,
  { orgId, environment, account }: AccountScope,
  serverId: string,
): Promise<{ code: string; expiresInS: number }> {
  const now = clock.now();
  const code = Array.from(randomBytes(CODE_CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  const ends = new Date(now.getTime() + CODE_MS);
  const values = [createId(now.getTime()), hashToken(code), orgId, account.id, serverId, environment, ends];
  const rows = await database.query(INSERT_CODE, values);
  if (rows.length === 0) throw notFound("MCP server");
  return { code: `${code.slice(0, 5)}-${code.slice(5)}`, expiresInS: CODE_MS / 1000 };
}

// Counted before it is compared: concurrent attempts share the few that there are.
const COUNT_TRY: Statement = {
  name: "mcp-oauth-count-try",
  text: `update mcp_oauth_interactions set wrong_codes = wrong_codes + 1
    where uid_hash = $1 and wrong_codes < ${MOST_TRIES} and expires_at > $2 returning 1 as counted`,
};

const TAKE_CODE: Statement = {
  name: "mcp-oauth-take-code",
  text: `with code as (
      delete from mcp_sign_in_codes c using mcp_oauth_interactions i
        where i.uid_hash = $1 and c.code_hash = $2 and c.server_id = i.server_id and c.expires_at > $3
        returning c.account_id)
    update mcp_oauth_interactions i set account_id = code.account_id from code where i.uid_hash = $1 returning 1 as taken`,
};

/**
 * Signs in with a code, however it is spelled; false if it is invalid, was used or has expired, or after five
 * attempts.
 */
export async function claimCode(
  { database, clock }: Pick<Deps, "database" | "clock">,
  uid: string,
  text: string,
): Promise<boolean> {
  const now = clock.now();
  const code = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  const counted = await database.query(COUNT_TRY, [hashToken(uid), now]);
  if (counted.length === 0) return false;
  return (await database.query(TAKE_CODE, [hashToken(uid), hashToken(code), now])).length > 0;
}
