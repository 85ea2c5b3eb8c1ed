import { Type } from "typebox";
import { readPublicKey } from "../../apps/providers/manifest/triggers/public-key.ts";
import { findAccountScope, getScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { Deps } from "../../deps.ts";
import { type ApiError, badRequest, notFound } from "../../platform/errors.ts";
import { setEmptyBody } from "../../platform/http/json-body.ts";
import { ById, FormattedText, Message, Record, Timestamp } from "../../platform/http/route.ts";
import { findWebhookSignature } from "../../workflows/definition/webhook-trigger.ts";
import { getEditor } from "../../workflows/route-context.ts";
import { findWorkflow } from "../../workflows/store.ts";
import { lockWorkflow, readEditedWorkflow } from "../../workflows/versions/edit.ts";
import { findPublicKeyAlgorithm } from "./proof.ts";
import { deleteWebhookSecrets, readSecretTimes, setWebhookSecret } from "./webhook-secret.ts";

const BASE = "/api/v2/public/workflow/:id";

const SecretBody = Type.Object({
  secret: Type.Optional(
    FormattedText("^[\\x21-\\x7e]*$", "visible ASCII characters without spaces", {
      minLength: 8,
      maxLength: 255,
      description:
        "The secret that the sender signs with or sends as its token, or the sender's public key. Generated if omitted.",
    }),
  ),
  end_others: Type.Optional(
    Type.Boolean({
      description: "If true, previous secrets end immediately instead of after 24 hours.",
    }),
  ),
});

type SecretDeps = Pick<Deps, "db" | "vault" | "clock">;

const operation = defineOperations<SecretDeps>("Workflows");

/** The secret of a workflow's incoming webhooks. */
export const WEBHOOK_SECRET_OPERATIONS = [
  operation({
    id: "getWorkflowWebhookSecret",
    method: "get",
    path: `${BASE}/webhook-secret`,
    least: "developer",
    credentials: "either",
    summary: "Get a workflow's webhook secret state",
    description:
      "Returns when the secret of a workflow's incoming webhooks was set in this environment, and until when an earlier one is valid as well; never a secret.",
    schema: {
      params: ById,
      response: {
        200: Record("WorkflowWebhookSecretState", {
          set_at: Type.Union([Timestamp, Type.Null()], {
            description: "Null if none is set: webhooks that must be signed are then rejected.",
          }),
          older_until: Type.Union([Timestamp, Type.Null()], {
            description: "When the last of the earlier secrets ends; null if there is none.",
          }),
        }),
      },
    },
    run: async ({ db, clock }, request) => {
      const now = clock.now();
      const { stored } = await readEditedWorkflow(
        db,
        getEditor({ clock }, request),
        request.params.id,
        findWorkflow,
      );
      const viewer = findAccountScope(request) ?? getScope(request);
      const { setAt, olderUntil } = await readSecretTimes(db, viewer, { workflowId: stored.id, now });
      return { set_at: setAt?.toISOString() ?? null, older_until: olderUntil?.toISOString() ?? null };
    },
  }),
  operation({
    id: "setWorkflowWebhookSecret",
    method: "put",
    path: `${BASE}/webhook-secret`,
    least: "developer",
    credentials: "either",
    preValidation: setEmptyBody,
    summary: "Set a workflow's webhook secret",
    description:
      "Sets the secret that signs a workflow's incoming webhooks in this environment; without `secret`, each call generates a new one. The secret is shown only in this response. The previous one works for 24 more hours, or ends immediately with `end_others: true`. Returns 400 if the workflow's webhooks are not signed.",
    schema: {
      params: ById,
      body: SecretBody,
      response: { 200: Record("WorkflowWebhookSecret", { secret: Type.String() }) },
    },
    run: async ({ db, vault, clock }, request) => {
      const viewer = findAccountScope(request) ?? getScope(request);
      const now = clock.now();
      const { secret, end_others: endOthers = false } = request.body;
      return db.transaction().execute(async (tx) => {
        const editor = getEditor({ clock }, request);
        const { asked, stored } = await lockWorkflow(tx, editor, request.params.id);
        if (![asked, stored].some(isSigned)) throw nothingSigned();
        if (![asked, stored].some((workflow) => fitsSecret(workflow, secret))) throw noPublicKey();
        const set = { workflowId: stored.id, secret, endOthers, now };
        return { secret: await setWebhookSecret(tx, vault, viewer, set) };
      });
    },
  }),
  operation({
    id: "deleteWorkflowWebhookSecret",
    method: "delete",
    path: `${BASE}/webhook-secret`,
    least: "developer",
    credentials: "either",
    summary: "Delete a workflow's webhook secrets",
    description:
      "Immediately ends all secrets of a workflow's incoming webhooks. While the published version requires a signature, all webhooks are rejected: publish a version without one, or set another secret.",
    schema: { params: ById, response: { 200: Message } },
    run: async ({ db, clock }, request) => {
      const viewer = findAccountScope(request) ?? getScope(request);
      const now = clock.now();
      return db.transaction().execute(async (tx) => {
        const editor = getEditor({ clock }, request);
        const { stored } = await lockWorkflow(tx, editor, request.params.id);
        if (!(await deleteWebhookSecrets(tx, viewer, { workflowId: stored.id, now })))
          throw notFound("Webhook secret");
        return { message: "Webhook secret deleted" };
      });
    },
  }),
];

function isSigned(workflow: Parameters<typeof findWebhookSignature>[0]): boolean {
  return (findWebhookSignature(workflow)?.kind ?? "none") !== "none";
}

/** Only the sender can make the key pair of a signature with a public key. */
function fitsSecret(
  workflow: Parameters<typeof findWebhookSignature>[0],
  secret: string | undefined,
): boolean {
  const signature = findWebhookSignature(workflow);
  if (signature === undefined || signature.kind === "none") return false;
  const algorithm = findPublicKeyAlgorithm(signature, secret);
  return algorithm === undefined || (secret !== undefined && readPublicKey(secret, algorithm) !== undefined);
}

function noPublicKey(): ApiError {
  return badRequest(
    "secret must be the sender's public key, in base64 or hex: this workflow's webhooks are signed with its private key.",
  );
}

function nothingSigned(): ApiError {
  const example = '"input": {"signature": {"kind": "token", "header": "x-token"}}';
  return badRequest(
    `This workflow does not check webhooks with a secret: first set in its trigger Webhook how they are signed, such as ${example}.`,
  );
}
