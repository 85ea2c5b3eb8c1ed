import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Deps } from "./deps.ts";
import { ApiError } from "./platform/errors.ts";
import { type App, Record } from "./platform/http/route.ts";
import { within } from "./platform/time-limit.ts";

const tags = ["Health"];
const Health = Record("Health", { status: Type.Literal("ok") });

// A hanging database must not hang the caller.
const READY_MS = 2000;

const FIRST_ORGANIZATION = { name: "health-ready", text: "select 1 as one from organizations limit 1" };

/** Liveness and readiness, for load balancers and process supervisors. */
export function registerHealthRoutes(
  app: App,
  { queue, database, schema }: Pick<Deps, "queue" | "database" | "schema">,
): void {
  app.get(
    "/health/live",
    {
      config: { auth: "none" },
      schema: {
        operationId: "getLiveness",
        summary: "Check that the process runs",
        description: "Returns 200 as long as the process runs. For a supervisor's liveness probe.",
        tags,
        response: { 200: Health },
      },
    },
    async () => ({ status: "ok" as const }),
  );

  app.get(
    "/health/ready",
    {
      config: { auth: "none" },
      schema: {
        operationId: "getReadiness",
        summary: "Check that the server is ready",
        description:
          "Returns 200 if the database and the queue respond within 2 seconds and the first start is complete, and 503 otherwise. For a load balancer's readiness probe.",
        tags,
        response: { 200: Health },
      },
    },
    async (request) => {
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
        request.log.warn({ err: error }, "health.not-ready");
        if (error instanceof ApiError) throw error;
        throw new ApiError("unavailable", "UNAVAILABLE", "The database or the queue is not responding.");
      }
      return { status: "ok" as const };
    },
  );
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
