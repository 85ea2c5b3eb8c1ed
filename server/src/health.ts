import { Type } from "typebox";
import type { Deps } from "./deps.ts";
import { ApiError } from "./platform/errors.ts";
import { type App, Record } from "./platform/http/route.ts";

const tags = ["Health"];
const Health = Record("Health", { status: Type.Literal("ok") });

/** Liveness and readiness, for load balancers and process supervisors. */
export function healthRoutes(app: App, { queue, database }: Pick<Deps, "queue" | "database">): void {
  app.get(
    "/health/live",
    {
      config: { auth: "none" },
      schema: {
        operationId: "getLiveness",
        summary: "Whether the process runs",
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
        summary: "Whether database and queue answer",
        tags,
        response: { 200: Health },
      },
    },
    async () => {
      try {
        await database.query({ name: "health-ready", text: "select 1 as one where $1" }, [true]);
        await queue.check();
      } catch {
        throw new ApiError("unavailable", "UNAVAILABLE", "The database or the queue does not answer.");
      }
      return { status: "ok" as const };
    },
  );
}
