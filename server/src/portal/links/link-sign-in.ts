import { createHmac, randomBytes } from "node:crypto";
import { buildLinkUrl, type ConnectLink, findConnectLink } from "../../apps/connections/connect-link.ts";
import { hasAgentLink } from "../../apps/connections/connect-link-store.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { buildCookieHeader, findCookie } from "../../platform/http/cookie.ts";
import { hashToken, isSameText } from "../../platform/secret-text.ts";

type LinkSignInDeps = Pick<Deps, "config" | "db" | "clock" | "credentials">;

const REQUEST_MS = 15 * 60_000;
const TICKET_MS = 5 * 60_000;
// The longest lifetime of a link given to an agent.
const COOKIE_S = 3600;
const ABOUT = /^link-([0-9a-f]{24})-([A-Za-z0-9_-]{43})$/;

/**
 * Whether this browser may open a link. A link from an agent's call is for the agent's own user: if the product
 * signs its users in, it must have confirmed that this browser's user is the link's account.
 */
export function isSignedIn(deps: LinkSignInDeps, link: ConnectLink, cookies: string | undefined): boolean {
  if (link.product.signInUrl === undefined) return true;
  const { browser, proof } = browserIn(deps, link.id, cookies) ?? {};
  if (browser === undefined || proof === undefined) return false;
  return isSameText(proof, proofOf(deps, link, browser));
}

/** The product's sign-in address for this browser, and the cookie that recognizes the browser later. */
export function startLinkSignIn(
  deps: LinkSignInDeps,
  link: ConnectLink,
  { signInUrl, cookies }: { signInUrl: string; cookies: string | undefined },
): { address: string; cookie: string } {
  const browser = browserIn(deps, link.id, cookies)?.browser ?? randomBytes(32).toString("base64url");
  const about = `link-${link.id}-${hashOf(browser)}`;
  const text = `${about}.${timeIn(deps, REQUEST_MS)}`;
  const url = new URL(signInUrl);
  url.searchParams.set("request", `${text}.${sign(deps, "request", text)}`);
  return { address: url.href, cookie: cookieOf(deps, link, `${browser}.${link.token}`) };
}

/**
 * Where the product sends this user's browser back to; undefined unless the request is for an active link of theirs.
 */
export async function findLinkReturnAddress(
  deps: LinkSignInDeps,
  scope: AccountScope,
  request: string,
): Promise<string | undefined> {
  const [about = "", end = "", signature = ""] = request.split(".");
  const [, id = "", browserHash = ""] = ABOUT.exec(about) ?? [];
  const isOurs = isSameText(signature, sign(deps, "request", `${about}.${end}`)) && !isOver(deps, end);
  if (!isOurs || !(await hasAgentLink(deps.db, scope, id, deps.clock.now()))) return undefined;
  const text = `${scope.account.id}.${timeIn(deps, TICKET_MS)}`;
  const ticket = `${text}.${sign(deps, "ticket", `${id}.${browserHash}.${text}`)}`;
  return `${deps.config.publicUrl}/connect/return/${id}?ticket=${ticket}`;
}

/** The result of a sign-in; undefined if it has expired or began in another browser. */
export type LinkSignIn =
  | { readonly kind: "signed in"; readonly address: string; readonly cookie: string }
  | { readonly kind: "another account"; readonly link: ConnectLink };

/** Signs this browser in to a link with the ticket of a return address. */
export async function claimLinkTicket(
  deps: LinkSignInDeps,
  { id, ticket, cookies }: { id: string; ticket: string; cookies: string | undefined },
): Promise<LinkSignIn | undefined> {
  const held = browserIn(deps, id, cookies);
  const link = held && (await findConnectLink(deps, held.token));
  if (held === undefined || link?.id !== id) return undefined;
  const [accountRowId = "", end = "", signature = ""] = ticket.split(".");
  const signed = `${id}.${hashOf(held.browser)}.${accountRowId}.${end}`;
  if (!isSameText(signature, sign(deps, "ticket", signed)) || isOver(deps, end)) return undefined;
  if (accountRowId !== link.scope.account.id) return { kind: "another account", link };
  const value = `${held.browser}.${link.token}.${proofOf(deps, link, held.browser)}`;
  return {
    kind: "signed in",
    address: buildLinkUrl(deps.config, link.token),
    cookie: cookieOf(deps, link, value),
  };
}

/**
 * What a browser's cookie holds for a link: its own secret, the link's token and, once signed in, the proof of that.
 */
function browserIn(
  { config }: LinkSignInDeps,
  linkId: string,
  cookies: string | undefined,
): { browser: string; token: string; proof: string | undefined } | undefined {
  const [browser = "", token, proof] = (findCookie(config, cookies, nameOf(linkId)) ?? "").split(".");
  return browser === "" || token === undefined ? undefined : { browser, token, proof };
}

function cookieOf({ config }: LinkSignInDeps, { id }: ConnectLink, value: string): string {
  return buildCookieHeader(config, { name: nameOf(id), value, maxAgeS: COOKIE_S });
}

function nameOf(linkId: string): string {
  return `junctor_link_${linkId}`;
}

function proofOf(deps: LinkSignInDeps, { id, scope }: ConnectLink, browser: string): string {
  return sign(deps, "proof", `${id}.${hashOf(browser)}.${scope.account.id}`);
}

function timeIn({ clock }: LinkSignInDeps, ms: number): string {
  return (clock.now().getTime() + ms).toString(36);
}

function isOver({ clock }: LinkSignInDeps, end: string): boolean {
  return !(Number.parseInt(end, 36) > clock.now().getTime());
}

function hashOf(browser: string): string {
  return hashToken(browser).toString("base64url");
}

function sign({ credentials }: LinkSignInDeps, kind: "request" | "ticket" | "proof", text: string): string {
  return createHmac("sha256", credentials.keyFor(`link sign-in ${kind}`))
    .update(text)
    .digest("base64url");
}
