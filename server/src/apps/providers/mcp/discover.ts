import type { AuthorizationServerMetadata, FetchLike } from "@modelcontextprotocol/client";
import { badRequest } from "../../../platform/errors.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { McpAuth } from "./definition.ts";

/** What we present to the customer's browser and in token requests. */
export interface OwnClient {
  /** Address of the client-id metadata document; undefined if our address is not https. */
  metadataUrl: string | undefined;
  callbackUrl: string;
  /** False if a client is set already: each registration leaves a client at the server. */
  mayRegister: boolean;
}

/** A client that the authorization server has just registered for us (RFC 7591). */
export interface RegisteredClient {
  id: string;
  secret: string | undefined;
}

/** How a server is authorized, with the client that was registered for it, if any. */
export interface DiscoveredAuth {
  auth: Extract<McpAuth, { kind: "oauth2" }>;
  registered: RegisteredClient | undefined;
}

/** A server's answer to a request without a credential. */
export interface Challenge {
  resourceMetadataUrl?: URL;
  scope?: string;
}

/** Sends a ping to see whether the server requires a credential; undefined if it does not. */
export async function fetchChallenge(outbound: Outbound, url: string): Promise<Challenge | undefined> {
  const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const response = await outbound.fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  await response.body?.cancel();
  if (response.status !== 401) return undefined;
  // The two libraries have different names for the same standard type.
  return extractWWWAuthenticateParams(response as unknown as Response);
}

/**
 * Finds the authorization server that a resource names (RFC 9728, RFC 8414) and a client for it: our metadata document
 * if the server accepts one, otherwise a dynamic registration, otherwise none, so that the organization sets its own.
 * Undefined if the resource names no authorization server; 400 if the server cannot be used.
 */
export async function discoverOAuth(
  outbound: Outbound,
  { url, challenge, own }: { url: string; challenge: Challenge; own: OwnClient },
): Promise<DiscoveredAuth | undefined> {
  const { discoverOAuthServerInfo } = await import("@modelcontextprotocol/client");
  const fetchFn = outbound.fetch as unknown as FetchLike; // the same standard type under two names
  const found = await discoverOAuthServerInfo(url, {
    resourceMetadataUrl: challenge.resourceMetadataUrl,
    fetchFn,
  });
  const metadata = found.authorizationServerMetadata;
  if (metadata === undefined) return undefined;
  if (!metadata.code_challenge_methods_supported?.includes("S256")) {
    throw badRequest("The server's authorization server does not offer PKCE with S256.");
  }
  const resource = found.resourceMetadata?.resource ?? url;
  const { clientId, registered } = await chooseClient(metadata, own, fetchFn);
  return {
    registered,
    auth: {
      kind: "oauth2",
      issuer: metadata.issuer,
      ...(namesIssuer(metadata) && { issRequired: true }),
      authorizeUrl: metadata.authorization_endpoint,
      tokenUrl: metadata.token_endpoint,
      ...revocationOf(metadata),
      scopes: scopesOf(challenge, found.resourceMetadata?.scopes_supported, metadata),
      resource,
      clientAuth: authMethods(metadata).includes("client_secret_post") ? "post" : "basic",
      ...(clientId !== undefined && { clientId }),
    },
  };
}

async function chooseClient(
  metadata: AuthorizationServerMetadata,
  own: OwnClient,
  fetchFn: FetchLike,
): Promise<{ clientId?: string; registered?: RegisteredClient }> {
  if (takesMetadataDocuments(metadata) && own.metadataUrl !== undefined) return { clientId: own.metadataUrl };
  if (metadata.registration_endpoint === undefined || !own.mayRegister) return {};
  const { registerClient } = await import("@modelcontextprotocol/client");
  const methods = authMethods(metadata);
  const method = ["none", "client_secret_post", "client_secret_basic"].find((one) => methods.includes(one));
  const client = await registerClient(metadata.issuer, {
    metadata,
    clientMetadata: { ...buildClientMetadata(own.callbackUrl), token_endpoint_auth_method: method ?? "none" },
    fetchFn,
  });
  return { registered: { id: client.client_id, secret: client.client_secret } };
}

/** The metadata of our client, for a registration and for the metadata document. */
export function buildClientMetadata(callbackUrl: string) {
  return {
    client_name: "Junctor",
    redirect_uris: [callbackUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

function takesMetadataDocuments(metadata: AuthorizationServerMetadata): boolean {
  return (
    "client_id_metadata_document_supported" in metadata &&
    metadata.client_id_metadata_document_supported === true
  );
}

function namesIssuer(metadata: AuthorizationServerMetadata): boolean {
  return (
    "authorization_response_iss_parameter_supported" in metadata &&
    metadata.authorization_response_iss_parameter_supported === true
  );
}

function revocationOf(metadata: AuthorizationServerMetadata): { revokeUrl?: string } {
  const url = "revocation_endpoint" in metadata ? metadata.revocation_endpoint : undefined;
  return typeof url === "string" ? { revokeUrl: url } : {};
}

/** RFC 8414: basic is the default. */
function authMethods(metadata: AuthorizationServerMetadata): readonly string[] {
  return metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
}

/** The scopes in the challenge, otherwise those of the resource; plus a refresh token if the server supports that. */
function scopesOf(
  { scope }: Challenge,
  ofResource: readonly string[] | undefined,
  { scopes_supported: known }: AuthorizationServerMetadata,
): string[] {
  const wanted = scope?.split(" ").filter((one) => one !== "") ?? ofResource ?? [];
  const renewal = known?.includes("offline_access") ? ["offline_access"] : [];
  return [...new Set([...wanted, ...renewal])];
}
