import type { Mock, MockAnswer, MockRequest, MockVendor } from "../../../../connectors/mock-vendor.ts";
import { FIRST_ACCOUNT, type SimulatedApplication, type SimulatedRequest } from "../application.ts";
import { type ConsentServer, createConsentServer } from "../consent/consent-server.ts";
import type { TokenBook } from "../token-book.ts";
import { findDocumentedAnswer, isUnknownThere } from "./documented-answers.ts";
import {
  type ExchangedRequest,
  exchangeCredentials,
  listSecrets,
  type SecretPair,
} from "./exchange-credentials.ts";
import { type RegisteredHook, runHappening } from "./run-happening.ts";
import { readVendorHosts, type VendorHosts } from "./vendor-hosts.ts";

/** A customer's account at a vendor, with a state of its own. */
interface VendorAccount {
  readonly mock: Mock;
  readonly hooks: RegisteredHook[];
  readonly counts: Map<string, number>;
}

interface Played {
  readonly slug: string;
  readonly vendor: MockVendor;
  readonly secrets: readonly SecretPair[];
  /** Only asked for what its vendor does not have: requests would change the state of an account's. */
  readonly probe: Mock;
  readonly hosts: VendorHosts;
  readonly book: TokenBook;
  readonly consent: ConsentServer | undefined;
  account(name: string): VendorAccount;
  isValid: TokenBook["isValid"];
}

/** What an application is made from; `values` are what customers enter to connect by a key. */
export interface VendorFacts {
  readonly slug: string;
  readonly name: string;
  readonly vendor: MockVendor;
  readonly values: Readonly<Record<string, string>> | undefined;
  /** Shared by applications of one vendor that take the same tokens. */
  readonly book: TokenBook;
  /** The template by which a trigger of the connector recognizes what it has reported. */
  keyOf(trigger: string): Promise<string | undefined>;
}

/** Plays a connector's imitation of its vendor for any number of accounts; `now` is in milliseconds. */
export function createVendorApplication(
  { slug, name, vendor, values, book, keyOf }: VendorFacts,
  now: () => number,
): SimulatedApplication {
  const accounts = new Map<string, VendorAccount>();
  const account = (key: string): VendorAccount => {
    const found = accounts.get(key) ?? {
      mock: vendor.create(),
      hooks: [],
      counts: new Map<string, number>(),
    };
    accounts.set(key, found);
    return found;
  };
  const hosts = readVendorHosts(vendor);
  const consent = openConsent(slug, name, vendor, book, now);
  const secrets = listSecrets(vendor);
  const probe = vendor.create();
  const played: Played = {
    slug,
    vendor,
    secrets,
    probe,
    hosts,
    book,
    consent,
    account,
    isValid: book.isValid,
  };
  return {
    slug,
    name,
    hosts: hosts.names,
    triggers: [...new Set((vendor.triggers ?? []).map(({ trigger }) => trigger))],
    credentials: values,
    settings: vendor.settings ?? {},
    credentialsOf: (key) => markCredentials(values, secrets, key),
    hasConsent: consent !== undefined,
    rate: (request) => rateRequest(played, request),
    answer: (request) => answerAsVendor(played, request),
    limited: () => account(FIRST_ACCOUNT).mock.limited(),
    happen: (happening) =>
      runHappening({ slug, vendor, keyOf }, account(happening.account ?? FIRST_ACCOUNT), happening),
    revoke: (key) => book.endAccess(key),
    reset: () => {
      accounts.clear();
      book.reset();
    },
  };
}

/** What is entered, with the name of the account after each secret; the first account needs none. */
function markCredentials(
  values: Readonly<Record<string, string>> = {},
  secrets: readonly SecretPair[],
  account: string,
): Record<string, string> {
  const isSecret = (value: string) => account !== FIRST_ACCOUNT && secrets.some(({ good }) => good === value);
  const pairs = Object.entries(values).map(([name, value]) => [
    name,
    isSecret(value) ? `${value}-${account}` : value,
  ]);
  return Object.fromEntries(pairs);
}

function openConsent(
  slug: string,
  name: string,
  { oauth, credentials }: MockVendor,
  book: TokenBook,
  now: () => number,
): ConsentServer | undefined {
  const accessToken = credentials.oauth2?.good.access_token;
  if (oauth === undefined || accessToken === undefined) return undefined;
  const { scopes, clientAuth, granted, lasts, refreshRefused, keepsRefresh, codeRefused } = oauth;
  const spec = {
    ...{ slug, name, clientAuth, granted, accessToken, codeRefused },
    scopeSeparator: scopes?.separator ?? " ",
    lastsS: lasts,
    refresh: refreshRefused === undefined ? "none" : keepsRefresh ? "keep" : "rotate",
    refreshRefused: refreshRefused ?? codeRefused,
  } as const;
  return createConsentServer(spec, book, now);
}

/** Some applications share hosts, such as those of Google: what they need, whose tokens these are, what is documented. */
function rateRequest(played: Played, request: SimulatedRequest): number {
  const { slug, vendor, secrets, hosts, consent, book } = played;
  const address = addressOf(hosts, request);
  if (address === vendor.oauth?.authorize) return 1 + countScopes(vendor, request.query.get("scope") ?? "");
  if (address === vendor.oauth?.token || address === vendor.oauth?.revoke)
    return consent?.hasIssued(request) ? 100 : 1 + countScopes(vendor, readAssertion(request));
  const { mark } = exchangeCredentials(request, secrets, book.isValid);
  if (mark !== undefined && book.ownerOf(mark) === slug) return 4;
  const endpoint = `${request.method} ${request.path}`;
  const isDocumented = Object.keys(vendor.parameters).some((pattern) => isEndpointOf(pattern, endpoint));
  if (isDocumented) return 3;
  return findDocumentedAnswer(vendor, request) === undefined ? 1 : 2;
}

function countScopes({ oauth }: MockVendor, text: string): number {
  return (oauth?.scopes?.needed ?? []).filter((scope) => text.split(/[\s,]+/).includes(scope)).length;
}

/** The scopes that a signed assertion asks for. */
function readAssertion({ body }: SimulatedRequest): string {
  const [, payload = ""] = (new URLSearchParams(body).get("assertion") ?? "").split(".");
  try {
    return String(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")).scope);
  } catch {
    return ""; // no assertion
  }
}

function isEndpointOf(pattern: string, endpoint: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?()[\]{}|\\^$]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`).test(endpoint);
}

/** The address without its query, as the vendor documents it. */
function addressOf(hosts: VendorHosts, { host, path }: SimulatedRequest): string {
  return hosts.toDocumentedAddress(`https://${hosts.toDocumented(host)}${path}`);
}

function answerAsVendor(played: Played, request: SimulatedRequest): MockAnswer {
  const { vendor, hosts, consent } = played;
  const address = addressOf(hosts, request);
  if (consent !== undefined && address === vendor.oauth?.authorize) return consent.authorize(request);
  if (consent !== undefined && address === vendor.oauth?.token) return consent.token(request);
  if (consent !== undefined && address === vendor.oauth?.revoke) return consent.revoke(request);
  const url = new URL(address);
  const documented = { ...request, path: url.pathname, headers: { ...request.headers, host: url.host } };
  const exchanged = exchangeCredentials(documented, played.secrets, played.isValid);
  return answerApi(played, exchanged, address);
}

function answerApi(played: Played, { request, mark }: ExchangedRequest, address: string): MockAnswer {
  const { vendor } = played;
  const { mock, hooks } = played.account(mark?.account ?? FIRST_ACCOUNT);
  const isAllowed = mark !== undefined && played.isValid(mark);
  if (isAllowed && `${request.method} ${address}` === vendor.accounts?.sends)
    return { status: 200, body: vendor.accounts.answer };
  const before = new Set(mock.hooks?.());
  const answer = mock.answer(request);
  for (const url of mock.hooks?.() ?? []) if (!before.has(url)) hooks.push({ url, request, answer });
  if (!isUnknownThere(played.probe, request, answer)) return answer;
  if (isAllowed) return findDocumentedAnswer(vendor, request) ?? answer;
  return mock.answer({ ...request, ...firstEndpoint(vendor) });
}

/** An endpoint that the mock knows: some vendors look at the credential only there. */
function firstEndpoint({ parameters }: MockVendor): Pick<MockRequest, "method" | "path"> {
  const [method = "GET", path = "/"] = (Object.keys(parameters)[0] ?? "").replaceAll("*", "1").split(" ");
  return { method, path };
}
