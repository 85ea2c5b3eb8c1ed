import { Type } from "typebox";
import { accountScopeOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import type { App } from "../platform/http/route.ts";
import { enabledApplication } from "./application.ts";
import { startConsent, type Typed } from "./connect.ts";
import { ApplicationRecord, BySlug, presentApplication } from "./schema.ts";
import { findConnections } from "./store.ts";

const tags = ["Applications"];

/** The same routes for the browser and for servers. */
interface Surface {
  readonly config: { readonly auth: "session" | "keyForAccount"; readonly rateLimit?: false };
  readonly application: { readonly url: string; readonly operationId: string };
  readonly consent: { readonly url: string; readonly operationId: string };
}

const SURFACES: readonly Surface[] = [
  {
    // Asked every three seconds while a customer gives consent: no rate limit (platform-surface 4.7).
    config: { auth: "session", rateLimit: false },
    application: { url: "/api/v2/f-sdk/application/:slug", operationId: "getOwnApplication" },
    consent: { url: "/api/v1/:slug/integrate", operationId: "startConnectByQuery" },
  },
  {
    config: { auth: "keyForAccount" },
    application: { url: "/api/v2/public/application/:slug", operationId: "getApplication" },
    consent: {
      url: "/api/v2/public/linked-account/integration/oauth-url/:slug",
      operationId: "getOAuthUrl",
    },
  },
];

/** What browsers and servers ask alike about one application of an account (platform-surface 1.1, 1.2, 2.1). */
export function surfaceRoutes(app: App, deps: Deps): void {
  for (const surface of SURFACES) {
    applicationRoute(app, deps, surface);
    consentRoute(app, deps, surface);
  }
}

function applicationRoute(
  app: App,
  deps: Deps,
  { config, application: { url, operationId } }: Surface,
): void {
  app.get(
    url,
    {
      config,
      schema: {
        operationId,
        summary: "Read an enabled application with the account's connections",
        tags,
        params: BySlug,
        response: { 200: ApplicationRecord },
      },
    },
    async (request) => {
      const scope = accountScopeOf(request);
      const { slug } = request.params;
      const application = await enabledApplication(deps, scope, slug);
      const connections = await findConnections(deps.database, scope, slug);
      return presentApplication(application, connections, scope.account);
    },
  );
}

function consentRoute(app: App, deps: Deps, { config, consent: { url, operationId } }: Surface): void {
  app.get(
    url,
    {
      config,
      schema: {
        operationId,
        summary: "Begin an OAuth2 connect; the query holds what the customer typed in",
        tags,
        params: BySlug,
        querystring: Type.Object({}, { additionalProperties: true }),
        response: {
          200: Type.Object({ auth_url: Type.String({ description: "Open it in the customer's browser." }) }),
        },
      },
    },
    async (request) => {
      const scope = accountScopeOf(request);
      const application = await enabledApplication(deps, scope, request.params.slug);
      const typed = request.query as object as Typed; // an open schema types as {}
      return { auth_url: await startConsent(deps, { scope, application }, typed) };
    },
  );
}
