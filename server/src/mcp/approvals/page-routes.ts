import type { Deps } from "../../deps.ts";
import { type DecisionVisit, registerDecisionPages } from "../../pages/decision-routes.ts";
import type { PageContent } from "../../pages/document.ts";
import type { App } from "../../platform/http/route.ts";
import { CALL_APPROVAL_PATH } from "../../runs/signals/links.ts";
import { getCallStatus } from "../calls/call-status.ts";
import { decideCall } from "./decide.ts";
import { verifyApprovalToken } from "./links.ts";
import { renderCallApprovalPage, renderCallDecisionPage } from "./page.ts";
import { decryptCall } from "./sealed-call.ts";
import { type ApprovalCall, findApprovalCall } from "./store.ts";

type PageDeps = Pick<Deps, "db" | "queue" | "clock" | "config" | "credentials" | "vault">;

/** The pages on which calls are approved. */
export function registerApprovalPages(app: App, deps: PageDeps): void {
  registerDecisionPages<ApprovalCall>(app, deps, {
    path: CALL_APPROVAL_PATH,
    find: async (token) => {
      const callId = verifyApprovalToken(deps, token);
      return callId === undefined ? undefined : findApprovalCall(deps.db, callId);
    },
    show: (visit, thanks) => showCall(deps, visit, thanks),
    decide: async ({ found }, approved) =>
      (await decideCall(deps, { callId: found.id, approved })) === "WAITING",
  });
}

function showCall(
  deps: PageDeps,
  { words, found: call, formToken }: DecisionVisit<ApprovalCall>,
  thanks: boolean,
): PageContent {
  const now = deps.clock.now();
  if (getCallStatus(call, now) !== "WAITING" || !call.sealed_call)
    return renderCallDecisionPage(words, call, { now, thanks });
  const sealed = decryptCall(deps.vault, call.id, call.sealed_call);
  return renderCallApprovalPage(words, { call, sealed, formToken });
}
