import { Type } from "typebox";
import { getAccountScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { badField } from "../../platform/errors.ts";
import { Record } from "../../platform/http/route.ts";
import { type Application, readEnabledApplication } from "../catalog/application.ts";
import type { AuthType } from "../connector-auth.ts";
import { BySlug } from "../schema.ts";

const NAMES: { readonly [Type in AuthType]: string } = { oauth2: "OAuth2", keybased: "Key" };

const AuthConfig = Record("AuthConfig", {
  _id: Type.String({ description: "What `auth_config_id` of a connect names." }),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  is_default: Type.Optional(Type.Boolean()),
});

/** A query that chooses one of the ways to connect an application (platform-surface 1.1). */
export const AuthConfigQuery = Type.Object({
  auth_config_id: Type.Optional(
    Type.String({ description: "One of the application's auth configs; by default the default one." }),
  ),
});

/** The way to connect that a caller names, if it does; 400 if the application has no such one. */
export function readAuthConfig(
  { authTypes, connector }: Application,
  id: string | undefined,
): AuthType | undefined {
  if (id === undefined || id === "") return undefined;
  const type = authTypes.find((one) => one === id);
  if (type !== undefined) return type;
  const known = authTypes.length > 0 ? `it has ${authTypes.join(" and ")}` : "it has none";
  const message = `auth_config_id: ${connector.info.name} has no auth config "${id}": ${known}.`;
  throw badField("auth_config_id", message);
}

const operation = defineOperations<Deps>("Applications");

/** An application has one auth config for each way to connect it, whose id is the auth type. */
export const AUTH_CONFIG_OPERATIONS = [
  operation({
    id: "listAuthConfigs",
    method: "get",
    path: "/api/v2/public/slug/:slug/auth-config",
    credentials: "session",
    summary: "List an application's auth configs",
    description:
      "Returns the ways to connect an application, the default one first. Published browser clients send `_id` as `auth_config_id` when they connect.",
    schema: { params: BySlug, response: { 200: Type.Object({ docs: Type.Array(AuthConfig) }) } },
    run: async (deps, request) => {
      const { authTypes } = await readEnabledApplication(deps, getAccountScope(request), request.params.slug);
      return {
        docs: authTypes.map((type, at) => ({ _id: type, name: NAMES[type], is_default: at === 0 })),
      };
    },
  }),
];
