import type { Json } from "../../platform/json/json.ts";
import { walkObjects } from "../../platform/json/walk-objects.ts";
import type { JsonObject } from "../connector.ts";
import type { CustomProvider } from "../providers/compile.ts";
import { DefinitionError } from "../providers/definition-error.ts";
import { parseMcpDefinition } from "../providers/mcp/definition.ts";

/**
 * Where a custom application sends its customers' credentials, sorted: the origins of its base URLs and OAuth2 URLs,
 * with their `{{ settings.x }}` placeholders, and for an MCP server also its authorization server. Empty for a
 * definition that can no longer be read.
 */
export function collectAuthority(provider: CustomProvider, definition: JsonObject): readonly string[] {
  const places = provider === "mcp" ? placesOfServer(definition) : placesOfManifest(definition);
  return [...new Set(places)].sort();
}

/**
 * The origins of `next` that are not among `known`. Customers entrusted their credentials to those only, so a changed
 * definition must not send them elsewhere.
 */
export function findNewAuthority(next: readonly string[], known: readonly string[]): string[] {
  return next.filter((place) => !known.includes(place));
}

function placesOfServer(definition: JsonObject): string[] {
  try {
    const { url, auth } = parseMcpDefinition(definition);
    const server = `the MCP server ${originOf(url)}`;
    if (auth.kind !== "oauth2") return [server];
    const addresses = [auth.authorizeUrl, auth.tokenUrl, auth.revokeUrl ?? auth.tokenUrl];
    return [server, `the authorization server ${auth.issuer}`, ...addresses.map(originOf)];
  } catch (error) {
    if (error instanceof DefinitionError) return [];
    throw error;
  }
}

const AUTH_ADDRESSES = ["authorize_url", "token_url", "revoke_url", "url", "base_url"];

function placesOfManifest({ base_url: base, auth, ...rest }: JsonObject): string[] {
  const ofRequests = textsIn(rest, (holder) => (typeof holder.path === "string" ? [holder.base_url] : []));
  const ofAuth = textsIn(auth ?? null, (holder) => AUTH_ADDRESSES.map((name) => holder[name]));
  return [...(typeof base === "string" ? [base] : []), ...ofRequests, ...ofAuth].map(originOf);
}

/** The texts that `pick` finds in any object of `value`, at any depth. */
function textsIn(value: Json, pick: (holder: Readonly<Record<string, unknown>>) => unknown[]): string[] {
  return [...walkObjects(value)].flatMap(pick).filter((text) => typeof text === "string");
}

/** Scheme and host of an address, or the setting that it begins with. */
function originOf(address: string): string {
  const text = address.replace(/\s/g, "");
  if (URL.canParse(text) && !text.includes("{{")) return new URL(text).origin;
  return (/^(https?:\/\/)?[^/?#]*/i.exec(text)?.[0] ?? text).replace(/^https?/i, (scheme) =>
    scheme.toLowerCase(),
  );
}
