import { getOperatorSession } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import { readOrganization } from "../auth/organizations/organizations.ts";
import type { Deps } from "../deps.ts";
import { badField } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { requirePassword, type SignInTools } from "./prove-password.ts";
import { readOwnOperator } from "./read-own-operator.ts";
import { OperatorSession, OwnOperatorBody, presentSession } from "./schema.ts";
import { normalizeEmail, updateOperator } from "./store.ts";

const operation = defineOperations<Deps & SignInTools>("Operators");

/** What operators change about themselves. */
export const OWN_OPERATOR_OPERATIONS = [
  operation({
    id: "updateOwnOperator",
    method: "put",
    path: "/api/v2/public/operator-session",
    credentials: "operator",
    summary: "Update your own operator",
    description:
      "Updates your name or email address. Only owners in production can change their email address (400 otherwise), with `current_password` if they have one. Returns 409 if another operator of the organization has the address.",
    schema: {
      body: OwnOperatorBody,
      response: {
        200: OperatorSession,
        409: { ...ErrorReply, description: "Another operator has this email address." },
        429: { ...ErrorReply, description: "Too many wrong passwords; `Retry-After` says when to retry." },
      },
    },
    run: async (deps, request, reply) => {
      const { name, email, current_password: current } = request.body;
      const operator = await readOwnOperator(deps.db, request);
      if (email !== undefined && normalizeEmail(email) !== operator.email) {
        // Whoever has somebody else's address receives their first single sign-on and blocks their invitation.
        if (operator.production_role !== "owner")
          throw badField("email", "email: only an owner in production can change your address. Ask one.");
        // Somebody at an unlocked browser must not take over the account.
        await requirePassword(deps, { request, reply }, operator, current);
      }
      const { orgId, operatorId: id } = getOperatorSession(request);
      const changed = await deps.queue.transaction((tx) =>
        updateOperator(tx, { orgId, id }, { name, email }, deps.clock.now()),
      );
      return presentSession(changed, await readOrganization(deps.db, orgId));
    },
  }),
];
