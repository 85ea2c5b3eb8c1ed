import { Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/errors.ts";
import type { App } from "../../../platform/http/route.ts";
import { isId } from "../../../platform/id.ts";
import { buildResourceUrl, getIssuer, OAUTH_PATH } from "../address.ts";
import { buildOpenIdMetadata, buildResourceMetadata, buildServerMetadata } from "./metadata.ts";

const MAX_AGE_S = 300;
const options = {
  config: { auth: "none" },
  schema: { hide: true, params: Type.Object({ "*": Type.String() }) },
} as const;
const whole = { config: { auth: "none" }, schema: { hide: true } } as const;

/**
 * The metadata where clients look for it. The well-known part comes between host and path (RFC 8414, 9728); if the
 * public address has a path of its own, a proxy may pass these URLs on with or without it.
 */
export function registerMetadataRoutes(app: App, { config }: Pick<Deps, "config">): void {
  const own = new Set([OAUTH_PATH, new URL(getIssuer(config)).pathname].map((path) => path.slice(1)));
  const documents = {
    "oauth-authorization-server": buildServerMetadata(config),
    "openid-configuration": buildOpenIdMetadata(config),
  };
  for (const [name, document] of Object.entries(documents)) {
    app.get(`/.well-known/${name}/*`, options, async (request, reply) => {
      if (!own.has(request.params["*"].replace(/\/$/, ""))) throw notFound("Authorization server");
      return reply.header("cache-control", `public, max-age=${MAX_AGE_S}`).send(document);
    });
    // Clients of 2025-03 look at the root; some append the well-known part to the issuer.
    for (const path of [`/.well-known/${name}`, `${OAUTH_PATH}/.well-known/${name}`])
      app.get(path, whole, async (_request, reply) =>
        reply.header("cache-control", `public, max-age=${MAX_AGE_S}`).send(document),
      );
  }
  app.get("/.well-known/oauth-protected-resource/*", options, async (request, reply) => {
    const serverId = serverIdIn(request.params["*"], [
      "mcp/v1/",
      new URL(buildResourceUrl(config, "")).pathname.slice(1),
    ]);
    if (serverId === undefined) throw notFound("MCP server");
    // The same for every id, so that it does not reveal which servers exist.
    return reply
      .header("cache-control", `public, max-age=${MAX_AGE_S}`)
      .send(buildResourceMetadata(config, serverId));
  });
}

function serverIdIn(path: string, starts: readonly string[]): string | undefined {
  const start = starts.find((one) => path.startsWith(one)) ?? "";
  const id = path.slice(start.length).replace(/\/$/, "");
  return start !== "" && isId(id) ? id : undefined;
}
