import { Type } from "typebox";
import { findApplication } from "../apps/catalog/application.ts";
import { readPublicKey } from "../apps/providers/manifest/triggers/public-key.ts";
import { getAccountScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { badField, badRequest, notFound } from "../platform/errors.ts";
import { ById, FormattedText, Message } from "../platform/http/route.ts";
import { findWebhook } from "./provider-subscription.ts";
import { decryptHookSecrets, encryptHookSecrets } from "./secrets.ts";
import { lockSubscription, saveHookSecrets } from "./store.ts";

const STANDARD_SECRET = /^(?:whsec_)?[A-Za-z0-9+/]{20,}={0,2}$/;

const operation = defineOperations<Deps>("Triggers");

/** The provider's secret of one address, where the provider makes it. */
export const TRIGGER_SECRET_OPERATIONS = [
  operation({
    id: "setTriggerSubscriptionSecret",
    method: "put",
    path: "/api/v2/public/trigger-subscriptions/:id/secret",
    least: "developer",
    credentials: "account",
    summary: "Set a trigger subscription's secret",
    description:
      "Stores the secret with which the provider signs what it sends to the address of a subscription; null removes it. It is never shown. Until it is set, everything at the address is refused with 401. Returns 400 unless the subscription has `needs_secret`.",
    schema: {
      params: ById,
      body: Type.Object(
        {
          secret: Type.Union([
            FormattedText("^[\\x21-\\x7e]*$", "visible ASCII characters without spaces", {
              minLength: 8,
              maxLength: 1000,
            }),
            Type.Null(),
          ]),
        },
        { additionalProperties: false },
      ),
      response: { 200: Message },
    },
    run: async (deps, request) => {
      const { secret } = request.body;
      await saveEnteredSecret(deps, getAccountScope(request), request.params.id, secret ?? undefined);
      return { message: secret === null ? "Secret removed" : "Secret set" };
    },
  }),
];

function isStandardSecret(text: string): boolean {
  return text.startsWith("whpk_") ? readPublicKey(text, "ed25519") !== undefined : STANDARD_SECRET.test(text);
}

async function saveEnteredSecret(
  deps: Deps,
  scope: AccountScope,
  id: string,
  entered: string | undefined,
): Promise<void> {
  await deps.queue.transaction(async (tx) => {
    const row = await lockSubscription(tx, scope, id);
    if (row === undefined) throw notFound("Trigger subscription");
    const application = await findApplication({ ...deps, db: tx }, scope, row.slug);
    const proof = application && findWebhook(application.connector, row.trigger_id)?.proof;
    if (proof?.secret !== "entered")
      throw badRequest("What arrives at this address is not proven by a secret that is entered for it.");
    if (entered !== undefined && proof.label !== undefined && !isStandardSecret(entered))
      throw badField(
        "secret",
        "A secret of Standard Webhooks is whsec_ and then base64, or whpk_ and then a public key.",
      );
    const { token, secret } = decryptHookSecrets(deps.vault, row);
    const secrets = encryptHookSecrets(deps.vault, id, { token, secret, ...(entered && { entered }) });
    await saveHookSecrets(tx, scope, { id, secrets });
  });
}
