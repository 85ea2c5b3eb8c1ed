import { Type } from "typebox";
import { getOperatorSession } from "../auth/guard.ts";
import { setSessionCookie } from "../auth/sessions/operator-cookie.ts";
import {
  deleteOperatorSession,
  deleteOperatorSessions,
  listOperatorSessions,
} from "../auth/sessions/operator-sessions.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { type App, ById, Message } from "../platform/http/route.ts";
import { OwnSession } from "./schema.ts";

const tags = ["Operators"];
const SESSIONS = "/api/v2/public/operator-sessions";

/** The browsers in which the operator has signed in. */
export function registerOwnSessionRoutes(app: App, { config, db, clock, credentials }: Deps): void {
  app.get(
    SESSIONS,
    {
      config: { auth: "operator" },
      schema: {
        operationId: "listOperatorSessions",
        summary: "List your operator sessions",
        description:
          "Returns the browsers you are signed in on, newest first, with their network address and last use. `is_current` marks this request's session.",
        tags,
        response: { 200: Type.Object({ docs: Type.Array(OwnSession) }) },
      },
    },
    async (request) => {
      const { operatorId, id } = getOperatorSession(request);
      const rows = await listOperatorSessions(db, operatorId, clock.now());
      const docs = rows.map((row) => ({
        id: row.id,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        address: row.address,
        user_agent: row.user_agent,
        is_current: row.id === id,
      }));
      return { docs };
    },
  );

  app.delete(
    SESSIONS,
    {
      config: { auth: "operator" },
      schema: {
        operationId: "deleteOperatorSessions",
        summary: "End your other sessions",
        description: "Immediately signs you out everywhere except in the browser that sends the request.",
        tags,
        response: { 200: Message },
      },
    },
    async (request) => {
      const { operatorId, id } = getOperatorSession(request);
      // Forgetting makes every process look up every credential in the database again.
      if (await deleteOperatorSessions(db, operatorId, id)) await credentials.forget();
      return { message: "Other sessions ended" };
    },
  );

  app.delete(
    `${SESSIONS}/:id`,
    {
      config: { auth: "operator" },
      schema: {
        operationId: "deleteOperatorSession",
        summary: "End one of your sessions",
        description:
          "Immediately signs you out in one browser. Ending this request's session also clears its cookie.",
        tags,
        params: ById,
        response: { 200: Message },
      },
    },
    async (request, reply) => {
      const { operatorId, id } = getOperatorSession(request);
      if (!(await deleteOperatorSession(db, operatorId, request.params.id))) throw notFound("Session");
      await credentials.forget();
      if (request.params.id === id) setSessionCookie(config, reply, undefined);
      return { message: "Session ended" };
    },
  );
}
