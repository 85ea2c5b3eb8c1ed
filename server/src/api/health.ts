import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { Type } from "typebox";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../platform/errors.ts";
import { Record } from "../platform/http/route.ts";
import { within } from "../platform/time-limit.ts";

const Health = Record("Health", { status: Type.Literal("ok") });

// A hanging database must not hang the caller.
const READY_MS = 2000;

const FIRST_ORGANIZATION = { name: "health-ready", text: "select 1 as one from organizations limit 1" };

const operation = defineOperations<Pick<Deps, "queue" | "database" | "schema">>("Health");

/** Liveness and readiness, for load balancers and process supervisors. */
export const HEALTH_OPERATIONS = [
  operation({
    id: "getLiveness",
    method: "get",
    path: "/health/live",
    credentials: "none",
    summary: "Check that the process runs",
    description: "Returns 200 as long as the process runs. For a supervisor's liveness probe.",
    schema: { response: { 200: Health } },
    run: async () => ({ status: "ok" as const }),
  }),
  operation({
    id: "getReadiness",
    method: "get",
    path: "/health/ready",
    credentials: "none",
    summary: "Check that the server is ready",
    description:
      "Returns 200 if the database and the queue respond within 2 seconds and the first start is complete, and 503 otherwise. For a load balancer's readiness probe.",
    schema: { response: { 200: Health } },
    run: async (deps, request) => {
      await requireReady(deps, request.log);
      return { status: "ok" as const };
    },
  }),
];

/** Throws ApiError 503 unless the process can do its work. */
export async function requireReady(
  { queue, database, schema }: Pick<Deps, "queue" | "database" | "schema">,
  log: FastifyBaseLogger,
): Promise<void> {
  const problem = schema.problem();
  if (problem !== undefined) throw new ApiError("unavailable", "UNAVAILABLE", problem);
  try {
    await within(
      READY_MS,
      () => checkReady(database, queue),
      () => {
        throw new Error(`No answer within ${READY_MS} ms.`);
      },
    );
  } catch (error) {
    log.warn({ err: error }, "health.not-ready");
    if (error instanceof ApiError) throw error;
    throw new ApiError("unavailable", "UNAVAILABLE", "The database or the queue is not responding.");
  }
}

/** Makes `app` refuse all requests but those for its health, once a newer version has migrated the database. */
export function useSchemaCheck(app: FastifyInstance, { schema }: Pick<Deps, "schema">): void {
  app.addHook("onRequest", async ({ url }) => {
    const problem = schema.problem();
    if (problem !== undefined && !url.startsWith("/health/"))
      throw new ApiError("unavailable", "UNAVAILABLE", problem);
  });
}

async function checkReady(database: Deps["database"], queue: Deps["queue"]): Promise<void> {
  const [organization] = await database.query(FIRST_ORGANIZATION, []);
  // The first start creates it and the keys after the server listens.
  if (!organization)
    throw new ApiError("unavailable", "UNAVAILABLE", "The first start has not finished yet.");
  await queue.check();
}
