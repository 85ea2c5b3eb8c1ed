import { getOperatorSession } from "../auth/guard.ts";
import { readOrganization } from "../auth/organizations/organizations.ts";
import type { Deps } from "../deps.ts";
import { badField } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import type { App } from "../platform/http/route.ts";
import { requirePassword, type SignInTools } from "./prove-password.ts";
import { OperatorSession, OwnOperatorBody, presentSession } from "./schema.ts";
import { normalizeEmail, readOperator, updateOperator } from "./store.ts";

/** What operators change about themselves. */
export function registerOwnOperatorRoutes(app: App, deps: Deps, tools: SignInTools): void {
  const { db, queue, clock } = deps;
  app.put(
    "/api/v2/public/operator-session",
    {
      config: { auth: "operator" },
      schema: {
        operationId: "updateOwnOperator",
        summary: "Update your own operator",
        description:
          "Updates your name or email address. Changing the email address requires `current_password`; if you have no password, set one first or ask an owner (400 otherwise). Returns 409 if another operator has the address.",
        tags: ["Operators"],
        body: OwnOperatorBody,
        response: {
          200: OperatorSession,
          409: { ...ErrorReply, description: "Another operator has this email address." },
          429: { ...ErrorReply, description: "Too many wrong passwords; `Retry-After` says when to retry." },
        },
      },
    },
    async (request, reply) => {
      const { name, email, current_password: current } = request.body;
      const { orgId, operatorId: id } = getOperatorSession(request);
      const operator = await readOperator(db, orgId, id);
      if (email !== undefined && normalizeEmail(email) !== operator.email) {
        // Somebody at an unlocked browser must not take over the account; owners can change addresses anyway.
        if (operator.password_hash === null && operator.production_role !== "owner")
          throw badField("email", "email: changing it requires a password. Set one first, or ask an owner.");
        await requirePassword(tools, { request, reply }, operator, current);
      }
      const changed = await queue.transaction((tx) =>
        updateOperator(tx, { orgId, id }, { name, email }, clock.now()),
      );
      return presentSession(changed, await readOrganization(db, orgId));
    },
  );
}
