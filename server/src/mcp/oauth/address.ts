import type { Config } from "../../config.ts";
import { isId } from "../../platform/id.ts";

type Public = Pick<Config, "publicUrl">;

/** Path of the authorization server within the public address. */
export const OAUTH_PATH = "/mcp/oauth";

/** The one scope: everything that the MCP server offers. */
export const SCOPE = "mcp";

/** The issuer of all access tokens for MCP servers. */
export function getIssuer({ publicUrl }: Public): string {
  return publicUrl + OAUTH_PATH;
}

/** The URL of an MCP server, which is the audience of its tokens (RFC 8707). */
export function buildResourceUrl({ publicUrl }: Public, serverId: string): string {
  return `${publicUrl}/mcp/v1/${serverId}`;
}

/** The MCP server with this URL, spelled exactly so; undefined for any other. */
export function findServerId(config: Public, resource: unknown): string | undefined {
  const start = buildResourceUrl(config, "");
  if (typeof resource !== "string" || !resource.startsWith(start)) return undefined;
  const id = resource.slice(start.length);
  return isId(id) ? id : undefined;
}

/** The URL of an MCP server's metadata (RFC 9728): the well-known part comes before the path. */
export function buildResourceMetadataUrl(config: Public, serverId: string): string {
  return buildWellKnownUrl(buildResourceUrl(config, serverId), "oauth-protected-resource");
}

/** `/.well-known/<name>` put between host and path of an address. */
export function buildWellKnownUrl(address: string, name: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}/.well-known/${name}${pathname === "/" ? "" : pathname}`;
}

/** The `WWW-Authenticate` header of an MCP server's 401: it tells a client how to get a token. */
export function buildChallengeHeader(
  config: Public,
  serverId: string,
  { error }: { error?: string } = {},
): string {
  const parts = [
    error !== undefined && `error="${error}"`,
    `resource_metadata="${buildResourceMetadataUrl(config, serverId)}"`,
    `scope="${SCOPE}"`,
  ];
  return `Bearer ${parts.filter(Boolean).join(", ")}`;
}
