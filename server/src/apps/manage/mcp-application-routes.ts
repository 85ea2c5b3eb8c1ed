import { Type } from "typebox";
import { findAccountScope, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { Record } from "../../platform/http/route.ts";
import { buildCallbackUrl } from "../connections/connect.ts";
import { buildToolActions } from "../providers/mcp/definition.ts";
import { buildClientMetadata } from "../providers/mcp/discover.ts";
import { BySlug, Slug } from "../schema.ts";
import { requireFreeSlug } from "./custom-slug.ts";
import { addMcpServer, buildClientMetadataUrl } from "./mcp-application.ts";
import { type McpReading, refreshTools } from "./mcp-tools.ts";

const BASE = "/api/v2/public/application";

const McpServerBody = Type.Object({
  slug: Slug,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  url: Type.String({ maxLength: 2000, description: "The server's streamable HTTP endpoint." }),
  auth: Type.Optional(
    Type.Enum(["none", "bearer", "oauth2"], {
      description: "How the server authenticates requests. Default: detected from the server.",
    }),
  ),
});

const McpApplication = Record("McpApplication", {
  slug: Type.String(),
  name: Type.String(),
  url: Type.String(),
  auth: Type.Enum(["none", "bearer", "oauth2"]),
  authorization_server: Type.Optional(Type.String({ description: "The only server that gets credentials." })),
  actions: Type.Array(
    Type.Object({ action_id: Type.String(), name: Type.String(), description: Type.String() }),
  ),
  warnings: Type.Array(Type.String({ description: "A sentence for each tool that was left out." })),
});

const ClientMetadata = Record("ClientMetadata", {
  client_id: Type.String(),
  client_name: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  grant_types: Type.Array(Type.String()),
  response_types: Type.Array(Type.String()),
  token_endpoint_auth_method: Type.String(),
});

const operation = defineOperations<Deps>("Application settings");

/** Remote MCP servers as applications (ours), and our client's metadata for their authorization servers. */
export const MCP_APPLICATION_OPERATIONS = [
  operation({
    id: "addMcpServer",
    method: "post",
    path: `${BASE}/mcp`,
    least: "developer",
    credentials: "apiKey",
    summary: "Add a remote MCP server",
    description:
      "Adds a remote MCP server as your own application, or replaces the one with the same `slug`; its tools become the actions. Junctor queries the server for its tools and the authorization it requires; returns 400 `EXTERNAL_API_FAILURE` if the server cannot be used. Most servers list their tools only once a customer has connected. See [Create an application from an MCP server](/guides/applications#create-an-application-from-an-mcp-server).",
    schema: { body: McpServerBody, response: { 200: McpApplication } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const { slug, name = slug, description = "", url, auth } = request.body;
      await requireFreeSlug(deps, scope, slug);
      return present(await addMcpServer(deps, scope, { slug, name, description, url, auth }));
    },
  }),
  operation({
    id: "refreshMcpServer",
    method: "post",
    path: `${BASE}/:slug/mcp/refresh`,
    least: "developer",
    credentials: "apiKey",
    summary: "Refresh an MCP server's tools",
    description:
      "Reloads the tools of a remote MCP server and drops those that are gone. If the server requires a credential, name a linked account whose connection to use (400 otherwise).",
    schema: { params: BySlug, response: { 200: McpApplication } },
    run: async (deps, request) => {
      const account = findAccountScope(request);
      return present(await refreshTools(deps, getScope(request), request.params.slug, account));
    },
  }),
  operation({
    id: "getClientMetadata",
    method: "get",
    path: "/api/v1/:slug/client-metadata.json",
    credentials: "none",
    summary: "Get OAuth2 client metadata",
    description:
      "Returns the metadata document that identifies Junctor to authorization servers that need no registration. They fetch it; you do not need to call it.",
    schema: { params: BySlug, response: { 200: ClientMetadata } },
    run: async (deps, { params: { slug } }) => {
      const address = `${deps.config.publicUrl}/api/v1/${slug}/client-metadata.json`;
      return {
        client_id: buildClientMetadataUrl(deps, slug) ?? address,
        ...buildClientMetadata(buildCallbackUrl(deps, slug)),
      };
    },
  }),
];

function present({ definition: { slug, name, url, auth, tools }, warnings }: McpReading) {
  return {
    slug,
    name,
    url,
    auth: auth.kind,
    authorization_server: auth.kind === "oauth2" ? auth.issuer : undefined,
    actions: [...buildToolActions({ url, tools }).values()].map(({ action }) => ({
      action_id: action.id,
      name: action.title,
      description: action.description,
    })),
    warnings,
  };
}
