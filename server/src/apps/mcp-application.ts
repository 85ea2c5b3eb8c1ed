import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { ApiError, badRequest } from "../platform/errors.ts";
import { OutboundError } from "../platform/outbound/outbound-error.ts";
import { secretIdentity } from "./application.ts";
import { findCustom, saveSettings } from "./application-store.ts";
import { callbackUrl } from "./connect.ts";
import { ConnectorError } from "./connector.ts";
import type { InvokeDeps } from "./invoke.ts";
import { anonymousCall, type McpAdded, saveDefinition, unusable } from "./mcp-tools.ts";
import { keepTools, type McpDefinition, parseMcpDefinition } from "./providers/mcp/definition.ts";
import {
  type Challenge,
  challengeOf,
  discoverOAuth,
  type RegisteredClient,
} from "./providers/mcp/discover.ts";
import { readTools } from "./providers/mcp/mcp-connector.ts";

/** What the organization says of the server that it adds. */
export interface McpServer {
  slug: string;
  name: string;
  description: string;
  url: string;
  /** Absent: found out by asking the server. */
  auth?: "none" | "bearer" | "oauth2";
}

/** Our address as a client that needs no registration; undefined where it is not https, as the protocol demands. */
export function clientMetadataUrl({ config }: Pick<Deps, "config">, slug: string): string | undefined {
  if (!config.publicUrl.startsWith("https:")) return undefined;
  return `${config.publicUrl}/api/v1/${slug}/client-metadata.json`;
}

/**
 * Adds a remote MCP server as an application of the organization: finds out how it is authorized, brings a client
 * along where that is possible, and reads its tools where it shows them to anybody. 400 in plain words where it
 * cannot be used.
 */
export async function addMcpServer(deps: InvokeDeps, scope: Scope, server: McpServer): Promise<McpAdded> {
  const { definition, registered, warnings } = await asClientError(() => describe(deps, server));
  await refuseOtherAuthority(deps, scope, definition);
  await saveDefinition(deps, scope, definition);
  if (registered !== undefined) await saveClient(deps, scope, server.slug, registered);
  return { definition, warnings };
}

interface Described {
  definition: McpDefinition;
  registered?: RegisteredClient;
  warnings: string[];
}

async function describe(deps: InvokeDeps, server: McpServer): Promise<Described> {
  const { slug, name, description, url } = server;
  const refusal = deps.outbound.refusal(url);
  if (refusal !== undefined) throw badRequest(`url: ${refusal}`);
  const challenge = await challengeOf(deps.outbound, url);
  const wanted = server.auth ?? (challenge === undefined ? "none" : undefined);
  const base = { slug, name, description, url, tools: [] };
  if (wanted === "none") {
    const open: McpDefinition = { ...base, auth: { kind: "none" } };
    const { tools, warnings } = keepTools(await readTools(open, anonymousCall(deps)));
    return { definition: { ...open, tools }, warnings };
  }
  const found = wanted === "bearer" ? undefined : await discover(deps, server, challenge ?? {});
  if (found !== undefined) {
    return { definition: { ...base, auth: found.auth }, registered: found.registered, warnings: [] };
  }
  if (wanted === "oauth2") throw badRequest("The server names no authorization server for OAuth2.");
  // It wants a credential and says no more: customers paste a token.
  return { definition: { ...base, auth: { kind: "bearer" } }, warnings: [] };
}

function discover(deps: InvokeDeps, { slug, url }: McpServer, challenge: Challenge) {
  const own = { metadataUrl: clientMetadataUrl(deps, slug), callbackUrl: callbackUrl(deps, slug) };
  return discoverOAuth(deps.outbound, { url, challenge, own });
}

/** Tokens that customers gave to one authority must not go to another because a server now names it. */
async function refuseOtherAuthority(deps: InvokeDeps, scope: Scope, next: McpDefinition): Promise<void> {
  const row = await findCustom(deps.db, scope, next.slug);
  if (row?.provider !== "mcp") return;
  const known = parseMcpDefinition(row.definition);
  if (authorityOf(known) === authorityOf(next)) return;
  throw badRequest(
    `The application ${next.slug} exists and sends its customers' credentials to ${authorityOf(known)}: delete it first, or choose another slug.`,
  );
}

function authorityOf({ url, auth }: McpDefinition): string {
  const { origin } = new URL(url);
  return auth.kind === "oauth2" ? `${origin}, authorized by ${auth.issuer}` : origin;
}

async function saveClient(
  { db, vault, clock }: InvokeDeps,
  scope: Scope,
  slug: string,
  { id, secret }: RegisteredClient,
): Promise<void> {
  const sealSecret =
    secret === undefined ? null : (rowId: string) => vault.seal(secret, secretIdentity(rowId));
  await saveSettings(db, scope, slug, { change: { clientId: id, sealSecret }, now: clock.now() });
}

/** What the server did wrong is nothing that a retry mends, and nothing of ours. */
async function asClientError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? error : unusable(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ConnectorError || cause instanceof OutboundError) return cause.message;
  }
  return error instanceof Error ? error.message.slice(0, 500) : "It did not answer.";
}
