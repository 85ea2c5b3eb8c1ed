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
          "Updates your name or email address. Only owners in production can change their email address (400 otherwise), with `current_password` if they have one. Returns 409 if another operator of the organization has the address.",
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
        // Whoever has somebody else's address receives their first single sign-on and blocks their invitation.
        if (operator.production_role !== "owner")
          throw badField("email", "email: only an owner in production can change your address. Ask one.");
        // Somebody at an unlocked browser must not take over the account.
        await requirePassword(tools, { request, reply }, operator, current);
      }
      const changed = await queue.transaction((tx) =>
        updateOperator(tx, { orgId, id }, { name, email }, clock.now()),
      );
      return presentSession(changed, await readOrganization(db, orgId));
    },
  );
}
