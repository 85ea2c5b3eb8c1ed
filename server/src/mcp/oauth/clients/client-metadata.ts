import type { JsonObject } from "../../../apps/connector.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";

const MOST_REDIRECTS = 20;
const LONGEST_URI = 2000;
const LONGEST_URIS = 8000;
const LONGEST_NAME = 80;
const LOOPBACKS = new Set(["localhost", "127.0.0.1", "[::1]"]);
const GRANT_TYPES = ["authorization_code", "refresh_token"];
// An application that claims such a scheme on the visitor's computer gets the code, but not what redeems it (PKCE).
// So only those that cannot do without are listed, each exactly as its makers have published it.
const APPLICATIONS = new Map([["cursor://anysphere.cursor-mcp/oauth/callback", "Cursor"]]);

/** What is kept of an assistant's own description; everything else has no effect here. */
export interface ClientMetadata {
  readonly client_id: string;
  readonly client_name?: string;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: "none";
  /** `native` if it runs on the visitor's own computer, which may use any port there (RFC 8252). */
  readonly application_type: "native" | "web";
}

/** Unusable metadata; `code` is an error of RFC 7591. */
export class ClientMetadataError extends Error {
  override readonly name = "ClientMetadataError";
  readonly code: "invalid_client_metadata" | "invalid_redirect_uri";
  constructor(code: ClientMetadataError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** Metadata of a client that registers itself; throws ClientMetadataError with a sentence on the first problem. */
export function readRegistration(clientId: string, body: Json | undefined): ClientMetadata {
  // Only clients without a secret exist: a client that asks for one is told so in the answer (RFC 7591, 2).
  return metadataOf(clientId, objectOf(body));
}

/** The document at a client's id. */
export function parseClientDocument(clientId: string, body: Json | undefined): ClientMetadata {
  const metadata = objectOf(body);
  if (!takesNone(metadata))
    throw new ClientMetadataError(
      "invalid_client_metadata",
      'token_endpoint_auth_method must be "none", or token_endpoint_auth_methods_supported must include it: clients have no secrets here.',
    );
  if (metadata.client_id !== clientId)
    throw new ClientMetadataError("invalid_client_metadata", "client_id must be the document's own address.");
  return metadataOf(clientId, metadata);
}

/** Whether a client does without a secret; one that prefers to sign may say that it also works without. */
function takesNone(metadata: JsonObject): boolean {
  const supported = metadata.token_endpoint_auth_methods_supported;
  if (Array.isArray(supported)) return supported.includes("none");
  return (metadata.token_endpoint_auth_method ?? "none") === "none";
}

/** The usable ones of the redirect URIs: clients list all that they have anywhere. */
function metadataOf(clientId: string, metadata: JsonObject): ClientMetadata {
  const uris = urisOf(metadata.redirect_uris).filter(mayReturnTo);
  if (uris.length === 0)
    throw new ClientMetadataError(
      "invalid_redirect_uri",
      "redirect_uris must name at least one https address, or an http one of localhost, 127.0.0.1 or [::1], without a fragment.",
    );
  const types = metadata.grant_types;
  const wanted = Array.isArray(types) ? GRANT_TYPES.filter((type) => types.includes(type)) : GRANT_TYPES;
  return {
    client_id: clientId,
    client_name: nameOf(metadata.client_name),
    redirect_uris: [...new Set(uris)],
    grant_types: wanted.includes("authorization_code") ? wanted : ["authorization_code", ...wanted],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: uris.some((uri) => isLoopback(uri) || findApplicationOfScheme(uri) !== undefined)
      ? "native"
      : "web",
  };
}

function objectOf(body: Json | undefined): JsonObject {
  if (isObject(body)) return body;
  throw new ClientMetadataError("invalid_client_metadata", "The metadata must be a JSON object.");
}

function urisOf(value: Json | undefined): string[] {
  if (Array.isArray(value) && value.length <= MOST_REDIRECTS) {
    const uris = value.filter((uri) => typeof uri === "string" && uri.length <= LONGEST_URI);
    if (uris.length === value.length && uris.join("").length <= LONGEST_URIS) return uris as string[];
  }
  throw new ClientMetadataError(
    "invalid_redirect_uri",
    `redirect_uris must be a list of at most ${MOST_REDIRECTS} addresses of at most ${LONGEST_URI} characters, ${LONGEST_URIS} together.`,
  );
}

function mayReturnTo(uri: string): boolean {
  if (findApplicationOfScheme(uri) !== undefined) return true;
  // Characters that parsers drop or change would give one URI two spellings.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\#]/.test(uri) || !URL.canParse(uri)) return false;
  const { protocol, username, password } = new URL(uri);
  if (username !== "" || password !== "") return false;
  return protocol === (isLoopback(uri) ? "http:" : "https:");
}

/** Whether a URI is on the visitor's own computer. */
export function isLoopback(uri: string): boolean {
  return URL.canParse(uri) && LOOPBACKS.has(new URL(uri).hostname);
}

/** The application that has this redirect URI as its own scheme; undefined for all unknown ones. */
export function findApplicationOfScheme(uri: string): string | undefined {
  return APPLICATIONS.get(uri);
}

/** A name that can be displayed: without characters that reverse or hide text around it. */
function nameOf(value: Json | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  const name = value.toWellFormed().replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim();
  return name === "" ? undefined : [...name].slice(0, LONGEST_NAME).join("");
}
