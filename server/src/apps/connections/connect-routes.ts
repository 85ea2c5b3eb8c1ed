import { Type } from "typebox";
import { getAccountScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { Record } from "../../platform/http/route.ts";
import { readEnabledApplication } from "../catalog/application.ts";
import { BySlug, DisconnectQuery, TypedFields } from "../schema.ts";
import { OAUTH_CALLBACK_OPERATIONS } from "./callback-route.ts";
import { connectClient, isConnectedWithoutConsent } from "./connect.ts";
import { readTarget, TargetQuery } from "./connect-target.ts";
import { disconnect } from "./disconnect.ts";
import { createConsentLink } from "./start-consent.ts";

const AuthUrl = Record("AuthUrl", {
  auth_url: Type.Optional(
    Type.String({
      description: "Open this URL in the customer's browser: a page that leads to the provider.",
    }),
  ),
  connected: Type.Optional(
    Type.Boolean({ description: "True if the application was connected immediately, without consent." }),
  ),
});

const operation = defineOperations<Deps>("Applications");

/**
 * What only the published browser clients call, with a session token (platform-surface 1.1, 2.1), and the provider's
 * callback.
 */
export const CONNECT_OPERATIONS = [
  operation({
    id: "startConnect",
    method: "post",
    path: "/api/v1/:slug/integrate",
    credentials: "session",
    rateLimit: false,
    hasSecret: true,
    summary: "Start an OAuth2 connect",
    description:
      'Starts a connect with the values that the customer entered, in the body, and returns the `auth_url` to open in the customer\'s browser. The URL is valid for one hour and one connect. An application that needs only a client and no consent is connected immediately; the response is then `{"connected": true}`. A `client_id` and `client_secret` in the body are used instead of the client of the organization. Returns 400 if a value is invalid. Not counted against the rate limit.',
    schema: {
      params: BySlug,
      querystring: TargetQuery,
      body: Type.Optional(TypedFields),
      response: { 200: AuthUrl },
    },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { slug } = request.params;
      const application = await readEnabledApplication(deps, scope, slug);
      const target = await readTarget(deps, scope, slug, request.query.connection_id);
      const connecting = { scope, application, target };
      const typed = request.body ?? {};
      if (!isConnectedWithoutConsent(application)) {
        return { auth_url: await createConsentLink(deps, connecting, typed) };
      }
      await connectClient(deps, connecting, typed);
      return { connected: true };
    },
  }),
  operation({
    id: "disconnect",
    method: "delete",
    path: "/api/v1/linked-acc/integration/:slug",
    credentials: "session",
    summary: "Disconnect an application",
    description:
      "Deletes the linked account's connections to an application, asks the provider to revoke their tokens, and sends `Connection Deleted` to webhooks. `auth_type` limits it to one kind, `connection_id` to one connection. Returns 404 if nothing is connected, and 409 for the default connection while there are others.",
    schema: {
      params: BySlug,
      querystring: DisconnectQuery,
      response: { 200: Type.Object({ success: Type.Boolean(), message: Type.String() }) },
    },
    run: async (deps, request) => {
      const { params, query } = request;
      await disconnect(deps, getAccountScope(request), params.slug, {
        authType: query.auth_type,
        id: query.connection_id,
      });
      return { success: true, message: "The application is disconnected." };
    },
  }),
  ...OAUTH_CALLBACK_OPERATIONS,
];
