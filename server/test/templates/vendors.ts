import { formBody } from "../../../connectors/mock-routes.ts";
import {
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../../../connectors/mock-vendor.ts";
import { vendorOf } from "../../../connectors/shipped.ts";
import type { Outbound, OutboundRequest, OutboundResponse } from "../../src/platform/outbound/outbound.ts";

// The hosts where Google and Salesforce exchange a signed assertion for a token; the mocks do not answer for these.
const TOKEN_HOSTS: Readonly<Record<string, string>> = {
  "oauth2.googleapis.com": "google-sheets",
  "login.salesforce.com": "salesforce",
};

interface OpenVendor {
  readonly vendor: MockVendor;
  readonly mock: Mock;
  readonly requests: MockRequest[];
}

/** The connectors' own mocks behind the server's outgoing HTTP, so that shipped connectors run unmodified. */
export interface Vendors {
  readonly outbound: Outbound;
  /** Starts over with fresh mocks of these applications; every other host is unreachable. */
  open(slugs: readonly string[]): Promise<void>;
  vendor(slug: string): MockVendor;
  /** The mock itself, to make something happen at the third party. */
  mock(slug: string): Mock;
  /** The bodies of the requests to a third party that match `METHOD /path`, oldest first. */
  received(slug: string, endpoint: RegExp): Record<string, unknown>[];
}

export function createVendors(): Vendors {
  const opened = new Map<string, OpenVendor>();
  const find = (slug: string): OpenVendor => {
    const found = opened.get(slug);
    if (!found) throw new Error(`${slug} is not open.`);
    return found;
  };
  return {
    outbound: {
      request: async (request) => answerOf(opened, request),
      fetch: async (input, init) => {
        const asked = new Request(input, init);
        const { method, url } = asked;
        const request = { method, url, body: await asked.text() };
        const { status, headers, body } = await answerOf(opened, request);
        return new Response(Uint8Array.from(body), { status, headers });
      },
      refusal: () => undefined,
      browserUrl: (url) => url,
      close: async () => undefined,
    },
    open: async (slugs) => {
      opened.clear();
      for (const slug of slugs) {
        const vendor = await vendorOf(slug);
        opened.set(slug, { vendor, mock: vendor.create(), requests: [] });
      }
    },
    vendor: (slug) => find(slug).vendor,
    mock: (slug) => find(slug).mock,
    received: (slug, endpoint) =>
      find(slug)
        .requests.filter(({ method, path }) => endpoint.test(`${method} ${decodeURIComponent(path)}`))
        .map((request) => jsonBody(request) ?? Object.fromEntries(formBody(request) ?? [])),
  };
}

async function answerOf(
  opened: ReadonlyMap<string, OpenVendor>,
  request: OutboundRequest,
): Promise<OutboundResponse> {
  await request.untilSure?.();
  const url = new URL(request.url);
  const minted = opened.get(TOKEN_HOSTS[url.host] ?? "");
  if (minted) return responseOf(url, { status: 200, body: tokenOf(minted.vendor) });
  const found = [...opened.values()].find(({ vendor }) => vendor.hosts.includes(url.host));
  if (!found) throw new Error(`${url.host} is not open.`);
  const asked = seenBy(url, request);
  found.requests.push(asked);
  return responseOf(url, found.mock.answer(asked));
}

function tokenOf({ credentials }: MockVendor): object {
  const { access_token } = credentials.keybased?.good ?? {};
  return { access_token, token_type: "Bearer", expires_in: 3600 };
}

function seenBy(url: URL, { method, headers = {}, body }: OutboundRequest): MockRequest {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    body: body?.toString() ?? "",
    headers: { "user-agent": "Junctor", host: url.host, ...Object.fromEntries(lower) },
  };
}

function responseOf({ href }: URL, { status, headers = {}, body }: MockAnswer): OutboundResponse {
  const isText = typeof body === "string";
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const type = isText ? "text/plain" : "application/json; charset=utf-8";
  return {
    status,
    url: href,
    truncated: false,
    durationMs: 1,
    headers: { ...(body !== undefined && { "content-type": type }), ...Object.fromEntries(lower) },
    body: Buffer.from(body === undefined ? "" : isText ? body : JSON.stringify(body)),
  };
}
