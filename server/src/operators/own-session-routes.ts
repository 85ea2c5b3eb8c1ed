import { Type } from "typebox";
import { getOperatorSession } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import { setSessionCookie } from "../auth/sessions/operator-cookie.ts";
import {
  deleteOperatorSession,
  deleteOperatorSessions,
  listOperatorSessions,
} from "../auth/sessions/operator-sessions.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { ById, Message } from "../platform/http/route.ts";
import { OwnSession } from "./schema.ts";

const SESSIONS = "/api/v2/public/operator-sessions";

const operation = defineOperations<Deps>("Operators");

/** The browsers in which the operator has signed in. */
export const OWN_SESSION_OPERATIONS = [
  operation({
    id: "listOperatorSessions",
    method: "get",
    path: SESSIONS,
    credentials: "operator",
    summary: "List your operator sessions",
    description:
      "Returns the browsers you are signed in on, newest first, with their network address and last use. `is_current` marks this request's session.",
    schema: { response: { 200: Type.Object({ docs: Type.Array(OwnSession) }) } },
    run: async ({ db, clock }, request) => {
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
  }),
  operation({
    id: "deleteOperatorSessions",
    method: "delete",
    path: SESSIONS,
    credentials: "operator",
    summary: "End your other sessions",
    description: "Immediately signs you out everywhere except in the browser that sends the request.",
    schema: { response: { 200: Message } },
    run: async ({ db, credentials }, request) => {
      const { operatorId, id } = getOperatorSession(request);
      // Forgetting makes every process look up every credential in the database again.
      if (await deleteOperatorSessions(db, operatorId, id)) await credentials.forget();
      return { message: "Other sessions ended" };
    },
  }),
  operation({
    id: "deleteOperatorSession",
    method: "delete",
    path: `${SESSIONS}/:id`,
    credentials: "operator",
    summary: "End one of your sessions",
    description:
      "Immediately signs you out in one browser. Ending this request's session also clears its cookie.",
    schema: { params: ById, response: { 200: Message } },
    run: async ({ config, db, credentials }, request, reply) => {
      const { operatorId, id } = getOperatorSession(request);
      if (!(await deleteOperatorSession(db, operatorId, request.params.id))) throw notFound("Session");
      await credentials.forget();
      if (request.params.id === id) setSessionCookie(config, reply, undefined);
      return { message: "Session ended" };
    },
  }),
];
