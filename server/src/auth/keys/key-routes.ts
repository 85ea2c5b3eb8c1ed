import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { badField } from "../../platform/errors.ts";
import { type App, ById, Message } from "../../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage, parseQueryDate } from "../../platform/page.ts";
import { apiKeyExample } from "../examples.ts";
import { getScope, requireAtLeast } from "../guard.ts";
import { ApiKey, presentApiKey } from "../schema.ts";
import { generateApiKey, insertApiKey, listEnvironmentKeys, readApiKey, revokeApiKey } from "./keys.ts";
import { findRequestOperator } from "./operator-keys.ts";

const tags = ["Access"];
const KEYS = "/api/v2/public/api-keys";

/** The API keys of an environment, created and revoked by callers whose role is at least the key's. */
export function registerApiKeyRoutes(app: App, { db, vault, clock, credentials }: Deps): void {
  app.get(
    KEYS,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "listApiKeys",
        summary: "List API keys",
        description:
          "Returns the keys of this environment that are not revoked, oldest first, with role, expiry and the day and network address of their last use. The keys themselves are never returned; `last_four` tells them apart.",
        tags,
        querystring: PageQuery,
        response: { 200: Type.Object({ docs: Type.Array(ApiKey), ...PageEnvelope }) },
      },
    },
    async (request) => {
      const page = parsePage(request.query);
      const { keys, total } = await listEnvironmentKeys(db, getScope(request), page);
      return { docs: keys.map(presentApiKey), ...buildEnvelope(page, total) };
    },
  );

  app.post(
    KEYS,
    {
      config: { auth: "apiKey", hasSecret: true },
      schema: {
        operationId: "createApiKey",
        summary: "Create an API key",
        description:
          "Creates a key for this environment, with a role no higher than your own (403 `ROLE_TOO_LOW` otherwise). The key is shown only in this response. A key that expires can create only keys that expire no later (400 otherwise).",
        tags,
        body: apiKeyExample.body,
        response: { 200: apiKeyExample.reply },
      },
    },
    async (request) => {
      const { name, role, expires_at } = request.body;
      requireAtLeast(request, role);
      const now = clock.now();
      const expiresAt = parseQueryDate("expires_at", expires_at) ?? null;
      if (expiresAt && expiresAt <= now) throw badField("expires_at", "expires_at must be in the future.");
      refuseOutliving(request, expiresAt);
      const scope = getScope(request);
      const key = generateApiKey(scope.environment);
      const operatorId = await findRequestOperator(db, request.principal);
      const facts = { name, role, expiresAt, operatorId };
      const made = await insertApiKey(db, vault, { ...scope, facts }, key, now);
      return { ...presentApiKey(made), key };
    },
  );

  app.delete(
    `${KEYS}/:id`,
    {
      config: { auth: "apiKey" },
      schema: {
        operationId: "deleteApiKey",
        summary: "Revoke an API key",
        description:
          "Immediately revokes a key of this environment. Your role must be at least the key's (403 `ROLE_TOO_LOW` otherwise). The legacy `x-cobalt-signature` header of webhook deliveries is signed with the oldest key that is not revoked.",
        tags,
        params: ById,
        response: { 200: Message },
      },
    },
    async (request) => {
      const { id, role } = await readApiKey(db, getScope(request), request.params.id);
      requireAtLeast(request, role);
      await revokeApiKey(db, id, clock.now());
      await credentials.forget();
      return { message: "API key revoked" };
    },
  );
}

/** A key that expires must not create one that outlives it. */
function refuseOutliving({ principal }: FastifyRequest, expiresAt: Date | null): void {
  const own = principal?.kind === "apiKey" ? principal.expiresAt : null;
  if (own === null || (expiresAt && expiresAt <= own)) return;
  throw badField("expires_at", `expires_at must be at most ${own.toISOString()}, when your own key ends.`);
}
