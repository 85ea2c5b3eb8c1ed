import { Type } from "typebox";
import { accountScopeIfNamed, accountScopeOf, isSession, scopeOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { badRequest, notFound } from "../platform/errors.ts";
import { noBodyIsEmpty } from "../platform/http/json-body.ts";
import { type App, ById, Record } from "../platform/http/route.ts";
import { lockForChange } from "../workflows/edit.ts";
import { NODE_TYPES } from "../workflows/nodes/list.ts";
import { findRunnable, findVersion } from "../workflows/store.ts";
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

type SecretDeps = Pick<Deps, "db" | "config" | "vault" | "clock">;

/** Address and secret of a workflow's incoming webhooks. */
export function webhookSecretRoutes(app: App, { db, config, vault, clock }: SecretDeps): void {
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
        const { main } = await lockForChange(tx, editor, request.params.id);
        const set = { workflowId: main.id, secret, endOthers, now };
        return { secret: await setWebhookSecret(tx, vault, viewer, set) };
      });
    },
  );

  app.get(
    `${BASE}/webhook-url`,
    {
      config: { auth: "account" },
      schema: {
        operationId: "getWorkflowWebhookUrl",
        summary: "Read the address to which webhooks for a linked account are sent",
        tags,
        params: ById,
        response: {
          200: Record("WorkflowWebhookUrl", {
            url: Type.String(),
            signature: Type.String({ description: "How its requests must be signed: `none`, or a kind." }),
          }),
        },
      },
    },
    async (request) => {
      const scope = accountScopeOf(request);
      const workflow = await findRunnable(db, scope, request.params.id, scope.account);
      const version = workflow && (await findVersion(db, workflow.id, workflow.version));
      if (!version) throw notFound("Workflow");
      const signature = webhookSignature(version);
      if (!signature)
        throw badRequest(
          "This workflow takes no webhooks: its start node has no trigger with the event Webhook.",
        );
      const account = encodeURIComponent(scope.account.accountId);
      const path = `${scope.orgId}-${scope.environment}/${workflow.id}/${account}`;
      return { url: `${config.publicUrl}/api/v1/webhook-trigger/${path}`, signature: signature.kind };
    },
  );
}
