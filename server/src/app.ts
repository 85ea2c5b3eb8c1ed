import { randomUUID } from "node:crypto";
import cors from "@fastify/cors";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { accountRoutes } from "./accounts/routes.ts";
import { type ConnectionChange, connectionChanged } from "./apps/connection-changed.ts";
import { readToolsOfConnection } from "./apps/mcp-tools.ts";
import { appRoutes } from "./apps/routes.ts";
import { useGuard } from "./auth/guard.ts";
import { authRoutes } from "./auth/routes.ts";
import { configRoutes } from "./configs/routes.ts";
import type { Deps } from "./deps.ts";
import { eventRoutes } from "./events/routes.ts";
import { healthRoutes } from "./health.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { openApiRoutes, packageVersion, useOpenApi } from "./openapi.ts";
import { answerClientError } from "./platform/http/client-error.ts";
import { useSchemas } from "./platform/http/compile-schemas.ts";
import { answerUnroutable, useErrorReplies } from "./platform/http/error-reply.ts";
import { BODY_LIMIT_BYTES, parseJsonBody } from "./platform/http/json-body.ts";
import type { App } from "./platform/http/route.ts";
import { defineJob, type Job } from "./platform/queue/job.ts";
import { portalRoutes } from "./portal/routes.ts";
import { executeRun } from "./runs/execute.ts";
import { giveUpParked } from "./runs/park.ts";
import { resumeParkedRuns } from "./runs/resume.ts";
import { runRoutes } from "./runs/routes.ts";
import { scheduleRoutes } from "./schedules/routes.ts";
import { followConnection } from "./triggers/reconcile.ts";
import { triggerRoutes } from "./triggers/routes.ts";
import { deliverWebhook } from "./webhooks/deliver.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { workflowRoutes } from "./workflows/routes.ts";

/** Who learns of a connection that was made, renewed by its customer, or removed; each may be told twice. */
const onConnectionChanged = defineJob<ConnectionChange, Deps>({
  name: connectionChanged.name,
  concurrency: 4,
  run: async (deps, change) => {
    await resumeParkedRuns(deps, change);
    await followConnection(deps, change);
  },
});

/** Every kind of background work. */
export const JOBS: readonly Job<never, Deps>[] = [
  deliverWebhook,
  onConnectionChanged,
  readToolsOfConnection,
  executeRun,
  giveUpParked,
];

/** The composition root of the HTTP server: all routes, in the order of the features. */
export async function buildApp(deps: Deps): Promise<App> {
  const app: App = Fastify({
    // Fastify's own logger type: pino's would spread through every signature.
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    // Connections that idle at shutdown are closed at once.
    forceCloseConnections: "idle",
    trustProxy: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerClientError,
  }).withTypeProvider<TypeBoxTypeProvider>();

  useSchemas(app);
  useErrorReplies(app);
  useJson(app);
  await app.register(cors, {
    origin: deps.config.corsOrigins === "*" ? "*" : [...deps.config.corsOrigins],
    exposedHeaders: ["retry-after", "ratelimit", "ratelimit-policy", "x-request-id"],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    maxAge: 600,
    // An OPTIONS request that is no preflight is answered like one, not by a text of the plugin's own.
    strictPreflight: false,
  });
  await useOpenApi(app, packageVersion());
  useGuard(app, deps);
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });

  authRoutes(app, deps);
  webhookRoutes(app, deps);
  await appRoutes(app, deps);
  accountRoutes(app, deps);
  workflowRoutes(app, deps);
  configRoutes(app, deps);
  runRoutes(app, deps);
  scheduleRoutes(app, deps);
  eventRoutes(app, deps);
  await triggerRoutes(app, deps);
  await portalRoutes(app, deps);
  mcpRoutes(app, deps);
  healthRoutes(app, deps);
  openApiRoutes(app);
  return app;
}

/** JSON is the only body; an empty one counts as none, and published clients send one even on GET and DELETE. */
function useJson(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, text: string) => parseJsonBody(text),
  );
}
