import { Type } from "typebox";
import { accountScopeIfNamed, scopeOf } from "../../auth/guard.ts";
import type { Deps } from "../../deps.ts";
import { type ApiError, badRequest, notFound } from "../../platform/errors.ts";
import { noBodyIsEmpty } from "../../platform/http/json-body.ts";
import { type App, ById, Message, Record } from "../../platform/http/route.ts";
import { webhookSignature } from "../../workflows/definition/webhook-trigger.ts";
import { editorOf } from "../../workflows/route-context.ts";
import { lockForChange } from "../../workflows/versions/edit.ts";
import { deleteWebhookSecrets, setWebhookSecret } from "./webhook-secret.ts";

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
export function webhookSecretRoutes(app: App, deps: SecretDeps): void {
  setRoute(app, deps);
  deleteRoute(app, deps);
}

function setRoute(app: App, { db, vault, clock }: SecretDeps): void {
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
        const editor = editorOf({ clock }, request);
        const { asked, stored } = await lockForChange(tx, editor, request.params.id);
        if (![asked, stored].some(isSigned)) throw nothingSigned();
        const set = { workflowId: stored.id, secret, endOthers, now };
        return { secret: await setWebhookSecret(tx, vault, viewer, set) };
      });
    },
  );
}

function deleteRoute(app: App, { db, clock }: SecretDeps): void {
  app.delete(
    `${BASE}/webhook-secret`,
    {
      config: { auth: "either" },
      schema: {
        operationId: "deleteWorkflowWebhookSecret",
        summary: "Delete the secrets of a workflow's incoming webhooks, all at once",
        description:
          "Where the workflow demands a signature nothing comes in any more: publish it without, or set another.",
        tags,
        params: ById,
        response: { 200: Message },
      },
    },
    async (request) => {
      const viewer = accountScopeIfNamed(request) ?? scopeOf(request);
      const now = clock.now();
      return db.transaction().execute(async (tx) => {
        const editor = editorOf({ clock }, request);
        const { stored } = await lockForChange(tx, editor, request.params.id);
        if (!(await deleteWebhookSecrets(tx, viewer, { workflowId: stored.id, now })))
          throw notFound("Webhook secret");
        return { message: "Webhook secret deleted" };
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
