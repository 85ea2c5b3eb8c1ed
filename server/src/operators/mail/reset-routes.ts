import { defineOperations } from "../../auth/operation.ts";
import { requireOwnPage } from "../../auth/sessions/operator-cookie.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../platform/errors.ts";
import { ErrorReply } from "../../platform/http/error-reply.ts";
import { Message } from "../../platform/http/route.ts";
import type { SignInTools } from "../prove-password.ts";
import { ResetBody } from "../schema.ts";
import { listOperatorsByEmail } from "../store.ts";
import { resetPassword } from "./reset-job.ts";

const operation = defineOperations<Deps & SignInTools>("Operators");

/** How operators who have lost their password get a link by mail. */
export const RESET_OPERATIONS = [
  operation({
    id: "requestPasswordReset",
    method: "post",
    path: "/api/v2/public/operator-session/reset",
    credentials: "none",
    summary: "Mail a password reset link",
    description:
      "Mails a one-time link, valid for an hour, with which the operator sets a new password. The reply is the same whether or not an operator has the address. Returns 409 if the server sends no [mail](/guides/self-hosting#mail), and 429 after 5 requests an hour for an address.",
    schema: {
      body: ResetBody,
      response: {
        200: Message,
        403: { ...ErrorReply, description: "The request comes from another site." },
        409: { ...ErrorReply, description: "This server sends no mail." },
        429: { ...ErrorReply, description: "Too many attempts; `Retry-After` says when to retry." },
      },
    },
    run: async ({ config, db, queue, limit }, request, reply) => {
      requireOwnPage(config, request);
      if (!config.mail) throw new ApiError("conflict", "CONFLICT", "This server sends no mail.");
      const { email } = request.body;
      await limit.reset({ request, reply }, email);
      const operators = await listOperatorsByEmail(db, email);
      // Always one job, also for nobody: how long the reply takes tells nothing (D534).
      await queue.transaction((tx) =>
        queue.enqueue(tx, resetPassword, { operatorIds: operators.map(({ id }) => id) }),
      );
      return { message: "If an operator has this email address, a mail is on its way" };
    },
  }),
];
