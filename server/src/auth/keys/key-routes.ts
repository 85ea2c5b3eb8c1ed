import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { badField } from "../../platform/errors.ts";
import { ById, Message } from "../../platform/http/route.ts";
import { buildEnvelope, PageEnvelope, PageQuery, parsePage, parseQueryDate } from "../../platform/page.ts";
import { apiKeyExample } from "../examples.ts";
import { getScope, requireAtLeast } from "../guard.ts";
import { defineOperations } from "../operation.ts";
import { ApiKey, presentApiKey } from "../schema.ts";
import { generateApiKey, insertApiKey, listEnvironmentKeys, readApiKey, revokeApiKey } from "./keys.ts";
import { findRequestOperator } from "./operator-keys.ts";

const KEYS = "/api/v2/public/api-keys";

const operation = defineOperations<Deps>("Access");

/** The API keys of an environment, created and revoked by callers whose role is at least the key's. */
export const API_KEY_OPERATIONS = [
  operation({
    id: "listApiKeys",
    method: "get",
    path: KEYS,
    least: "developer",
    credentials: "apiKey",
    summary: "List API keys",
    description:
      "Returns the keys of this environment that are not revoked, oldest first, with role, expiry and the day and network address of their last use. The keys themselves are never returned; `last_four` tells them apart.",
    schema: {
      querystring: PageQuery,
      response: { 200: Type.Object({ docs: Type.Array(ApiKey), ...PageEnvelope }) },
    },
    run: async ({ db }, request) => {
      const page = parsePage(request.query);
      const { keys, total } = await listEnvironmentKeys(db, getScope(request), page);
      return { docs: keys.map(presentApiKey), ...buildEnvelope(page, total) };
    },
  }),
  operation({
    id: "createApiKey",
    method: "post",
    path: KEYS,
    least: "developer",
    credentials: "apiKey",
    hasSecret: true,
    summary: "Create an API key",
    description:
      "Creates a key for this environment, with a role no higher than your own (403 `ROLE_TOO_LOW` otherwise). The key is shown only in this response. A key that expires can create only keys that expire no later (400 otherwise).",
    schema: { body: apiKeyExample.body, response: { 200: apiKeyExample.reply } },
    run: async ({ db, vault, clock }, request) => {
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
  }),
  operation({
    id: "deleteApiKey",
    method: "delete",
    path: `${KEYS}/:id`,
    least: "developer",
    credentials: "apiKey",
    summary: "Revoke an API key",
    description:
      "Immediately revokes a key of this environment. Your role must be at least the key's (403 `ROLE_TOO_LOW` otherwise). The legacy `x-cobalt-signature` header of webhook deliveries is signed with the oldest key that is not revoked.",
    schema: { params: ById, response: { 200: Message } },
    run: async ({ db, clock, credentials }, request) => {
      const { id, role } = await readApiKey(db, getScope(request), request.params.id);
      requireAtLeast(request, role);
      await revokeApiKey(db, id, clock.now());
      await credentials.forget();
      return { message: "API key revoked" };
    },
  }),
];

/** A key that expires must not create one that outlives it. */
function refuseOutliving({ principal }: FastifyRequest, expiresAt: Date | null): void {
  const own = principal?.kind === "apiKey" ? principal.expiresAt : null;
  if (own === null || (expiresAt && expiresAt <= own)) return;
  throw badField("expires_at", `expires_at must be at most ${own.toISOString()}, when your own key ends.`);
}
