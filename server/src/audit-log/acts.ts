import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { listOperatorsByEmail } from "../operators/store.ts";
import { ApiError } from "../platform/errors.ts";
import { findText } from "../platform/json/find-text.ts";
import { getActor } from "./actor.ts";
import { recordAct } from "./note-act.ts";

type ActDeps = Pick<Deps, "db" | "clock" | "log">;

/** An operation's action that changes no recorded table. */
interface OperationAct {
  readonly object: string;
  readonly verb: string;
  /** The path parameter that names the object. */
  readonly param?: string;
}

/** Acts by `operationId`: those that show a secret, and those that intervene in runs. */
export const ACTS: Readonly<Record<string, OperationAct>> = {
  createMcpSignInCode: { object: "mcp_server", verb: "code_created", param: "id" },
  getWebhookSecret: { object: "webhook", verb: "secret_read", param: "id" },
  stopExecution: { object: "execution", verb: "stopped", param: "id" },
  rerunExecution: { object: "execution", verb: "rerun", param: "id" },
  replayExecution: { object: "execution", verb: "replayed", param: "id" },
  replayExecutions: { object: "replay", verb: "started" },
  stopReplay: { object: "replay", verb: "stopped", param: "id" },
  decideApproval: { object: "execution", verb: "approval_decided", param: "id" },
  decideMcpCall: { object: "mcp_call", verb: "decided", param: "call_id" },
  setTriggerSubscriptionSecret: { object: "trigger_subscription", verb: "secret_set", param: "id" },
  resendWebhookDelivery: { object: "webhook", verb: "delivery_resent", param: "id" },
  resendWebhookDeliveries: { object: "webhook", verb: "deliveries_resent", param: "id" },
};

/**
 * Records the acts above, and refused sign-ins, before the reply is sent: nobody gets a secret without a record of
 * it.
 */
export function useActs(app: FastifyInstance, deps: ActDeps): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    const act = ACTS[request.routeOptions.schema?.operationId ?? ""];
    const { principal } = request;
    if (!act || !principal || reply.statusCode >= 400) return payload;
    await recordAct(
      deps.db,
      {
        scope: principal.scope,
        actor: getActor(request),
        object: act.object,
        verb: act.verb,
        objectId: act.param ? findText(request.params, act.param) : findText(payload, "_id"),
        accountId: request.account?.accountId,
      },
      deps.clock.now(),
    );
    return payload;
  });
  app.addHook("onError", async (request, _reply, error) => {
    if (!(error instanceof ApiError) || error.code !== "INVALID_SIGN_IN") return;
    // The refusal stands even if it could not be recorded.
    await recordRefusedSignIn(deps, request).catch((err: unknown) =>
      deps.log.warn({ err }, "audit-log.act-lost"),
    );
  });
}

async function recordRefusedSignIn({ db, clock }: ActDeps, request: FastifyRequest): Promise<void> {
  const email = findText(request.body, "email");
  // An unknown address belongs to no organization.
  const operators = email === undefined ? [] : await listOperatorsByEmail(db, email);
  for (const { id, org_id: orgId, name, email: address } of operators)
    await recordAct(
      db,
      {
        scope: { orgId, environment: "both" },
        actor: getActor(request),
        object: "operator",
        verb: "sign_in_refused",
        objectId: id,
        objectName: name ?? address,
      },
      clock.now(),
    );
}
