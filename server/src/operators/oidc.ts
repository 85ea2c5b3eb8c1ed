import type { Configuration, CustomFetchOptions } from "openid-client";
import type { OidcProvider } from "../config.ts";
import type { Deps } from "../deps.ts";
import { EMAIL_PATTERN } from "./schema.ts";

const PROOF_LIFE_MS = 10 * 60_000;
const PROOF_IDENTITY = "operator-oidc";
const IS_EMAIL = new RegExp(EMAIL_PATTERN, "u");
export const CALLBACK_PATH = "/api/v2/public/operator-session/oidc/callback";

/** What the browser keeps between start and callback, encrypted. */
interface Proof {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly endsAtMs: number;
}

export interface Oidc {
  /** The address to send the browser to, and the encrypted proof that it keeps until it comes back. */
  begin(): Promise<{ url: string; proof: string }>;
  /** Returns who signed in at the provider. Throws on any mismatch. */
  finish(query: string, proof: string): Promise<Identity>;
}

/** Somebody who has signed in at the provider. */
export interface Identity {
  /** With the subject, identifies the person even if their email address changes. */
  readonly issuer: string;
  readonly subject: string;
  /** The email address that the provider vouches for, if any. */
  readEmail(): Promise<string | undefined>;
}

// Loaded only when somebody signs in this way.
const load = () => import("openid-client");

/** Creates the sign-in at the configured provider, which is discovered at the first sign-in. */
export function createOidc(
  deps: Pick<Deps, "config" | "outbound" | "vault" | "clock">,
  provider: OidcProvider,
): Oidc {
  const { config, vault, clock } = deps;
  const redirectUri = `${config.publicUrl}${CALLBACK_PATH}`;
  let known: Promise<Configuration> | undefined;
  const configuration = () => {
    known ??= discover(deps, provider).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    begin: async () => {
      const client = await load();
      const [state, nonce, verifier] = [
        client.randomState(),
        client.randomNonce(),
        client.randomPKCECodeVerifier(),
      ];
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid email",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      const kept: Proof = { state, nonce, verifier, endsAtMs: clock.now().getTime() + PROOF_LIFE_MS };
      const proof = vault.seal(JSON.stringify(kept), PROOF_IDENTITY).toString("base64url");
      return { url: url.href, proof };
    },
    finish: async (query, sealed) => {
      const opened = vault.open(Buffer.from(sealed, "base64url"), PROOF_IDENTITY);
      const proof: Proof = JSON.parse(opened); // we sealed it
      if (proof.endsAtMs <= clock.now().getTime()) throw new Error("The sign-in took too long.");
      const client = await load();
      const settings = await configuration();
      const tokens = await client.authorizationCodeGrant(settings, new URL(`${redirectUri}${query}`), {
        expectedState: proof.state,
        expectedNonce: proof.nonce,
        pkceCodeVerifier: proof.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("The provider gave no ID token.");
      const { iss: issuer, sub: subject } = claims;
      const readEmail = async () => {
        // Many providers return the address only here.
        const { email, email_verified: isVerified } =
          typeof claims.email === "string"
            ? claims
            : await client.fetchUserInfo(settings, tokens.access_token, subject);
        return typeof email === "string" && isVerified === true && IS_EMAIL.test(email) ? email : undefined;
      };
      return { issuer, subject, readEmail };
    },
  };
}

async function discover(
  { outbound }: Pick<Deps, "outbound">,
  { issuer, clientId, clientSecret }: OidcProvider,
): Promise<Configuration> {
  const client = await load();
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  return client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    // Basic is the default if a provider declares nothing.
    (server, ...rest) =>
      server.token_endpoint_auth_methods_supported?.includes("client_secret_basic") === false
        ? post(server, ...rest)
        : basic(server, ...rest),
    {
      // Whether plain HTTP is allowed at all is up to the outbound guard.
      execute: issuer.startsWith("http:") ? [client.allowInsecureRequests] : [],
      // Its options are a RequestInit except for Uint8Array bodies, which TypeScript ties to the DOM's narrower type.
      [client.customFetch]: (url: string, options: CustomFetchOptions) =>
        outbound.fetch(url, options as RequestInit),
    },
  );
}
