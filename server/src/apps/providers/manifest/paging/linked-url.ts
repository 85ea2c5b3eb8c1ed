import { ConnectorError } from "../../../connector.ts";
import { isAllowedHost } from "../request/address.ts";

/** The address of a further page, as the provider gave it, and the paths below the base address where it may lie. */
export interface PageLink {
  /** Whole, or relative to the request's own address. */
  address: string;
  /** A path with `*` for any one segment, beside the request's own. */
  path?: string;
}

interface LinkOrigin {
  /** The request's own address. */
  own: URL;
  /** Path of the base address. */
  below: string;
  hosts: readonly string[];
}

// What `*` stands for: one plain segment, with nothing that a server could decode to a step elsewhere.
const PLAIN_SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/;

/**
 * The address of a further page: of the link only its query is taken, and its path where the manifest says so. A link
 * comes back as a caller's cursor, which must not lead to what the action does not read. Throws `ConnectorError`
 * (`blocked`; `remote` for what is no address).
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

/** Providers do not encode the same characters as we do. */
function isSamePath(a: string, b: string): boolean {
  const [left, right] = [a, b].map((path) => path.split("/").map(decoded));
  return JSON.stringify(left) === JSON.stringify(right);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // no valid encoding: it stands for itself
  }
}

function fits(path: string, pattern: string): boolean {
  const [segments, wanted] = [path.split("/"), pattern.split("/")];
  return (
    segments.length === wanted.length &&
    wanted.every((name, i) => (name === "*" ? PLAIN_SEGMENT.test(segments[i] ?? "") : name === segments[i]))
  );
}
