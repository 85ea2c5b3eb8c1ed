import { ConnectorError } from "../../../connector.ts";
import { isAllowedHost } from "../request/address.ts";

/** The address of a further page, as the provider sent it, and the paths below the base address that it may have. */
export interface PageLink {
  /** Absolute, or relative to the request's own address. */
  address: string;
  /** A path with `*` for any one segment, allowed besides the request's own. */
  path?: string;
}

interface LinkOrigin {
  /** The request's own address. */
  own: URL;
  /** Path of the base address. */
  below: string;
  hosts: readonly string[];
}

// What `*` matches: one plain segment without anything that a server could decode to a step elsewhere.
const PLAIN_SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/;

/**
 * Resolves the address of a further page. Only the query of the link is used, and its path if the manifest allows that:
 * a caller's cursor contains the link and must not lead to data that the action does not read. Throws `ConnectorError`
 * (`blocked`; `remote` if it is not an address).
 */
export function resolveLink({ address, path }: PageLink, { own, below, hosts }: LinkOrigin): URL {
  if (!URL.canParse(address, own.href))
    throw new ConnectorError("remote", "The next page has no valid address.");
  const next = new URL(address, own.href);
  if (!/^https?:$/.test(next.protocol) || !isAllowedHost(next.host, hosts)) {
    throw new ConnectorError("blocked", `This application may not call ${next.host}.`);
  }
  const url = new URL(own.href);
  if (!isSamePath(next.pathname, own.pathname)) {
    const isDeclared = path !== undefined && fits(next.pathname, below.replace(/\/+$/, "") + path);
    if (!isDeclared)
      throw new ConnectorError("blocked", "The next page is at a different path than its list.");
    url.pathname = next.pathname;
  }
  url.search = next.search;
  return url;
}

/** Ignores which characters are encoded, as providers encode others than we do. */
function isSamePath(a: string, b: string): boolean {
  const [left, right] = [a, b].map((path) => path.split("/").map(decoded));
  return JSON.stringify(left) === JSON.stringify(right);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // not a valid encoding: compared as it is
  }
}

function fits(path: string, pattern: string): boolean {
  const [segments, wanted] = [path.split("/"), pattern.split("/")];
  return (
    segments.length === wanted.length &&
    wanted.every((name, i) => (name === "*" ? PLAIN_SEGMENT.test(segments[i] ?? "") : name === segments[i]))
  );
}
