import type { MockRequest, MockVendor } from "../../../../connectors/mock-vendor.ts";
import { FIRST_ACCOUNT } from "../application.ts";
import { type CredentialMark, readMark } from "../token-book.ts";

/** A secret that a mock accepts, and the one of the same kind that it refuses. */
export interface SecretPair {
  readonly good: string;
  readonly bad: string;
}

/** The secrets by which a vendor recognizes a customer, the longest first. */
export function listSecrets({ credentials }: MockVendor): SecretPair[] {
  const pairs = Object.values(credentials).flatMap(({ good, bad }) =>
    Object.entries(good).flatMap(([name, value]) =>
      bad[name] === undefined || bad[name] === value ? [] : [{ good: value, bad: bad[name] }],
    ),
  );
  return pairs.sort((a, b) => b.good.length - a.good.length);
}

/** A request as a mock understands it, and whose credential it carried; undefined if none of the simulator's. */
export interface ExchangedRequest {
  readonly request: MockRequest;
  readonly mark: CredentialMark | undefined;
}

/**
 * Replaces the simulator's credentials, which name an account after the vendor's own text, by the only one that a mock
 * knows; those that `isValid` denies by the one that it refuses, so that the refusal is the vendor's own.
 */
export function exchangeCredentials(
  request: MockRequest,
  secrets: readonly SecretPair[],
  isValid: (mark: CredentialMark) => boolean,
): ExchangedRequest {
  const marks: CredentialMark[] = [];
  const replace = (text: string) =>
    replaceSecrets(text, secrets, (mark, { good, bad }) => {
      marks.push(mark);
      return isValid(mark) ? good : bad;
    });
  const headers = Object.entries(request.headers).map(([name, value]) => [name, replaceIn(value, replace)]);
  const query = [...request.query].map(([name, value]) => [name, replace(value)] as [string, string]);
  const exchanged = {
    ...request,
    headers: Object.fromEntries(headers),
    query: new URLSearchParams(query),
    body: replace(request.body),
  };
  // A value that names its account says more than one that is the same for all.
  return { request: exchanged, mark: marks.find(({ account }) => account !== FIRST_ACCOUNT) ?? marks[0] };
}

/** A header's value; that of basic authentication is encoded. */
function replaceIn(value: string, replace: (text: string) => string): string {
  const encoded = /^Basic (\S+)$/i.exec(value)?.[1];
  if (encoded === undefined) return replace(value);
  return `Basic ${Buffer.from(replace(Buffer.from(encoded, "base64").toString("utf8"))).toString("base64")}`;
}

function replaceSecrets(
  text: string,
  secrets: readonly SecretPair[],
  choose: (mark: CredentialMark, pair: SecretPair) => string,
): string {
  for (const pair of secrets) {
    const at = text.indexOf(pair.good);
    const rest = at === -1 ? "" : text.slice(at + pair.good.length);
    const found = at === -1 ? undefined : readMark(rest, FIRST_ACCOUNT);
    if (found === undefined) continue;
    return text.slice(0, at) + choose(found.mark, pair) + rest.slice(found.length);
  }
  return text;
}
