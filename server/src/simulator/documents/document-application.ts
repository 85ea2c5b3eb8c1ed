import { randomUUID } from "node:crypto";
import type { MockAnswer } from "../../../../connectors/mock-vendor.ts";
import type { JsonObject } from "../../apps/connector.ts";
import { type OpenApiDocument, resolveReferences } from "../../apps/providers/openapi/document.ts";
import { toList, toObject, toShortText } from "../../apps/providers/openapi/read-json.ts";
import type { Json } from "../../platform/json/json.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import { buildStandardHeaders, getSecretSigningKey } from "../../webhooks/deliver/sign.ts";
import {
  type AddressedDelivery,
  FIRST_ACCOUNT,
  type Happening,
  type SimulatedApplication,
  type SimulatedRequest,
  SimulatorError,
} from "../application.ts";
import { type ConsentServer, type ConsentSpec, createConsentServer } from "../consent/consent-server.ts";
import { createTokenBook, type TokenBook } from "../token-book.ts";
import { DOCUMENT_KEY, DOCUMENT_TOKEN, judgeSecurity, readSchemes } from "./document-security.ts";
import { type DocumentState, openDocumentState, type PlayedCall } from "./document-state.ts";
import { type PlayedOperation, readPlayedOperations } from "./read-played-operations.ts";
import { createBodyReader, generateBody } from "./sample.ts";

const TOKEN_S = 3600;

interface PlayedDocument {
  readonly document: OpenApiDocument;
  readonly schemes: Readonly<Record<string, JsonObject>>;
  readonly operations: readonly PlayedOperation[];
  /** Addresses without a trailing slash. */
  readonly servers: readonly URL[];
  /** Authorization servers by the addresses of their pages and token endpoints. */
  readonly flows: ReadonlyMap<string, "authorize" | "token">;
  readonly consent: ConsentServer;
  readonly book: TokenBook;
  state(account: string): DocumentState;
  now(): number;
}

/** Plays what an OpenAPI document describes for any number of accounts; `now` is in milliseconds. */
export function createDocumentApplication(
  { slug, document }: { slug: string; document: OpenApiDocument },
  now: () => number,
): SimulatedApplication {
  const name = toShortText(toObject(document.root.info).title, 100) ?? slug;
  const states = new Map<string, DocumentState>();
  const operations = readPlayedOperations(document);
  const state = (account: string): DocumentState => {
    const found = states.get(account) ?? openDocumentState(operations);
    states.set(account, found);
    return found;
  };
  const book = createTokenBook(now);
  const schemes = readSchemes(document);
  const servers = readServers(document);
  const flows = readFlows(schemes, servers[0]);
  const consent = createConsentServer(describeConsent(slug, name), book, now);
  const played: PlayedDocument = { document, schemes, operations, servers, flows, consent, book, state, now };
  const keyed = Object.entries(schemes).filter(([, { type }]) => type === "apiKey" || type === "http");
  const lists = operations.filter(
    ({ collection, isItem, method }) => collection && !isItem && method === "GET",
  );
  return {
    slug,
    name,
    hosts: [
      ...new Set([...servers.map(({ host }) => host), ...[...flows.keys()].map((url) => new URL(url).host)]),
    ],
    triggers: [...Object.keys(toObject(document.root.webhooks)), ...lists.map(({ path }) => path)],
    credentials: keyed.length === 0 ? undefined : Object.fromEntries(keyed.map(([id]) => [id, DOCUMENT_KEY])),
    settings: {},
    credentialsOf: (account) => {
      const key = account === FIRST_ACCOUNT ? DOCUMENT_KEY : `${DOCUMENT_KEY}-${account}`;
      return Object.fromEntries(keyed.map(([id]) => [id, key]));
    },
    hasConsent: [...flows.values()].includes("authorize"),
    rate: (request) => (findOperation(played, request) === undefined ? 0 : 2),
    answer: (request) => answerDocument(played, request),
    limited: () => ({
      status: 429,
      headers: { "retry-after": "1" },
      body: { message: "Too many requests." },
    }),
    happen: (happening) => happenInDocument(slug, played, happening),
    revoke: (account) => book.endAccess(account),
    reset: () => {
      states.clear();
      book.reset();
    },
  };
}

function describeConsent(slug: string, name: string): ConsentSpec {
  const refused = { status: 400, body: { error: "invalid_grant" } };
  return {
    ...{ slug, name, scopeSeparator: " ", accessToken: DOCUMENT_TOKEN },
    clientAuth: ["post", "basic"],
    ...{ lastsS: TOKEN_S, codeRefused: refused, refreshRefused: refused },
    refresh: "rotate",
    granted: ({ access, refresh }) => ({
      ...{ access_token: access, refresh_token: refresh, token_type: "Bearer", expires_in: TOKEN_S },
    }),
  };
}

/** The servers of a document, with the defaults of their variables. */
function readServers({ root }: OpenApiDocument): URL[] {
  return toList(root.servers).flatMap((one) => {
    const { url, variables } = toObject(one);
    const text = String(url ?? "").replace(/\{([^{}]+)\}/g, (_, name) =>
      String(toObject(toObject(variables)[name]).default ?? ""),
    );
    return URL.canParse(text) ? [new URL(text.replace(/\/+$/, ""))] : [];
  });
}

function readFlows(
  schemes: Readonly<Record<string, JsonObject>>,
  server: URL | undefined,
): Map<string, "authorize" | "token"> {
  const found = new Map<string, "authorize" | "token">();
  for (const { flows } of Object.values(schemes))
    for (const flow of Object.values(toObject(flows))) {
      const { authorizationUrl, tokenUrl, refreshUrl } = toObject(flow);
      const add = (url: Json | undefined, kind: "authorize" | "token") => {
        if (typeof url !== "string" || !URL.canParse(url, server)) return;
        const { origin, pathname } = new URL(url, server);
        found.set(origin + pathname, kind);
      };
      add(authorizationUrl, "authorize");
      add(tokenUrl, "token");
      add(refreshUrl, "token");
    }
  return found;
}

function answerDocument(played: PlayedDocument, request: SimulatedRequest): MockAnswer {
  const { flows, consent } = played;
  const flow = ["https", "http"]
    .map((scheme) => flows.get(`${scheme}://${request.host}${request.path}`))
    .find(Boolean);
  if (flow !== undefined) return consent[flow](request);
  const found = findOperation(played, request);
  if (found === undefined)
    return { status: 404, body: { message: `The document has no ${request.method} ${request.path}.` } };
  const { document, schemes, book } = played;
  const { account, isAllowed } = judgeSecurity(document, schemes, {
    source: found.operation.source,
    request,
    book,
  });
  if (!isAllowed) return { status: 401, body: { message: "A valid credential is missing." } };
  const call = readCall(found, request);
  if (typeof call === "string") return { status: 400, body: { message: call } };
  return played.state(account).answer(call);
}

interface FoundOperation {
  operation: PlayedOperation;
  values: Record<string, string>;
}

/** The operation of a request: one without parameters in its path before one with them. */
function findOperation(
  { operations, servers }: PlayedDocument,
  request: SimulatedRequest,
): FoundOperation | undefined {
  const bases = servers
    .filter(({ host }) => host === request.host)
    .map(({ pathname }) => pathname.replace(/\/$/, ""));
  const paths = bases
    .filter((base) => request.path.startsWith(base))
    .map((base) => request.path.slice(base.length));
  const found = operations.flatMap((operation) => {
    if (operation.method !== request.method) return [];
    const values = paths
      .map((path) => matchPath(operation.path, path || "/"))
      .find((match) => match !== undefined);
    return values === undefined ? [] : [{ operation, values }];
  });
  return found.sort((a, b) => Object.keys(a.values).length - Object.keys(b.values).length)[0];
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const names = [...pattern.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const parts = pattern.split(/\{[^{}]+\}/).map((part) => part.replace(/[.*+?()[\]|\\^$]/g, "\\$&"));
  const match = new RegExp(`^${parts.join("([^/]+)")}$`).exec(path);
  if (match === null) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? "")]));
}

/** The request as its operation describes it, or a sentence that says what is wrong with it. */
function readCall({ operation, values }: FoundOperation, request: SimulatedRequest): PlayedCall | string {
  for (const { name, place, isRequired, schema, check } of operation.parameters) {
    const text =
      place === "query"
        ? request.query.get(name)
        : place === "header"
          ? request.headers[name.toLowerCase()]
          : values[name];
    if (text === null || text === undefined) {
      if (isRequired && place !== "cookie") return `The ${place} parameter ${name} is missing.`;
      continue;
    }
    const problem = place === "query" || place === "path" ? check(toDeclared(text, schema)) : undefined;
    if (problem !== undefined) return `The ${place} parameter ${name} is wrong: ${problem}`;
  }
  const body = readBody(request);
  if (operation.body !== undefined) {
    if (body === undefined && operation.body.isRequired) return "A body in JSON is missing.";
    const problem = body === undefined ? undefined : operation.body.check(body);
    if (problem !== undefined) return `The body is wrong: ${problem}`;
  }
  const url = new URL(`https://${request.host}${request.path}?${request.query}`);
  return { operation, values, query: request.query, body, url };
}

/** A text in an address as the type that its schema declares. */
function toDeclared(text: string, { type }: JsonObject): Json {
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("string")) return text;
  if (
    (types.includes("integer") || types.includes("number")) &&
    text.trim() !== "" &&
    !Number.isNaN(Number(text))
  )
    return Number(text);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  return types.includes("array") ? text.split(",") : text;
}

function readBody({ body, headers }: SimulatedRequest): Json | undefined {
  if (body === "") return undefined;
  if (/^application\/x-www-form-urlencoded\b/.test(headers["content-type"] ?? ""))
    return Object.fromEntries(new URLSearchParams(body));
  try {
    return parseJson(body);
  } catch {
    return undefined; // what is no JSON is a missing body
  }
}

/** A webhook of the document, or a new record in one of its lists. */
async function happenInDocument(
  slug: string,
  { document, operations, state, now }: PlayedDocument,
  { trigger, account = FIRST_ACCOUNT, url, secret, data = {} }: Happening,
): Promise<AddressedDelivery[]> {
  const webhook = toObject(document.root.webhooks)[trigger];
  if (webhook === undefined) {
    const isList = operations.some(
      ({ path, collection, isItem }) => path === trigger && collection && !isItem,
    );
    if (!isList) throw new SimulatorError(`${slug} has neither a webhook nor a list "${trigger}".`);
    state(account).add(trigger, data as JsonObject);
    return [];
  }
  if (url === undefined)
    throw new SimulatorError(`Pass the address to which ${trigger} is delivered as url.`);
  const [method = "post", operation] = Object.entries(resolveReferences(document, webhook) ?? {})[0] ?? [];
  const { content } = toObject(resolveReferences(document, toObject(operation).requestBody));
  const declared = createBodyReader(document)(content);
  const payload = declared === undefined ? data : { ...toObject(generateBody(declared, 1)), ...data };
  const message = { id: `msg_${randomUUID()}`, at: new Date(now()), body: JSON.stringify(payload) };
  const keys = secret === undefined ? [] : [getSecretSigningKey(secret)];
  const headers = { "content-type": "application/json", ...buildStandardHeaders(message, keys) };
  return [{ url, delivery: { method: method.toUpperCase(), headers, body: message.body } }];
}
