import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { waitForResult } from "../../platform/work/wait-for-result.ts";
import { describeDenial, EXPIRED, getCallStatus } from "../calls/call-status.ts";
import { type FoundCall, findCall } from "../calls/call-store.ts";
import { openResult } from "../calls/redact-call.ts";
import type { Session } from "../endpoint/session.ts";
import { findExecution } from "../tools/get-execution.ts";
import type { ToolOutput } from "../tools/output.ts";
import {
  buildErrorResult,
  buildLaterResult,
  buildPagedResult,
  buildUnderWayResult,
  buildWaitingResult,
} from "../tools/result.ts";
import { redactInternals } from "../tools/safe-text.ts";
import type { Tool } from "../tools/tool.ts";
import { LONGEST_WAIT_MS } from "../tools/workflow-tool.ts";
import { findApprovalUrl } from "./address.ts";
import { verifyCallState } from "./links.ts";
import { findCallStatus } from "./store.ts";

export type RepeatedCallDeps = Pick<
  Deps,
  "db" | "database" | "clock" | "credentials" | "config" | "work" | "vault"
>;

/** A repeated call: what the client was given with the first, and whether its user went to the page. */
export interface RepeatedRequest {
  readonly state: string;
  readonly isOpened: boolean;
}

/**
 * Waits for the call that waits for approval, and returns its result; no second one is made. Throws for a state that
 * was not issued to this customer's agent, on this server and for this tool.
 */
export async function waitForRepeatedCall(
  deps: RepeatedCallDeps,
  session: Session,
  tool: Tool,
  { state, isOpened }: RepeatedRequest,
): Promise<CallToolResult> {
  const { scope, server } = session;
  const id = verifyCallState(deps, state, { scope, serverId: server.id });
  const before = id === undefined ? undefined : await findCall(deps.db, scope, id);
  if (before?.tool !== tool.definition.name) throw invalid();
  if (isOpened) await untilEnded(deps, session, before.id);
  const call = await findCall(deps.db, scope, before.id);
  if (!call) throw invalid();
  return readCallResult(deps, scope, tool, call);
}

function invalid(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
}

/** The answer to a call that is already in the log. */
export async function readCallResult(
  deps: RepeatedCallDeps,
  scope: AccountScope,
  { output }: Tool,
  call: FoundCall,
): Promise<CallToolResult> {
  switch (getCallStatus(call, deps.clock.now())) {
    case "WAITING":
      return buildWaitingResult(call.id, await findApprovalUrl(deps, scope, call.id), output);
    case "RUNNING":
      return buildUnderWayResult(call.id, output);
    case "DENIED":
      return buildErrorResult(describeDenial(call.decision_reason));
    case "EXPIRED":
      return buildErrorResult(EXPIRED);
    case "ERRORED":
    case "REFUSED":
      return buildErrorResult(call.error ?? "");
    case "COMPLETED":
      if (call.run_id !== null) return resultOfRun(deps, scope, output, call.run_id);
      return buildPagedResult(openResult(deps.vault, call), call.id, output);
  }
}

/** The result of a call that continued as an execution. */
async function resultOfRun(
  deps: RepeatedCallDeps,
  scope: AccountScope,
  output: ToolOutput,
  runId: string,
): Promise<CallToolResult> {
  const found = await findExecution(deps, scope, runId);
  if (found?.status === "RUNNING") return buildLaterResult(runId, output);
  if (found?.outcome.kind === "value") return buildPagedResult(found.outcome.value, runId, output);
  if (found?.outcome.kind === "error") return buildErrorResult(redactInternals(found.outcome.message));
  return buildErrorResult("The call was made. Its result is no longer stored.");
}

async function untilEnded(
  { database, clock, work }: RepeatedCallDeps,
  { scope, server, gone }: Session,
  id: string,
): Promise<void> {
  const findEnd = async () => {
    const call = await findCallStatus(database, scope, server.id, id);
    const status = call && getCallStatus(call, clock.now());
    return status === "WAITING" || status === "RUNNING" ? undefined : { status };
  };
  await waitForResult(work, id, findEnd, { limitMs: LONGEST_WAIT_MS, signal: gone() });
}
