import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { registerOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { sendClientError } from "../platform/http/client-error.ts";
import { useSchemas } from "../platform/http/compile-schemas.ts";
import { sendUnroutableError, useErrorReplies } from "../platform/http/error-reply.ts";
import type { App } from "../platform/http/route.ts";
import { HEALTH_OPERATIONS } from "./health.ts";
import { registerMetricsRoute } from "./metrics-route.ts";

/**
 * What answers on the port of metrics: them and the health checks alone, so that `work` can be watched as well, and
 * the metrics need not be reachable from where the API is.
 */
export function buildMetricsApp(deps: Deps): App {
  const app: App = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    frameworkErrors: sendUnroutableError,
    clientErrorHandler: sendClientError,
  });
  useSchemas(app);
  useErrorReplies(app);
  registerOperations(app, HEALTH_OPERATIONS, deps);
  registerMetricsRoute(app, deps);
  return app;
}
