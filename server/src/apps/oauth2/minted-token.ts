import { createPrivateKey, type KeyObject } from "node:crypto";
import { loadJose } from "../../platform/memory/late-packages.ts";
import type { JsonObject } from "../connector.ts";
import type { OAuthClient, TokenSpec } from "../connector-auth.ts";
import { compileTemplate, type TemplateScope, toText } from "../providers/manifest/request/template.ts";
import {
  exchangeAssertion,
  fetchClientToken,
  isClientRejected,
  type TokenRequest,
  type Tokens,
} from "./token-endpoint.ts";
import { TokenError } from "./token-error.ts";

/** Everything that minting one token requires. */
export interface MintRequest
  extends Pick<TokenRequest, "outbound" | "settings" | "name" | "nowMs" | "signal"> {
  spec: TokenSpec;
  /** What the customer entered. */
  values: JsonObject;
  /** Replace those of `spec`, unchanged. */
  scopes?: readonly string[];
}

// A provider whose clock is slightly behind must not see a token from the future.
const ISSUED_EARLIER_S = 30;

/**
 * Mints the short-lived token of a connection from what the customer entered (`TokenSpec`): `values` contains
 * `access_token` and the rest of the response. Throws `TokenError`: `dead` if what was entered is refused.
 */
export async function fetchMintedToken(minting: MintRequest): Promise<Tokens> {
  try {
    switch (minting.spec.grant) {
      case "jwt":
        return await signedToken(minting);
      case "client_credentials":
        return await fetchClientToken(requestOf(minting), scopesOf(minting));
      case "jwt_bearer":
        return await exchangeAssertion(requestOf(minting), scopesOf(minting), await signJwt(minting));
    }
  } catch (error) {
    throw toCustomerClientError(error);
  }
}

/** The same for a token of a customer's own client in place of the organization's. */
export async function fetchCustomerClientToken(
  request: TokenRequest,
  scopes: readonly string[],
): Promise<Tokens> {
  try {
    return await fetchClientToken(request, scopes);
  } catch (error) {
    throw toCustomerClientError(error);
  }
}

/** No organization's client is involved: a refused client is what the customer entered. */
function toCustomerClientError(error: unknown): unknown {
  if (!(error instanceof TokenError) || error.kind === "dead" || !isClientRejected(error)) return error;
  const { message, status, code } = error;
  return new TokenError("dead", message, { status, code, cause: error });
}

async function signedToken(minting: MintRequest): Promise<Tokens> {
  const token = await signJwt(minting);
  const lifeMs = (minting.spec.jwt?.lifeSeconds ?? 0) * 1000;
  return {
    values: { access_token: token },
    refreshToken: undefined,
    expiresAt: new Date(minting.nowMs - ISSUED_EARLIER_S * 1000 + lifeMs),
  };
}

function requestOf(minting: MintRequest): TokenRequest {
  const { spec, outbound, settings, name, nowMs, signal } = minting;
  const { url, choices, clientAuth, scopeSeparator, tokenPath, refusals } = spec;
  if (url === undefined) throw new TokenError("refused", `${name} has no token endpoint.`);
  return {
    outbound,
    settings,
    name,
    nowMs,
    signal,
    spec: {
      tokenUrl: url,
      choices,
      clientAuth,
      scopeSeparator,
      tokenPath,
      refusals,
      tokenParams: fillAll(minting, spec.params),
    },
    client: findTypedClient(minting),
  };
}

/** The client that a customer entered; undefined if there is none. */
export function findTypedClient(
  minting: Pick<MintRequest, "spec" | "values" | "settings">,
): OAuthClient | undefined {
  const { clientId, clientSecret } = minting.spec;
  const id = clientId && fill(minting, clientId);
  return id ? { id, secret: clientSecret && fill(minting, clientSecret) } : undefined;
}

function scopesOf(minting: MintRequest): readonly string[] {
  return minting.scopes ?? minting.spec.scopes.map((scope) => fill(minting, scope));
}

/** The JWT that the customer's key signs (RFC 7519). */
async function signJwt(minting: MintRequest): Promise<string> {
  const { spec, name, nowMs } = minting;
  if (spec.jwt === undefined) throw new TokenError("refused", `${name} does not say which token to sign.`);
  const { algorithm, key, keyId, claims, lifeSeconds } = spec.jwt;
  const issuedAt = Math.floor(nowMs / 1000) - ISSUED_EARLIER_S;
  const kid = keyId && fill(minting, keyId);
  const { SignJWT } = loadJose();
  try {
    return await new SignJWT(fillAll(minting, claims))
      .setProtectedHeader({ alg: algorithm, typ: "JWT", ...(kid && { kid }) })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifeSeconds)
      .sign(readKey(algorithm, fill(minting, key)));
  } catch (cause) {
    // The library's error messages may quote the key.
    throw new TokenError(
      "dead",
      `The key for ${name} cannot sign with ${algorithm}: it must be ${KEYS[algorithm]}.`,
      {
        cause: cause instanceof Error ? cause.name : undefined,
      },
    );
  }
}

const RSA = "an RSA private key of at least 2,048 bits in PEM form";
const KEYS: Record<NonNullable<TokenSpec["jwt"]>["algorithm"], string> = {
  RS256: RSA,
  RS384: RSA,
  RS512: RSA,
  ES256: "a P-256 private key in PEM form",
  ES384: "a P-384 private key in PEM form",
  HS256: "a text of at least one character",
  EdDSA: "an Ed25519 private key in PEM form",
};

function readKey(algorithm: string, text: string): KeyObject | Uint8Array {
  if (algorithm === "HS256") {
    if (text === "") throw new TypeError("empty");
    return Buffer.from(text, "utf8");
  }
  // Keys are copied from JSON files, where line breaks are escaped.
  return createPrivateKey(text.replaceAll("\\n", "\n"));
}

function fillAll(minting: MintRequest, texts: Record<string, string>): Record<string, string> {
  const entries = Object.entries(texts).map(([name, text]) => [name, fill(minting, text)] as const);
  // A claim or parameter without a value is left out, as everywhere in templates.
  return Object.fromEntries(entries.filter(([, text]) => text !== ""));
}

function fill({ values, settings }: Pick<MintRequest, "values" | "settings">, text: string): string {
  const scope: TemplateScope = { credentials: values, settings };
  return toText(compileTemplate(text).render(scope));
}
