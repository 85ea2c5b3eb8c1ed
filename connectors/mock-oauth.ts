import { createHash } from "node:crypto";
import type { MockAnswer, MockRequest } from "./mock-vendor.ts";

/** The tokens that a token endpoint issues. */
export interface HandedOut {
  access: string;
  /** Absent in a renewal that keeps the refresh token. */
  refresh?: string;
}

/** A vendor's authorization server, written from the vendor's documentation and never from our manifest. */
export interface OAuthVendor {
  /** Where customers give consent, with the mock's `settings` filled in. */
  authorize: string;
  token: string;
  /** The revocation endpoint, which takes a form with the token, if the vendor documents one. */
  revoke?: string;
  /** The scopes that the connector's requests need, and their separator; absent if the vendor has no scopes. */
  scopes?: { needed: readonly string[]; separator: string };
  /** Further parameters of the consent address that the vendor requires for what we need, with their values. */
  asks?: Readonly<Record<string, string>>;
  /** The same for the code exchange. */
  tokenAsks?: Readonly<Record<string, string>>;
  /** Whether the vendor documents PKCE for every client: then it is required, otherwise its parameters are unknown. */
  pkce: boolean;
  clientAuth: readonly ("post" | "basic")[];
  /** The body of a token response. */
  granted(tokens: HandedOut): Record<string, unknown>;
  /** A renewal keeps the refresh token and does not repeat it. */
  keepsRefresh?: boolean;
  /** Lifetime of an access token in seconds, if the vendor reports it. */
  lasts?: number;
  /** The answer to an invalid code. */
  codeRefused: MockAnswer;
  /** The answer to an invalid refresh token; absent if the vendor issues none. */
  refreshRefused?: MockAnswer;
}

/**
 * The client that is registered with every authorization server; its secret contains characters that must be encoded.
 */
export const REGISTERED = {
  client: { id: "client-7", secret: "s+cret/7=%" },
  redirectUri: "https://junctor.example/api/v1/app/callback",
};

/** An error response of RFC 6749 5.2. */
export function refused(error: string, status = 400, description = "No."): MockAnswer {
  return { status, body: { error, error_description: description } };
}

/** A token response of RFC 6749 5.1 with a refresh token and `more`. */
export function standardGrant(lasts: number, more: Record<string, unknown> = {}) {
  return {
    lasts,
    granted: ({ access, refresh }: HandedOut) => ({
      access_token: access,
      refresh_token: refresh,
      token_type: "Bearer",
      expires_in: lasts,
      ...more,
    }),
    codeRefused: refused("invalid_grant"),
    refreshRefused: refused("invalid_grant"),
  };
}

/**
 * A running authorization server: `visit` plays the customer who consents, and returns the code or throws the refusal.
 */
export interface AuthorizationServer {
  visit(address: string): string;
  answer(request: MockRequest, address: string): MockAnswer;
  /** Tokens that were revoked. */
  revoked: readonly string[];
}

interface Consented {
  redirectUri: string | null;
  challenge: string | null;
}

/** Starts an authorization server; the first access token that it issues is `first`. */
export function createAuthorizationServer(vendor: OAuthVendor, first: string): AuthorizationServer {
  const codes = new Map<string, Consented>();
  const living = new Set<string>();
  const revoked: string[] = [];
  let count = 0;
  const handOut = (renewed?: string): MockAnswer => {
    const access = count === 0 ? first : `${first}-${count}`;
    const refresh = `refresh-${count}`;
    count += 1;
    if (renewed !== undefined && vendor.keepsRefresh)
      return { status: 200, body: vendor.granted({ access }) };
    living.add(refresh);
    if (renewed !== undefined) living.delete(renewed);
    return { status: 200, body: vendor.granted({ access, refresh }) };
  };
  return {
    revoked,
    visit: (address) => {
      const code = `code-${codes.size + 1}`;
      codes.set(code, consent(vendor, new URL(address)));
      return code;
    },
    answer: (request, address) => {
      const form = new URLSearchParams(request.body);
      if (request.method !== "POST" || !isForm(request)) return { status: 405, body: "Not allowed" };
      if (!isClient(vendor, request, form)) return refused("invalid_client", 401);
      if (address === vendor.revoke) {
        revoked.push(form.get("token") ?? "");
        return { status: 200, body: {} };
      }
      if (address !== vendor.token) return { status: 404, body: "Not found" };
      const problem = tokenProblem(vendor, form);
      if (problem !== undefined) return refused(problem);
      if (form.get("grant_type") === "refresh_token") {
        const token = form.get("refresh_token") ?? "";
        return living.has(token) ? handOut(token) : (vendor.refreshRefused ?? refused("invalid_grant"));
      }
      const code = form.get("code") ?? "";
      const consented = codes.get(code);
      codes.delete(code);
      return consented !== undefined && fits(consented, form) ? handOut() : vendor.codeRefused;
    },
  };
}

function consent(vendor: OAuthVendor, url: URL): Consented {
  const asked = url.searchParams;
  const { pkce, scopes, asks = {} } = vendor;
  if (url.origin + url.pathname !== vendor.authorize) throw new Error(`not the vendor's: ${url.href}`);
  const challenge = pkce ? ["code_challenge", "code_challenge_method"] : [];
  const wanted: Record<string, string> = {
    response_type: "code",
    client_id: REGISTERED.client.id,
    redirect_uri: REGISTERED.redirectUri,
    ...(pkce && { code_challenge_method: "S256" }),
    ...asks,
  };
  const known = [...Object.keys(wanted), "state", ...challenge, ...(scopes === undefined ? [] : ["scope"])];
  const strange = [...asked.keys()].filter((name) => !known.includes(name));
  const wrong = Object.keys(wanted).filter((name) => asked.get(name) !== wanted[name]);
  const missing = known.filter((name) => !asked.get(name));
  if (strange.length + wrong.length + missing.length > 0)
    throw new Error(`unknown: ${strange}; wrong: ${wrong}; missing: ${missing}`);
  if (scopes !== undefined) {
    const given = (asked.get("scope") ?? "").split(scopes.separator).sort();
    if (JSON.stringify(given) !== JSON.stringify([...scopes.needed].sort()))
      throw new Error(`scopes: ${given.join(" | ")}`);
  }
  return { redirectUri: asked.get("redirect_uri"), challenge: asked.get("code_challenge") };
}

function isForm({ headers }: MockRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/.test(headers["content-type"] ?? "");
}

/** Whether the client authenticates in exactly one of the ways that the vendor accepts. */
function isClient({ clientAuth }: OAuthVendor, { headers }: MockRequest, form: URLSearchParams): boolean {
  const { id, secret } = REGISTERED.client;
  const basic = /^Basic (\S+)$/.exec(headers.authorization ?? "")?.[1];
  if (basic !== undefined) {
    const pair = Buffer.from(basic, "base64").toString("utf8");
    const parts = pair.split(":").map((part) => decodeURIComponent(part.replaceAll("+", " ")));
    return (
      clientAuth.includes("basic") && !form.has("client_secret") && parts.join("\n") === `${id}\n${secret}`
    );
  }
  return clientAuth.includes("post") && form.get("client_id") === id && form.get("client_secret") === secret;
}

function tokenProblem({ pkce, tokenAsks = {} }: OAuthVendor, form: URLSearchParams): string | undefined {
  const kinds: Record<string, readonly string[]> = {
    authorization_code: ["code", "redirect_uri", ...(pkce ? ["code_verifier"] : [])],
    refresh_token: ["refresh_token"],
  };
  const names = kinds[form.get("grant_type") ?? ""];
  if (names === undefined) return "unsupported_grant_type";
  const known = ["grant_type", "client_id", "client_secret", ...names, ...Object.keys(tokenAsks)];
  const isTrade = names.includes("code");
  const wrong = Object.entries(tokenAsks).some(([name, value]) => isTrade && form.get(name) !== value);
  const strange = [...form.keys()].some((name) => !known.includes(name));
  return wrong || strange || names.some((name) => !form.get(name)) ? "invalid_request" : undefined;
}

function fits({ redirectUri, challenge }: Consented, form: URLSearchParams): boolean {
  const verifier = form.get("code_verifier");
  const digest = verifier === null ? null : createHash("sha256").update(verifier).digest("base64url");
  return form.get("redirect_uri") === redirectUri && digest === challenge;
}
