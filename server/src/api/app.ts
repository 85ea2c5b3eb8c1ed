import { randomUUID } from "node:crypto";
import cors from "@fastify/cors";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { ALERT_OPERATIONS } from "../alerts/routes.ts";
import { deleteOldAlerts } from "../alerts/store.ts";
import { deleteEndedChoices } from "../apps/connections/accounts/choice-store.ts";
import { type ConnectionChange, connectionChanged } from "../apps/connections/connection-changed.ts";
import { readToolsOfConnection } from "../apps/manage/mcp-tools.ts";
import { installPieceJob } from "../apps/manage/pieces/install-job.ts";
import { deleteOldRequests } from "../apps/request-log/store.ts";
import { registerAppRoutes } from "../apps/routes.ts";
import { useActors } from "../audit-log/actor.ts";
import { useActs } from "../audit-log/acts.ts";
import { AUDIT_LOG_OPERATIONS } from "../audit-log/routes.ts";
import { useGuard } from "../auth/guard.ts";
import { isByOperator } from "../auth/holder.ts";
import { registerOperations } from "../auth/operation.ts";
import { registerChangeRoutes } from "../changes/routes.ts";
import { registerDashboardRoutes } from "../dashboard/routes.ts";
import type { Deps } from "../deps.ts";
import { deleteEndedKeys, deleteOldEvents } from "../events/inbox/delete-old-events.ts";
import { registerEventRoutes } from "../events/routes.ts";
import { FILE_OPERATIONS } from "../files/routes.ts";
import { deleteOldFiles } from "../files/store.ts";
import { registerUploadRoute } from "../files/upload-route.ts";
import { registerGuideRoutes } from "../guides/routes.ts";
import { sendQueuedMail } from "../mail/send-queued-mail.ts";
import { expireCall } from "../mcp/approvals/expire-call.ts";
import { makeApprovedCall } from "../mcp/approvals/make-approved-call.ts";
import { deleteOldCalls, deleteSealedResults } from "../mcp/calls/call-store.ts";
import { deleteEndedTokens } from "../mcp/endpoint/token-store.ts";
import { deleteEnded } from "../mcp/oauth/grants/delete-ended.ts";
import { registerOAuthRoutes } from "../mcp/oauth/routes.ts";
import { registerMcpRoutes } from "../mcp/routes.ts";
import { resetPassword } from "../operators/mail/reset-job.ts";
import { registerOperatorRoutes } from "../operators/routes.ts";
import { sendClientError } from "../platform/http/client-error.ts";
import { useSchemas } from "../platform/http/compile-schemas.ts";
import { sendUnroutableError, useErrorReplies } from "../platform/http/error-reply.ts";
import { useIgnoredFields } from "../platform/http/ignored-fields.ts";
import { BODY_LIMIT_BYTES, parseRequestBody } from "../platform/http/json-body.ts";
import { toRoutableUrl } from "../platform/http/readable-url.ts";
import type { App } from "../platform/http/route.ts";
import { defineJob, type Job } from "../platform/queue/job.ts";
import type { WorkSource } from "../platform/work/line.ts";
import type { HeldRow } from "../platform/work/work-table.ts";
import { registerPortalRoutes } from "../portal/routes.ts";
import { registerStepApprovalPages } from "../runs/approvals/approval-pages.ts";
import { callWorkflowTopic, type WorkflowCall } from "../runs/engine/call-workflow.ts";
import { runSource } from "../runs/engine/execute.ts";
import { startCalledWorkflow } from "../runs/engine/start-called-workflow.ts";
import { deleteOldReplays, deleteOldRuns, deleteOriginals, RUN_HISTORY } from "../runs/old-runs.ts";
import { type ReplayDue, replayBatch, replayDue } from "../runs/replay/replay-many.ts";
import { deleteUnusedPayloads } from "../runs/results/payload-store.ts";
import type { Deletions } from "../runs/retention.ts";
import { useHiddenLinks } from "../runs/signals/hide-links.ts";
import { registerAnswerRoute } from "../runs/signals/hook-route.ts";
import { resumeParkedRuns } from "../runs/signals/unpark.ts";
import { SEARCH_OPERATIONS } from "../search/routes.ts";
import { STATISTICS_OPERATIONS } from "../statistics/routes.ts";
import { deleteOldCounters, deleteOldDays } from "../statistics/store.ts";
import { reconcileConnection } from "../triggers/reconcile.ts";
import { registerTriggerRoutes } from "../triggers/routes.ts";
import { deliverSharedJob } from "../triggers/shared/deliver-shared.ts";
import { PLAN_OPERATIONS } from "../usage/plans/routes.ts";
import { deleteOldPeriods } from "../usage/plans/store.ts";
import { USAGE_OPERATIONS } from "../usage/routes.ts";
import { deleteOldUsage } from "../usage/store.ts";
import { deliverWebhooks } from "../webhooks/deliver/deliver.ts";
import { deleteOldDeliveries } from "../webhooks/log/delivery-store.ts";
import { WEBHOOK_OPERATIONS } from "../webhooks/manage/routes.ts";
import { validateWebhookLimits } from "../workflows/validation/webhook-limits.ts";
import { HEALTH_OPERATIONS, useSchemaCheck } from "./health.ts";
import { registerMetricsRoute } from "./metrics-route.ts";
import { getPackageVersion, registerOpenApiRoutes, useOpenApi } from "./openapi.ts";
import { ACCESS_OPERATIONS, OPERATIONS, RUN_OPERATIONS, SETUP_OPERATIONS } from "./operations.ts";
import { useRequestMetrics } from "./request-metrics.ts";
import { useTraces } from "./trace-requests.ts";

/**
 * Notifies features that a connection was created, renewed by its customer or removed; each notification may arrive
 * twice.
 */
const onConnectionChanged = defineJob<ConnectionChange, Deps>({
  name: connectionChanged.name,
  concurrency: 4,
  run: async (deps, change) => {
    await resumeParkedRuns(deps, change);
    await reconcileConnection(deps, change);
  },
});

/** A step of a run calls another workflow. */
const onWorkflowCalled = defineJob<WorkflowCall, Deps>({
  name: callWorkflowTopic.name,
  concurrency: 16,
  run: startCalledWorkflow,
});

/** A batch of executions is due to be replayed. */
const onReplayDue = defineJob<ReplayDue, Deps>({
  name: replayDue.name,
  concurrency: 2,
  run: replayBatch,
});

/** All background jobs. */
export const JOBS: readonly Job<never, Deps>[] = [
  onConnectionChanged,
  readToolsOfConnection,
  installPieceJob,
  deliverSharedJob,
  onWorkflowCalled,
  onReplayDue,
  makeApprovedCall,
  expireCall,
  sendQueuedMail,
  resetPassword,
];

/** All work that is queued in a table of its own. */
export const WORK: readonly WorkSource<HeldRow, Deps>[] = [deliverWebhooks, runSource];

/**
 * What retention deletes, in order: events go before the executions that they started, because an event without
 * executions would look lost.
 */
export const DELETIONS: Deletions = {
  old: [
    deleteOldEvents,
    deleteOldDeliveries,
    deleteOldRuns,
    deleteOldFiles,
    deleteOldReplays,
    deleteOldCalls,
    deleteOldRequests,
    deleteOldDays,
    deleteOldUsage,
    deleteOldAlerts,
  ],
  leftOver: [
    deleteOriginals,
    deleteSealedResults,
    deleteUnusedPayloads,
    deleteEndedKeys,
    deleteEndedTokens,
    deleteEndedChoices,
    deleteOldCounters,
    deleteOldPeriods,
    ...deleteEnded,
  ],
  partitioned: [RUN_HISTORY],
};

/** The composition root of the HTTP server: registers all routes, in the order of the features. */
export async function buildApp(deps: Deps): Promise<App> {
  const app: App = Fastify({
    // Fastify's own logger type: pino's would spread through every signature.
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    rewriteUrl: toRoutableUrl,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    // Idle connections are closed at once on shutdown.
    forceCloseConnections: "idle",
    trustProxy: false,
    frameworkErrors: sendUnroutableError,
    clientErrorHandler: sendClientError,
  }).withTypeProvider<TypeBoxTypeProvider>();

  useSchemas(app);
  useErrorReplies(app);
  useJson(app);
  await app.register(cors, {
    origin: deps.config.corsOrigins === "*" ? "*" : [...deps.config.corsOrigins],
    exposedHeaders: [
      "retry-after",
      "ratelimit",
      "ratelimit-policy",
      "x-request-id",
      "x-junctor-ignored",
      "www-authenticate",
    ],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    maxAge: 600,
    // A non-preflight OPTIONS request is answered like a preflight, not with the plugin's own text.
    strictPreflight: false,
  });
  await useOpenApi(app, getPackageVersion());
  useRequestMetrics(app, deps);
  useSchemaCheck(app, deps);
  useGuard(app, deps);
  useActors(app);
  useActs(app, deps);
  useIgnoredFields(app);
  useTraces(app, deps);
  useHiddenLinks(app, deps);
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    const { config } = request.routeOptions;
    // What an operator reads must not stay in the browser after they sign out.
    if (config.hasSecret || (isByOperator(request) && !reply.hasHeader("cache-control")))
      reply.header("cache-control", "no-store");
  });

  registerOperations(app, ACCESS_OPERATIONS, deps);
  registerOperatorRoutes(app, deps);
  registerOperations(app, AUDIT_LOG_OPERATIONS, deps);
  registerOperations(app, WEBHOOK_OPERATIONS, {
    ...deps,
    checkLimits: (scope, limits) => validateWebhookLimits(deps, scope, limits),
  });
  registerOperations(app, FILE_OPERATIONS, deps);
  await registerUploadRoute(app, deps);
  await registerAppRoutes(app, deps);
  registerOperations(app, SETUP_OPERATIONS, deps);
  registerOperations(app, RUN_OPERATIONS, deps);
  await registerAnswerRoute(app, deps);
  registerStepApprovalPages(app, deps);
  registerOperations(app, SEARCH_OPERATIONS, deps);
  await registerEventRoutes(app, deps);
  await registerTriggerRoutes(app, deps);
  await registerPortalRoutes(app, deps);
  registerMcpRoutes(app, deps, OPERATIONS);
  await registerOAuthRoutes(app, deps);
  registerOperations(app, STATISTICS_OPERATIONS, deps);
  registerOperations(app, USAGE_OPERATIONS, deps);
  registerOperations(app, PLAN_OPERATIONS, deps);
  registerOperations(app, ALERT_OPERATIONS, deps);
  registerChangeRoutes(app, deps);
  registerOperations(app, HEALTH_OPERATIONS, deps);
  // Without a token they would be open to everybody whom the API is open to.
  if (deps.config.metricsToken !== undefined) registerMetricsRoute(app, deps);
  registerOpenApiRoutes(app);
  registerGuideRoutes(app, deps.config.publicUrl);
  await registerDashboardRoutes(app);
  return app;
}

/** JSON is the only body type. An empty body counts as none: published clients send one even with GET and DELETE. */
function useJson(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, text: string) => parseRequestBody(text),
  );
}
