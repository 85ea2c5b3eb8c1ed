import { Type } from "typebox";
import { createConnectLink } from "../../apps/connections/connect-link.ts";
import { findNewestProperties } from "../../apps/connections/connect-link-store.ts";
import type { JsonObject } from "../../apps/connector.ts";
import { getAccountScope } from "../../auth/guard.ts";
import { isBelowRole } from "../../auth/holder.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../platform/errors.ts";
import { EXAMPLE } from "../../platform/http/example-values.ts";
import { setEmptyBody } from "../../platform/http/json-body.ts";
import { MapOf, Record, withExample } from "../../platform/http/route.ts";
import type { Json } from "../../platform/json/json.ts";

const MOST_PROPERTIES_BYTES = 32 * 1024;

const Properties = MapOf(Type.Unsafe<Json>({}), {
  title: "HostedProperties",
  description:
    "`name`, `logo` (an https URL), `color`, `bgColor` and `lang` (such as `de`) customize the portal; anything else is only stored. At most 32 KB.",
});

const HostedUrl = Record("HostedUrl", {
  hosted_url: Type.String({
    description: "URL of the portal for this linked account, valid for three days.",
  }),
  token: Type.String({ description: "Token of the link, for the attribute `token` of `<junctor-connect>`." }),
});

const operation = defineOperations<Deps>("Portal");

/** Creates links to the hosted portal, and returns what they were created with (platform-surface 1.2, 3.12). */
export const PORTAL_LINK_OPERATIONS = [
  operation({
    id: "createConnectUrl",
    method: "post",
    path: "/api/v2/public/connect-url",
    least: "support",
    credentials: "account",
    hasSecret: true,
    outlastsLink: true,
    preValidation: setEmptyBody,
    summary: "Create a portal link",
    description:
      "Returns a link to the hosted portal, where the customer connects applications and sets them up, and the `token` for `<junctor-connect>`. The link works for three days, any number of times; an account has at most 100 links, and a new one replaces the oldest. Anyone with the link can act for the account, so treat it like a password. The body customizes the portal and is stored; returns 413 if it exceeds 32 KB. See [The hosted portal](/guides/portal).",
    schema: {
      querystring: Type.Object({
        config_id: Type.Optional(
          Type.String({
            maxLength: 255,
            description:
              "Name of the config that the portal fills in, created on use. Default: the linked account's own id.",
          }),
        ),
      }),
      body: withExample(Properties, { name: "Acme Ltd", color: "#0d7a5f", lang: "en" }),
      response: {
        200: withExample(HostedUrl, {
          hosted_url: `${EXAMPLE.server}/connect/SqkmpwCN…`,
          token: "SqkmpwCN…",
        }),
      },
    },
    run: async (deps, request) => {
      const { config_id: given } = request.query;
      const configId = given === "" ? undefined : given;
      const properties = boundedProperties(request.body);
      const { url, token } = await createConnectLink(deps, getAccountScope(request), {
        configId,
        properties,
        // An assistant acts for the customer: developers may do so, support may not.
        withoutAssistants: isBelowRole(request, "developer"),
      });
      const query = configId === undefined ? "" : `?config_id=${encodeURIComponent(configId)}`;
      return { hosted_url: url + query, token };
    },
  }),
  operation({
    id: "getHostedProperties",
    method: "get",
    path: "/api/v2/public/hosted-properties",
    credentials: "session",
    summary: "Get portal link properties",
    description:
      "Returns the body that created the linked account's newest valid portal link; `{}` if there is none.",
    schema: { response: { 200: Properties } },
    run: async (deps, request) =>
      (await findNewestProperties(deps.db, getAccountScope(request), deps.clock.now())) ?? {},
  }),
];

function boundedProperties(properties: JsonObject): JsonObject {
  if (Buffer.byteLength(JSON.stringify(properties)) <= MOST_PROPERTIES_BYTES) return properties;
  throw new ApiError("payload_too_large", "PAYLOAD_TOO_LARGE", "The properties are larger than 32 KB.");
}
