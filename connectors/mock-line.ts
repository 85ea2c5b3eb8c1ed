import type { Http, HttpRequest } from "../server/src/apps/connector.ts";
import { parseAllowList } from "../server/src/platform/outbound/address-guard.ts";
import { createOutbound } from "../server/src/platform/outbound/outbound.ts";
import { type Mock, type MockAnswer, type MockRequest, type MockVendor, startMock } from "./mock-vendor.ts";

/** A transport to a mock; `force` sets an answer to every request until it is called with undefined. */
export interface Line {
  http: Http;
  requests: MockRequest[];
  force(answer: MockAnswer | undefined): void;
  close(): Promise<void>;
}

/** Opens a line to a mock. */
export type OpenLine = (mock: Mock, vendor: MockVendor) => Promise<Line>;

/**
 * Forwards requests to the vendor's documented hosts only; all others are refused, even if something would answer
 * there.
 */
function documentedUrl(request: HttpRequest, { hosts }: MockVendor): URL {
  const url = new URL(request.url);
  if (url.protocol === "https:" && hosts.includes(url.host)) return url;
  throw new Error(`not a host of the vendor: ${url.host}`);
}

/** Lines through the product's own HTTP client and a socket of 127.0.0.1; call `close` at the end. */
export function socketLines(): { open: OpenLine; close(): Promise<void> } {
  const outbound = createOutbound({ allow: parseAllowList("127.0.0.1") });
  return {
    open: async (mock, vendor) => {
      const { url: address, ...running } = await startMock(mock);
      const http: Http = (request) => {
        const url = documentedUrl(request, vendor);
        return outbound.request({ ...request, url: address + url.pathname + url.search });
      };
      return { http, ...running };
    },
    close: () => outbound.close(),
  };
}

/** A line without sockets, for suites that make thousands of requests. */
export const directLine: OpenLine = async (mock, vendor) => {
  const requests: MockRequest[] = [];
  let forced: MockAnswer | undefined;
  return {
    requests,
    force: (answer) => {
      forced = answer;
    },
    http: async (request) => {
      const url = documentedUrl(request, vendor);
      const asked: MockRequest = {
        method: request.method,
        path: url.pathname,
        query: url.searchParams,
        headers: { "user-agent": "junctor", host: url.host, ...request.headers },
        body: String(request.body ?? ""),
      };
      requests.push(asked);
      return directAnswer(forced ?? mock.answer(asked));
    },
    close: async () => undefined,
  };
};

function directAnswer({ status, headers = {}, body }: MockAnswer) {
  const isText = typeof body === "string";
  const type = isText ? "text/plain" : "application/json; charset=utf-8";
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status,
    headers: { ...(body === undefined ? {} : { "content-type": type }), ...Object.fromEntries(named) },
    body: Buffer.from(body === undefined ? "" : isText ? body : JSON.stringify(body)),
  };
}
