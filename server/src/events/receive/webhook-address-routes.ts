import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { findAccount, findAccountScope, getAccountScope, getScope, isSession } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { badRequest, notFound } from "../../platform/errors.ts";
import { setEmptyBody } from "../../platform/http/json-body.ts";
import { ById, Record } from "../../platform/http/route.ts";
import { findWebhookSignature, type WebhookSignature } from "../../workflows/definition/webhook-trigger.ts";
import { getEditor, toUnpublishedError } from "../../workflows/route-context.ts";
import { findVersion } from "../../workflows/store.ts";
import type { AliasOrder } from "../../workflows/table.ts";
import { lockWorkflow } from "../../workflows/versions/edit.ts";
import { findRunnable } from "../../workflows/versions/publications.ts";
import { readGeneration, rotateAddresses } from "./rotate-address.ts";
import { buildWebhookUrl } from "./webhook-address.ts";

const WORKFLOW = "/api/v2/public/workflow/:id";
const ACCOUNT = "/api/v2/public/linked-account/:id";

const Url = Type.String({
  description: "The last part is the key of this URL; anyone who knows it can send webhooks.",
});
const RotationBody = Type.Object({
  end_others: Type.Optional(
    Type.Boolean({ description: "If true, previous keys end immediately instead of after 24 hours." }),
  ),
});
const OlderUntil = Type.String({
  format: "date-time",
  description: "When URLs with previous keys stop working.",
});
const Rotation = Record("WebhookAddressRotation", { older_until: OlderUntil });

type AddressDeps = Pick<Deps, "db" | "database" | "config" | "credentials" | "clock">;

const operation = defineOperations<AddressDeps>("Workflows");

/** The addresses of a workflow's incoming webhooks, and the rotation of their keys. */
export const WEBHOOK_ADDRESS_OPERATIONS = [
  operation({
    id: "getWorkflowWebhookUrl",
    method: "get",
    path: `${WORKFLOW}/webhook-url`,
    least: "developer",
    credentials: "account",
    hasSecret: true,
    summary: "Get a workflow's webhook URL",
    description:
      "Returns the URL where a published workflow receives webhooks for a linked account, and how they must be signed. Without a signature, anyone who knows the URL can send webhooks, so treat it like a password. Returns 400 if the workflow has no `Webhook` trigger.",
    schema: {
      params: ById,
      response: {
        200: Record("WorkflowWebhookUrl", {
          url: Url,
          signature: Type.String({
            description: "How requests must be signed; `none` if they need no signature.",
          }),
        }),
      },
    },
    run: async (deps, request) => {
      const scope = callerOf(request);
      const { id } = request.params;
      const { workflow, signature } = await readHooked(deps, scope, id).catch(async (error: unknown) => {
        throw await toUnpublishedError(deps, request, id, error);
      });
      return { url: await urlOf(deps, scope, workflow), signature: signature.kind };
    },
  }),
  operation({
    id: "rotateWorkflowWebhookUrl",
    method: "post",
    path: `${WORKFLOW}/webhook-url/rotate`,
    least: "developer",
    credentials: "account",
    hasSecret: true,
    preValidation: setEmptyBody,
    summary: "Rotate a webhook URL",
    description:
      "Replaces the key of a linked account's webhook URL of a workflow and returns the new URL. The previous one works until `older_until`, 24 hours later, or ends immediately with `end_others: true`.",
    schema: {
      params: ById,
      body: RotationBody,
      response: {
        200: Record("RotatedWebhookUrl", { url: Url, older_until: OlderUntil }),
      },
    },
    run: async (deps, request) => {
      const { db, clock } = deps;
      const scope = callerOf(request);
      const { workflow } = await readHooked(deps, scope, request.params.id);
      const { end_others: endOthers = false } = request.body;
      const rotation = { workflowId: workflow, account: scope.account.id, endOthers, now: clock.now() };
      const until = await db.transaction().execute((tx) => rotateAddresses(tx, scope, rotation));
      return { url: await urlOf(deps, scope, workflow), older_until: until.toISOString() };
    },
  }),
  operation({
    id: "rotateWorkflowWebhookUrls",
    method: "post",
    path: `${WORKFLOW}/webhook-urls/rotate`,
    least: "developer",
    credentials: "either",
    hasSecret: true,
    preValidation: setEmptyBody,
    summary: "Rotate a workflow's webhook URLs",
    description:
      "Replaces the keys of a workflow's webhook URLs for all linked accounts. The previous ones work until `older_until`, 24 hours later, or end immediately with `end_others: true`. A session token can rotate only those of its own account's workflows.",
    schema: { params: ById, body: RotationBody, response: { 200: Rotation } },
    run: async ({ db, clock }, request) => {
      const viewer = findAccountScope(request) ?? getScope(request);
      const editor = getEditor({ clock }, request);
      const { now } = editor;
      const { end_others: endOthers = false } = request.body;
      const until = await db.transaction().execute(async (tx) => {
        const { stored } = await lockWorkflow(tx, editor, request.params.id);
        return rotateAddresses(tx, viewer, { workflowId: stored.id, account: null, endOthers, now });
      });
      return { older_until: until.toISOString() };
    },
  }),
  operation({
    id: "rotateAccountWebhookUrls",
    method: "post",
    path: `${ACCOUNT}/webhook-urls/rotate`,
    least: "developer",
    credentials: "apiKey",
    accountParam: "id",
    hasSecret: true,
    preValidation: setEmptyBody,
    tags: ["Linked accounts"],
    summary: "Rotate an account's webhook URLs",
    description:
      "Replaces the keys of all webhook URLs of the linked account's workflows. The previous ones work until `older_until`, 24 hours later, or end immediately with `end_others: true`. Read the new ones with `GET …/workflow/{id}/webhook-url`.",
    schema: { params: ById, body: RotationBody, response: { 200: Rotation } },
    run: async ({ db, database, clock }, request) => {
      const scope = getScope(request);
      const account = await findAccount(database, scope, request.params.id);
      if (!account) throw notFound("Linked account");
      const { end_others: endOthers = false } = request.body;
      const rotation = { workflowId: null, account: account.id, endOthers, now: clock.now() };
      const until = await db.transaction().execute((tx) => rotateAddresses(tx, scope, rotation));
      return { older_until: until.toISOString() };
    },
  }),
];

/** The caller's account, and whose workflow an alias means. */
function callerOf(request: FastifyRequest): AccountScope & AliasOrder {
  return { ...getAccountScope(request), ownFirst: isSession(request) };
}

/**
 * A published workflow that webhooks start for the account: 404 if it may run none of that id, 400 if webhooks do
 * not start it.
 */
async function readHooked(
  { db }: AddressDeps,
  scope: AccountScope & AliasOrder,
  id: string,
): Promise<{ workflow: string; signature: WebhookSignature }> {
  const workflow = await findRunnable(db, scope, id, scope.account);
  const version = workflow && (await findVersion(db, workflow.id, workflow.version));
  if (!version) throw notFound("Workflow");
  const signature = findWebhookSignature(version);
  if (signature) return { workflow: workflow.id, signature };
  throw badRequest("This workflow takes no webhooks: its start node has no trigger with the event Webhook.");
}

async function urlOf(deps: AddressDeps, scope: AccountScope, workflow: string): Promise<string> {
  const { orgId, environment, account } = scope;
  const generation = await readGeneration(deps.db, scope, workflow);
  return buildWebhookUrl(deps, { orgId, environment, workflow, accountId: account.accountId, generation });
}
