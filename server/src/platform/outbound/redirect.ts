import { OutboundError } from "./outbound-error.ts";
import type { StreamedBody } from "./streamed-body.ts";

/** One request of a chain of redirects, its headers in lower case. */
export interface Hop {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Buffer | StreamedBody | undefined;
}

export const maxRedirects = 5;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const crossOriginHeaders = new Set(["accept", "accept-encoding", "content-type", "user-agent"]);

/** Whether the status is a redirect that can be followed. */
export function isRedirect(status: number): boolean {
  return redirectStatuses.has(status);
}

/** The headers that may go to another origin than they were meant for: none that could be a credential. */
export function filterCrossOriginHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => crossOriginHeaders.has(name)));
}

/** The error for a chain of more than `maxRedirects` redirects. */
export function createRedirectLimitError(host: string): OutboundError {
  return new OutboundError("redirect", `${host} redirected more than ${maxRedirects} times.`);
}

/** The error for a redirect that would carry a body, which may hold credentials, to another origin. */
export function createBodyRedirectError(host: string): OutboundError {
  return new OutboundError("redirect", `${host} redirected a request with a body to another host.`);
}

function withoutBody(hop: Hop, method: string): Hop {
  const headers = Object.entries(hop.headers).filter(([name]) => !name.startsWith("content-"));
  return { ...hop, method, headers: Object.fromEntries(headers), body: undefined };
}

function becomesGet(status: number, method: string): boolean {
  return status === 303 ? method !== "HEAD" : (status === 301 || status === 302) && method === "POST";
}

/** The request for a redirect to `location`; throws OutboundError `redirect` if it must not be followed. */
export function buildNextHop(hop: Hop, status: number, location: string): Hop {
  const url = URL.canParse(location, hop.url) ? new URL(location, hop.url) : undefined;
  if (!url) throw new OutboundError("redirect", `${hop.url.hostname} redirected to an invalid URL.`);
  const next = becomesGet(status, hop.method) ? withoutBody(hop, "GET") : hop;
  if (url.origin === hop.url.origin) return { ...next, url };
  if (next.body !== undefined && next.body.length > 0) throw createBodyRedirectError(hop.url.hostname);
  return { ...next, url, headers: filterCrossOriginHeaders(next.headers) };
}
