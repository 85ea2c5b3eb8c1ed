import type { Config } from "../../../config.ts";
import { buildResourceUrl, getIssuer, SCOPE } from "../address.ts";
import { ROUTES } from "./provider.ts";

/** Path of the registration endpoint, within the issuer. */
export const REGISTER_PATH = "/register";

/** What clients learn about the authorization server (RFC 8414). */
export function buildServerMetadata(config: Pick<Config, "publicUrl">) {
  const issuer = getIssuer(config);
  return {
    issuer,
    authorization_endpoint: issuer + ROUTES.authorization,
    token_endpoint: issuer + ROUTES.token,
    registration_endpoint: issuer + REGISTER_PATH,
    revocation_endpoint: issuer + ROUTES.revocation,
    scopes_supported: [SCOPE],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}

/** The same for clients that only know OpenID Connect's place for it, with what they expect there. */
export function buildOpenIdMetadata(config: Pick<Config, "publicUrl">) {
  return {
    ...buildServerMetadata(config),
    jwks_uri: getIssuer(config) + ROUTES.jwks,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["EdDSA"],
  };
}

/** What clients learn about an MCP server (RFC 9728). */
export function buildResourceMetadata(config: Pick<Config, "publicUrl">, serverId: string) {
  return {
    resource: buildResourceUrl(config, serverId),
    authorization_servers: [getIssuer(config)],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ["header"],
  };
}
