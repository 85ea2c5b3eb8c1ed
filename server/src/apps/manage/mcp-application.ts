import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Tx } from "../../platform/database/database.ts";
import { ApiError, badField } from "../../platform/errors.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { InvokeDeps } from "../actions/with-connection.ts";
import { CLIENT_SECRET_COLUMN } from "../catalog/application.ts";
import { findSettings, lockCustomRow, saveApplicationSettingsIn } from "../catalog/application-store.ts";
import { lockCustomApplications, saveCustomApplicationIn } from "../catalog/custom-application.ts";
import { buildCallbackUrl } from "../connections/connect.ts";
import { ConnectorError } from "../connector.ts";
import { type McpDefinition, parseMcpDefinition, selectTools } from "../providers/mcp/definition.ts";
import {
  type Challenge,
  discoverOAuth,
  fetchChallenge,
  type RegisteredClient,
} from "../providers/mcp/discover.ts";
import { readTools } from "../providers/mcp/mcp-connector.ts";
import {
  createAnonymousCall,
  createUnusableServerError,
  type McpReading,
  toStoredDefinition,
} from "./mcp-tools.ts";

/** The organization's settings for the server that it adds. */
export interface McpServer {
  slug: string;
  name: string;
  description: string;
  url: string;
  /** Absent: discovered by asking the server. */
  auth?: "none" | "bearer" | "oauth2";
}

/**
 * Our client-id metadata URL, for servers that need no registration; undefined if it is not https, as the protocol
 * demands.
 */
export function buildClientMetadataUrl({ config }: Pick<Deps, "config">, slug: string): string | undefined {
  if (!config.publicUrl.startsWith("https:")) return undefined;
  return `${config.publicUrl}/api/v1/${slug}/client-metadata.json`;
}

/**
 * Adds a remote MCP server as an application of the organization: discovers how it is authorized, brings a client if
 * possible, and reads its tools if it shows them to anybody. 400 in plain words if it cannot be used.
 */
export async function addMcpServer(deps: InvokeDeps, scope: Scope, server: McpServer): Promise<McpReading> {
  const settings = await findSettings(deps.db, scope, server.slug);
  const mayRegister = !settings?.client_id;
  const described = await asClientError(() => describe(deps, server, mayRegister));
  const definition = await deps.db.transaction().execute((tx) => store(deps, tx, scope, described));
  return { definition, warnings: described.warnings };
}

/** Stores a server with its client, or with neither. */
async function store(
  deps: InvokeDeps,
  tx: Tx,
  scope: Scope,
  { definition, registered }: McpDescription,
): Promise<McpDefinition> {
  const { slug } = definition;
  await lockCustomApplications(tx, scope);
  const row = await lockCustomRow(tx, scope, slug);
  const known = row?.provider === "mcp" ? parseMcpDefinition(row.definition) : undefined;
  if (known !== undefined) refuseOtherAuthority(known, definition);
  const next = known === undefined ? definition : withKnown(definition, known);
  const own = { slug, provider: "mcp", definition: toStoredDefinition(next), now: deps.clock.now() } as const;
  await saveCustomApplicationIn(tx, scope, own);
  const isClientNeeded = next.auth.kind === "oauth2" && next.auth.clientId === undefined;
  if (registered !== undefined && isClientNeeded) await saveClient(deps, tx, scope, { slug, registered });
  return next;
}

/** A server that is added again keeps what its customers' tokens belong to, and the tools that only they can see. */
function withKnown(next: McpDefinition, known: McpDefinition): McpDefinition {
  const tools = next.auth.kind === "none" ? next.tools : known.tools;
  if (next.auth.kind !== "oauth2" || known.auth.kind !== "oauth2") return { ...next, tools };
  const { clientId = next.auth.clientId } = known.auth;
  return { ...next, tools, auth: { ...next.auth, ...(clientId !== undefined && { clientId }) } };
}

const UNEXPLAINED =
  "The server requires a credential but does not say how to get one, so customers are asked for a token.";

interface McpDescription {
  definition: McpDefinition;
  registered?: RegisteredClient;
  warnings: string[];
}

async function describe(deps: InvokeDeps, server: McpServer, mayRegister: boolean): Promise<McpDescription> {
  const { slug, name, description, url } = server;
  const refusal = deps.outbound.refusal(url);
  if (refusal !== undefined) throw badField("url", `url: ${refusal}`);
  const challenge = await fetchChallenge(deps.outbound, url);
  const wanted = server.auth ?? (challenge === undefined ? "none" : undefined);
  const base = { slug, name, description, url, tools: [] };
  if (wanted === "none") {
    const open: McpDefinition = { ...base, auth: { kind: "none" } };
    const { tools, warnings } = selectTools(await readTools(open, createAnonymousCall(deps)));
    return { definition: { ...open, tools }, warnings };
  }
  const found = wanted === "bearer" ? undefined : await discover(deps, server, challenge ?? {}, mayRegister);
  if (found !== undefined) {
    return { definition: { ...base, auth: found.auth }, registered: found.registered, warnings: [] };
  }
  if (wanted === "oauth2")
    throw badField("auth", "The server does not name an authorization server for OAuth2.");
  // It requires a credential and says no more, so customers paste a token.
  const warnings = server.auth === "bearer" ? [] : [UNEXPLAINED];
  return { definition: { ...base, auth: { kind: "bearer" } }, warnings };
}

function discover(deps: InvokeDeps, { slug, url }: McpServer, challenge: Challenge, mayRegister: boolean) {
  const own = {
    metadataUrl: buildClientMetadataUrl(deps, slug),
    callbackUrl: buildCallbackUrl(deps, slug),
    mayRegister,
  };
  return discoverOAuth(deps.outbound, { url, challenge, own });
}

/** Tokens for one authority must not go to another because a server now names it. */
function refuseOtherAuthority(known: McpDefinition, next: McpDefinition): void {
  if (authorityOf(known) === authorityOf(next)) return;
  throw badField(
    "slug",
    `The application ${next.slug} already exists and sends its customers' credentials to ${authorityOf(known)}: delete it first, or choose another slug.`,
  );
}

function authorityOf({ url, auth }: McpDefinition): string {
  const { origin } = new URL(url);
  return auth.kind === "oauth2" ? `${origin}, authorized by ${auth.issuer}` : origin;
}

/** Stores the registered client, unless the organization has set one meanwhile. */
async function saveClient(
  { vault, clock }: InvokeDeps,
  tx: Tx,
  scope: Scope,
  { slug, registered }: { slug: string; registered: RegisteredClient },
): Promise<void> {
  if ((await findSettings(tx, scope, slug))?.client_id) return;
  const { id, secret } = registered;
  const sealSecret =
    secret === undefined
      ? null
      : (rowId: string) => vault.seal(secret, CLIENT_SECRET_COLUMN.identityOf(rowId));
  await saveApplicationSettingsIn(tx, scope, slug, {
    change: { clientId: id, sealSecret },
    now: clock.now(),
  });
}

/** What the server did wrong is not fixed by a retry, and not our fault. */
async function asClientError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? error : createUnusableServerError(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ConnectorError || cause instanceof OutboundError) return cause.message;
  }
  return error instanceof Error ? error.message.slice(0, 500) : "It did not respond.";
}
