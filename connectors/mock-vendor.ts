import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { ProviderAccount } from "../server/src/apps/connector.ts";
import type { OAuthVendor } from "./mock-oauth.ts";

/** A request as a mock sees it; header names are lower case. */
export interface MockRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
}

/** A mock's answer; a `body` that is not a string is sent as JSON. */
export interface MockAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** An imitation of a vendor's API, written from the vendor's documentation and never from our manifest. */
export interface Mock {
  answer(request: MockRequest): MockAnswer;
  /** The vendor's answer when its rate limit is exceeded. */
  limited(): MockAnswer;
  /** The addresses that are registered for deliveries. */
  hooks?(): readonly string[];
}

/** One action that must succeed; its result contains `expected`. */
export interface ActionCase {
  action: string;
  input: Record<string, unknown>;
  expected: unknown;
}

/** One action that the vendor refuses: `code` is how the connector must understand it. */
export interface RefusalCase {
  action: string;
  input: Record<string, unknown>;
  code: string;
  message: RegExp;
}

/** One paged action: the mock holds records for several pages, and `items` is all of them in order. */
export interface PagingCase {
  action: string;
  input: Record<string, unknown>;
  /** How many requests it takes to read everything. */
  pages: number;
  /** Each is contained in the item at the same index. */
  items: readonly unknown[];
}

/** One option list, in full and in order. */
export interface OptionCase {
  list: string;
  input?: Record<string, unknown>;
  expected: readonly { name: string; value: unknown }[];
}

/**
 * What a delivery is built from: our address and secret, the state that `subscribe` returned, and the credential's
 * values.
 */
export interface Hook {
  url: string;
  secret: string;
  state: unknown;
  credentials: Record<string, string>;
  /** Changes what is delivered before it is signed; the suite leaves it as documented. */
  edit?(payload: unknown): unknown;
}

/** The JSON of a delivery to a hook. */
export function deliveredJson({ edit }: Hook, payload: unknown): string {
  return JSON.stringify(edit === undefined ? payload : edit(payload));
}

/** A request that the vendor sends to a trigger's address; header names are lower case. */
export interface Delivery {
  method: string;
  query?: Record<string, string>;
  headers: Record<string, string>;
  body: string;
}

/**
 * A polled trigger: the first poll yields nothing, the one after `happen` yields exactly `expected`, the next nothing.
 */
export interface PollCase {
  trigger: string;
  kind: "poll";
  input: Record<string, unknown>;
  /** Every trigger with an overlap needs it: how far behind something newer an item may appear and still be told of. */
  late?: { seconds?: number; number?: number };
  happen(mock: Mock): void;
  expected: readonly unknown[];
}

/**
 * A webhook trigger: `delivery` is signed as the vendor signs and yields exactly `expected`. The suite also sends it
 * with a changed body and with a changed proof. `ignored` deliveries are genuine but yield nothing.
 */
export interface WebhookCase {
  trigger: string;
  kind: "webhook";
  input: Record<string, unknown>;
  /** The connection kinds that can subscribe; all by default. */
  types?: readonly ("oauth2" | "keybased")[];
  delivery(hook: Hook): Delivery;
  expected: readonly unknown[];
  /** Genuine deliveries that the trigger does not report. */
  ignored?: readonly ((hook: Hook) => Delivery)[];
  /** Further deliveries that must be refused. */
  forged?: readonly ((hook: Hook) => Delivery)[];
  challenge?: { delivery(hook: Hook): Delivery; reply: { status: number; body: unknown } };
  /** Every trigger with a list of what was missed needs it: what happens, and what the list then tells of. */
  missed?: Pick<PollCase, "happen" | "expected">;
}

/** One trigger with something that happens. */
export type TriggerCase = PollCase | WebhookCase;

/** A request as the vendor documents it, and the vendor's answer; 200, or 204 without an answer. */
export interface Exchange {
  /** `POST /v1/notes?limit=100`; the order of parameters does not matter. */
  sends: string;
  /** JSON, or the fields of a form. */
  body?: unknown;
  answer?: unknown;
  status?: number;
  headers?: Record<string, string>;
}

/** An action that makes one request, or two with `before`; `expected` is the answer unless it says something else. */
export interface ActionCall extends Exchange {
  action: string;
  /** The request for the names of a table's columns, before the other. */
  before?: Exchange;
  input: Record<string, unknown>;
  expected?: unknown;
}

/** A paged action: `expected` is the items of all pages. */
export interface ListCall {
  action: string;
  input: Record<string, unknown>;
  pages: readonly Exchange[];
  expected: readonly unknown[];
}

/** An option list, in full and in order. */
export interface OptionCall {
  list: string;
  input?: Record<string, unknown>;
  pages: readonly Exchange[];
  expected: readonly { name: string; value: unknown }[];
}

/** A polled trigger: the requests of each poll, the first of which reports nothing. It is noon UTC on 1 March 2026. */
export interface PollCall {
  trigger: string;
  input: Record<string, unknown>;
  polls: readonly (readonly Exchange[])[];
  expected: readonly unknown[];
}

/** Calls with their requests, for what needs no vendor that remembers: written from the vendor's documentation. */
export type VendorCall = ActionCall | ListCall | OptionCall | PollCall;

/** A mock with everything the conformance suite needs to run the connector of the same slug against it. */
export interface MockVendor {
  /** The hosts at which the vendor documents its API. */
  hosts: readonly string[];
  credentials: Partial<
    Record<"oauth2" | "keybased", { good: Record<string, string>; bad: Record<string, string> }>
  >;
  settings?: Record<string, string>;
  /** The vendor's authorization server; required where the connector has `auth.oauth2`. */
  oauth?: OAuthVendor;
  /**
   * The accounts that a consent gives access to; required where the connector asks for them. `checks` are the requests that
   * check a credential for each of them.
   */
  accounts?: {
    /** `GET https://api.example.com/sites`. */
    sends: string;
    /** The header `authorization`; by default a bearer token. */
    authorization?: string;
    answer: unknown;
    expected: readonly ProviderAccount[];
    checks: readonly string[];
  };
  /**
   * The names that the vendor documents for query and body, by method and path with `*` for a segment. Most vendors
   * ignore unknown names, so a misspelt one would go unnoticed if the suite did not compare.
   */
  parameters: Readonly<Record<string, readonly string[]>>;
  /** The account name that the check must return. */
  account?: string;
  /** The scopes that the check must return, by kind of credential, if the vendor reports them. */
  scopes?: Partial<Record<"oauth2" | "keybased", readonly string[]>>;
  /** How long the answer of `limited()` asks to wait, if the vendor says so. */
  retryAfterMs?: number;
  create(): Mock;
  /** Other answers that the vendor documents, and how the connector must understand them. */
  answers?: readonly {
    /** Made when it is sent, if it names a time. */
    answer: MockAnswer | (() => MockAnswer);
    code: string;
    message?: RegExp;
    retryAfterMs?: number;
  }[];
  /** What is tested call by call, in place of a case with the mock. */
  calls?: readonly VendorCall[];
  /** Run in order against one mock, with each kind of credential. */
  cases: readonly ActionCase[];
  refusals: readonly RefusalCase[];
  /** Every paged action needs one; each runs on a mock of its own. */
  paging?: readonly PagingCase[];
  /** Every option list needs one. */
  options?: readonly OptionCase[];
  /** Every trigger needs one; each runs on a mock of its own. */
  triggers?: readonly TriggerCase[];
}

/** A mock that listens; `force` sets an answer to every request until it is called with undefined. */
export interface RunningMock {
  url: string;
  requests: MockRequest[];
  force(answer: MockAnswer | undefined): void;
  close(): Promise<void>;
}

/** Starts a mock on a free port of 127.0.0.1. */
export async function startMock(mock: Mock): Promise<RunningMock> {
  const requests: MockRequest[] = [];
  let forced: MockAnswer | undefined;
  const server = createServer(async (incoming, reply) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const { status, headers, body } = forced ?? mock.answer(request);
    const isText = typeof body === "string";
    const type = isText ? "text/plain" : "application/json; charset=utf-8";
    reply.writeHead(status, body === undefined ? headers : { "content-type": type, ...headers });
    reply.end(body === undefined || isText ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The mock has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    force: (answer) => {
      forced = answer;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<MockRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const url = new URL(incoming.url ?? "/", "http://mock");
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

/** The JSON object in a request's body; undefined where the content type or the text is something else. */
export function jsonBody(request: MockRequest): Record<string, unknown> | undefined {
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? "")) return undefined;
  try {
    const value: unknown = JSON.parse(request.body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // vendors refuse broken JSON as they refuse a missing body
  }
}

/** The names of a request's query parameters and body members, without brackets. */
export function namesIn(request: MockRequest): string[] {
  const isForm = /^application\/x-www-form-urlencoded\b/.test(request.headers["content-type"] ?? "");
  const body = isForm ? new URLSearchParams(request.body).keys() : Object.keys(jsonBody(request) ?? {});
  return [...request.query.keys(), ...body].map((name) => name.replace(/\[.*$/, ""));
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The bearer token of a request; empty if there is none. */
export function bearerOf(request: MockRequest): string {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
}
