import { Type } from "typebox";
import { accountScopeIfNamed, isSession, scopeOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { type ApiError, badRequest } from "../platform/errors.ts";
import { noBodyIsEmpty } from "../platform/http/json-body.ts";
import { type App, ById, Record } from "../platform/http/route.ts";
import { lockForChange } from "../workflows/edit.ts";
import { NODE_TYPES } from "../workflows/nodes/list.ts";
import { webhookSignature } from "../workflows/webhook-trigger.ts";
import { setWebhookSecret } from "./webhook-secret.ts";

const BASE = "/api/v2/public/workflow/:id";
const tags = ["Workflows"];

const SecretBody = Type.Object({
  secret: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 255,
      pattern: "^[\\x21-\\x7e]*$",
      description: "What the sender signs with, or sends as its token; one is made where it is left out.",
    }),
  ),
  end_others: Type.Optional(
    Type.Boolean({
      description: "True ends the secrets before this one at once, instead of after 24 hours.",
    }),
  ),
});

type SecretDeps = Pick<Deps, "db" | "vault" | "clock">;

/** The secret of a workflow's incoming webhooks. */
export function webhookSecretRoutes(app: App, { db, vault, clock }: SecretDeps): void {
  app.put(
    `${BASE}/webhook-secret`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "setWorkflowWebhookSecret",
        summary: "Set the secret of a workflow's incoming webhooks; it is shown in this reply alone",
        tags,
        params: ById,
        body: SecretBody,
        response: { 200: Record("WorkflowWebhookSecret", { secret: Type.String() }) },
      },
      preValidation: noBodyIsEmpty,
    },
    async (request) => {
      const viewer = accountScopeIfNamed(request) ?? scopeOf(request);
      const now = clock.now();
      const { secret, end_others: endOthers = false } = request.body;
      return db.transaction().execute(async (tx) => {
        const editor = { ...viewer, ownOnly: isSession(request), nodeTypes: NODE_TYPES, now };
        const { asked, stored } = await lockForChange(tx, editor, request.params.id);
        if (![asked, stored].some(isSigned)) throw nothingSigned();
        const set = { workflowId: stored.id, secret, endOthers, now };
        return { secret: await setWebhookSecret(tx, vault, viewer, set) };
      });
    },
  );
}

function isSigned(workflow: Parameters<typeof webhookSignature>[0]): boolean {
  return (webhookSignature(workflow)?.kind ?? "none") !== "none";
}

function nothingSigned(): ApiError {
  const example = '"input": {"signature": {"kind": "token", "header": "x-token"}}';
  return badRequest(
    `No webhook of this workflow is checked with a secret: have its trigger Webhook say first how they are signed, such as ${example}.`,
  );
}
