import { setTimeout as sleep } from "node:timers/promises";
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { denied, EXPIRED, statusAt } from "../calls/call-status.ts";
import { type FoundCall, findCall } from "../calls/call-store.ts";
import type { Session } from "../endpoint/session.ts";
import { findExecution } from "../tools/get-execution.ts";
import type { ToolOutput } from "../tools/output.ts";
import { errorResult, laterResult, underWayResult, waitingResult, wholeOrPage } from "../tools/result.ts";
import { safeText } from "../tools/safe-text.ts";
import type { Tool } from "../tools/tool.ts";
import { LONGEST_WAIT_MS } from "../tools/workflow-tool.ts";
import { toldAddress } from "./address.ts";
import { readCallState } from "./links.ts";
import { readStatus } from "./store.ts";

export type ResumeDeps = Pick<Deps, "db" | "database" | "clock" | "credentials" | "config">;

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** A call that a client makes again: what it was given with the first, and whether its user went to the page. */
export interface RepeatedRequest {
  readonly state: string;
  readonly isOpened: boolean;
}

/**
 * Waits for the call that waits for its approval, and gives its result; no second one is made. Throws for a state that
 * was not given to this customer's agent, on this server and for this tool.
 */
export async function resumeCall(
  deps: ResumeDeps,
  session: Session,
  tool: Tool,
  { state, isOpened }: RepeatedRequest,
): Promise<CallToolResult> {
  const { scope, server } = session;
  const id = readCallState(deps, state, { scope, serverId: server.id });
  const before = id === undefined ? undefined : await findCall(deps.db, scope, id);
  if (before?.tool !== tool.definition.name) throw invalid();
  if (isOpened) await untilEnded(deps, session, before.id);
  const call = await findCall(deps.db, scope, before.id);
  if (!call) throw invalid();
  return resultOf(deps, scope, tool, call);
}

function invalid(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
}

/** What is answered to a call that is in the log already. */
export async function resultOf(
  deps: ResumeDeps,
  scope: AccountScope,
  { output }: Tool,
  call: FoundCall,
): Promise<CallToolResult> {
  switch (statusAt(call, deps.clock.now())) {
    case "WAITING":
      return waitingResult(call.id, await toldAddress(deps, scope, call.id), output);
    case "RUNNING":
      return underWayResult(call.id, output);
    case "DENIED":
      return errorResult(denied(call.decision_reason));
    case "EXPIRED":
      return errorResult(EXPIRED);
    case "ERRORED":
    case "REFUSED":
      return errorResult(call.error ?? "");
    case "COMPLETED":
      if (call.run_id !== null) return resultOfRun(deps, scope, output, call.run_id);
      return wholeOrPage(call.result, call.id, output);
  }
}

/** What came of a call that went on as an execution. */
async function resultOfRun(
  deps: ResumeDeps,
  scope: AccountScope,
  output: ToolOutput,
  runId: string,
): Promise<CallToolResult> {
  const found = await findExecution(deps, scope, runId);
  if (found?.status === "RUNNING") return laterResult(runId, output);
  if (found?.outcome.kind === "value") return wholeOrPage(found.outcome.value, runId, output);
  if (found?.outcome.kind === "error") return errorResult(safeText(found.outcome.message));
  return errorResult("The call was made. What came of it is kept no longer.");
}

async function untilEnded(
  { database, clock }: ResumeDeps,
  { scope, server, gone }: Session,
  id: string,
): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  const signal = gone();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const call = await readStatus(database, scope, server.id, id);
    const status = call && statusAt(call, clock.now());
    if (status !== "WAITING" && status !== "RUNNING") return;
    const leftMs = end - performance.now();
    if (leftMs <= 0 || signal.aborted) return;
    await sleep(Math.min(pauseMs, leftMs), undefined, { signal }).catch(() => undefined);
  }
}
