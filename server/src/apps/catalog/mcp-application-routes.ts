import { Type } from "typebox";
import { accountScopeIfNamed, scopeOf } from "../../auth/guard.ts";
import type { Deps } from "../../deps.ts";
import type { App } from "../../platform/http/route.ts";
import { Record } from "../../platform/http/route.ts";
import { callbackUrl } from "../connections/connect.ts";
import { actionsOf } from "../providers/mcp/definition.ts";
import { clientMetadata } from "../providers/mcp/discover.ts";
import { BySlug, Slug } from "../schema.ts";
import { addMcpServer, clientMetadataUrl } from "./mcp-application.ts";
import { type McpReading, refreshTools } from "./mcp-tools.ts";
import { refuseTakenSlug } from "./own-slug.ts";

const BASE = "/api/v2/public/application";
const tags = ["Application settings"];

const McpServerBody = Type.Object({
  slug: Slug,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  url: Type.String({ maxLength: 2000, description: "The server's streamable HTTP endpoint." }),
  auth: Type.Optional(
    Type.Enum(["none", "bearer", "oauth2"], {
      description: "Found out by asking the server where it is left out.",
    }),
  ),
});

const McpApplication = Record("McpApplication", {
  slug: Type.String(),
  name: Type.String(),
  url: Type.String(),
  auth: Type.Enum(["none", "bearer", "oauth2"]),
  authorization_server: Type.Optional(Type.String({ description: "The only one that gets credentials." })),
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

/** Remote MCP servers as applications (ours), and what our client says of itself to their authorization servers. */
export function mcpApplicationRoutes(app: App, deps: Deps): void {
  app.post(
    `${BASE}/mcp`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "addMcpServer",
        summary:
          "Add a remote MCP server as an application of the organization, or replace it: its tools are the actions",
        tags,
        body: McpServerBody,
        response: { 200: McpApplication },
      },
    },
    async (request) => {
      const scope = scopeOf(request);
      const { slug, name = slug, description = "", url, auth } = request.body;
      await refuseTakenSlug(deps, scope, slug);
      return present(await addMcpServer(deps, scope, { slug, name, description, url, auth }));
    },
  );

  app.post(
    `${BASE}/:slug/mcp/refresh`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "refreshMcpServer",
        summary:
          "Read a server's tools again, with the connection of the linked account that is named, if any",
        tags,
        params: BySlug,
        response: { 200: McpApplication },
      },
    },
    async (request) => {
      const account = accountScopeIfNamed(request);
      return present(await refreshTools(deps, scopeOf(request), request.params.slug, account));
    },
  );

  app.get(
    "/api/v1/:slug/client-metadata.json",
    {
      config: { auth: "none" },
      schema: {
        operationId: "getClientMetadata",
        summary: "What Junctor says of itself as an OAuth2 client that needs no registration",
        tags,
        params: BySlug,
        response: { 200: ClientMetadata },
      },
    },
    async ({ params: { slug } }) => {
      const address = `${deps.config.publicUrl}/api/v1/${slug}/client-metadata.json`;
      return {
        client_id: clientMetadataUrl(deps, slug) ?? address,
        ...clientMetadata(callbackUrl(deps, slug)),
      };
    },
  );
}

function present({ definition: { slug, name, url, auth, tools }, warnings }: McpReading) {
  return {
    slug,
    name,
    url,
    auth: auth.kind,
    authorization_server: auth.kind === "oauth2" ? auth.issuer : undefined,
    actions: [...actionsOf({ url, tools }).values()].map(({ action }) => ({
      action_id: action.id,
      name: action.title,
      description: action.description,
    })),
    warnings,
  };
}
