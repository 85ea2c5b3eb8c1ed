import { loadOpenidClient } from "../../platform/memory/late-packages.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { ConnectorError, type JsonObject } from "../connector.ts";
import type { OAuth2Spec, OAuthClient } from "../connector-auth.ts";
import { compileAddress, renderAddress } from "../providers/manifest/request/address.ts";

/** The parts of the authorization URL. */
export interface ConsentRequest {
  spec: OAuth2Spec;
  client: OAuthClient;
  settings: JsonObject;
  scopes: readonly string[];
  redirectUri: string;
  state: string;
  /** The S256 challenge, if the provider supports PKCE. */
  challenge?: string;
  /** What is wrong with a URL: customers are not sent where we would not go ourselves. */
  refusal: Outbound["refusal"];
}

/** The address at which the customer gives consent (RFC 6749 4.1.1, RFC 7636 4.3); throws `ConnectorError` where it may not be called. */
export function buildConsentUrl(consent: ConsentRequest): string {
  const { spec, client, settings, scopes, redirectUri, state, challenge } = consent;
  const endpoint = renderAddress(compileAddress(spec.authorizeUrl, spec.choices), { settings });
  const problem = consent.refusal(endpoint);
  if (problem !== undefined) throw new ConnectorError("blocked", problem);
  const { allowInsecureRequests, buildAuthorizationUrl, Configuration } = loadOpenidClient();
  const metadata = { issuer: new URL(endpoint).origin, authorization_endpoint: endpoint };
  const config = new Configuration(metadata, client.id);
  if (endpoint.startsWith("http:")) allowInsecureRequests(config);
  const url = buildAuthorizationUrl(config, {
    ...spec.authorizeParams,
    response_type: "code",
    redirect_uri: redirectUri,
    state,
    ...(scopes.length > 0 && { scope: scopes.join(spec.scopeSeparator) }),
    ...(challenge !== undefined && { code_challenge: challenge, code_challenge_method: "S256" }),
  });
  return url.href;
}
