import type { FastifyError } from "fastify";
import { createStrangerLimit, getCallerAddress } from "../../../auth/limits/stranger-limit.ts";
import type { Deps } from "../../../deps.ts";
import { toFailure } from "../../../platform/http/error-reply.ts";
import type { App } from "../../../platform/http/route.ts";
import type { Json } from "../../../platform/json/json.ts";
import { OAUTH_PATH } from "../address.ts";
import { REGISTER_PATH } from "../provider/metadata.ts";
import { ClientMetadataError, readRegistration } from "./client-metadata.ts";
import { createClientId, insertClient } from "./client-store.ts";

const PER_MINUTE = 60;
// For all callers together, so that no number of addresses fills the table.
const ALL_PER_MINUTE = 600;
const MOST_BYTES = 64 * 1024;

/**
 * Clients without a metadata document register themselves (RFC 7591). They get no secret and nothing to manage their
 * entry with: for another entry they register again.
 */
export async function registerClientRoute(app: App, deps: Pick<Deps, "database" | "clock">): Promise<void> {
  const { database, clock } = deps;
  const limit = createStrangerLimit(deps, "mcp-register", PER_MINUTE);
  const all = createStrangerLimit(deps, "mcp-register-all", ALL_PER_MINUTE);
  // A plugin of its own, because only here errors are those of OAuth.
  await app.register(async (own: App) => {
    own.setErrorHandler<FastifyError>((error, request, reply) => {
      const { status, message } =
        error instanceof ClientMetadataError
          ? { status: 400, message: error.message }
          : toFailure(error, request);
      const code = error instanceof ClientMetadataError ? error.code : "invalid_client_metadata";
      return reply.code(status).send({
        error: status < 500 ? code : "temporarily_unavailable",
        error_description: message,
      });
    });
    const options = { bodyLimit: MOST_BYTES, config: { auth: "none" }, schema: { hide: true } } as const;
    own.post(OAUTH_PATH + REGISTER_PATH, options, async (request, reply) => {
      reply.header("cache-control", "no-store");
      if (!(await limit.allows(getCallerAddress(request))) || !(await all.allows("")))
        return reply
          .code(429)
          .header("retry-after", 60)
          .send({ error: "slow_down", error_description: "Too many registrations; try again in a minute." });
      const now = clock.now();
      const client = readRegistration(createClientId(), request.body as Json | undefined);
      await insertClient(database, client, now);
      return reply.code(201).send({ ...client, client_id_issued_at: Math.floor(now.getTime() / 1000) });
    });
  });
}
