import type { Deps } from "../../deps.ts";
import { isTransient } from "../../platform/database/database.ts";
import { ApiError } from "../../platform/errors.ts";
import { defineJob, InterruptedError, type JobContext } from "../../platform/queue/job.ts";
import { releaseKey } from "../calls/call-keys.ts";
import { buildCompletion } from "../calls/call-log.ts";
import { CUT_OFF } from "../calls/call-status.ts";
import { updateFinishedCall } from "../calls/call-store.ts";
import { openCallMask } from "../calls/redact-call.ts";
import { readServerRow } from "../store.ts";
import { runTool } from "../tools/run-tool.ts";
import type { MissingConnection, Tool, ToolOutcome } from "../tools/tool.ts";
import { createToolbox } from "../tools/toolbox.ts";
import { decryptCall, type SealedCall } from "./sealed-call.ts";
import { type ApprovedCall, findApprovedCall, markStarted } from "./store.ts";

/**
 * How many a process makes at a time, and how many of one account: one with slow calls must not hold up all others.
 */
const CONCURRENCY = 16;
const CONCURRENCY_OF_ACCOUNT = 4;
const TRY_AGAIN_MS = 1000;

/** How many approved calls this process makes now, by account. */
export type ApprovedCalls = Map<string, number>;

declare module "../../deps.ts" {
  interface Features {
    readonly approvedCalls: ApprovedCalls;
  }
}

/**
 * Makes an approved call, and records its result. May run twice: a call that had begun is repeated only if that does
 * no harm, and then with the same idempotency key, the call's id or the client's own.
 */
export const makeApprovedCall = defineJob<{ callId: string }, Deps>({
  name: "mcp.make-approved-call",
  concurrency: CONCURRENCY,
  run: async (deps, data, context) => {
    const call = await findApprovedCall(deps.db, data.callId);
    if (!call) return;
    const leave = enter(deps, call.scope.account.id);
    if (!leave) return postpone(deps, data, context);
    try {
      await carryOut(deps, call, context);
    } finally {
      leave();
    }
  },
});

/** Takes one of the account's slots; returns the function that releases it, or nothing if all are taken. */
function enter({ approvedCalls: counts }: Deps, accountRow: string): (() => void) | undefined {
  const count = counts.get(accountRow) ?? 0;
  if (count >= CONCURRENCY_OF_ACCOUNT) return undefined;
  counts.set(accountRow, count + 1);
  return () => {
    const left = (counts.get(accountRow) ?? 1) - 1;
    if (left > 0) counts.set(accountRow, left);
    else counts.delete(accountRow);
  };
}

async function postpone(
  { queue, clock }: Deps,
  data: { callId: string },
  context: JobContext,
): Promise<void> {
  const startAfter = new Date(clock.now().getTime() + TRY_AGAIN_MS);
  await queue.transaction(async (tx) => {
    await queue.enqueue(tx, makeApprovedCall, data, { startAfter });
    await context.settle(tx);
  });
}

async function carryOut(deps: Deps, call: ApprovedCall, context: JobContext): Promise<void> {
  const { id } = call;
  const sealed = decryptCall(deps.vault, id, call.sealed);
  const tool = await findTool(deps, call, sealed);
  await context.confirm();
  const outcome = await make(deps, call, { sealed, tool, signal: context.signal });
  // What it then reports is that it was cut off.
  if (context.signal.aborted) throw new InterruptedError();
  const result = outcome.kind === "value" ? outcome.value : null;
  const unconnected = outcome.kind === "connect" ? unconnectedError(outcome) : undefined;
  const end = buildCompletion(unconnected ?? outcome, sealed, deps.clock.now());
  const mask = openCallMask(deps, { scope: call.scope, tool });
  mask?.args(sealed.args);
  await deps.queue.transaction(async (tx) => {
    await updateFinishedCall(tx, mask ? mask.end({ ...end, id, result }) : { ...end, id, result });
    // Once the customer has connected, the same call can be requested again.
    if (unconnected) await releaseKey(tx, id);
    await context.settle(tx);
  });
  deps.work.answered(id);
}

/** Nobody is there to receive a link: a repeated call gets one. */
function unconnectedError({ name }: MissingConnection): ToolOutcome {
  const message = `${name} is not connected, so nothing was done. Call the tool again: the response has the address at which the customer connects it. The call must then be approved again.`;
  return { kind: "error", message };
}

/** The approved tool, as it was when approval was requested; undefined if it no longer exists or has changed. */
async function findTool(
  deps: Deps,
  { scope, serverId, tool: name }: ApprovedCall,
  { origin }: SealedCall,
): Promise<Tool | undefined> {
  const server = await readServerRow(deps.db, scope, serverId).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  if (!server) return undefined;
  const { tools } = await createToolbox(deps, scope, server);
  const tool = tools.get(name);
  return tool?.origin?.id === origin ? tool : undefined;
}

interface ApprovedCallContext {
  readonly sealed: SealedCall;
  readonly tool: Tool | undefined;
  readonly signal: AbortSignal;
}

async function make(
  deps: Deps,
  { id, scope, tool: name }: ApprovedCall,
  { sealed, tool, signal }: ApprovedCallContext,
): Promise<ToolOutcome> {
  const { args, idempotencyKey = id } = sealed;
  if (!tool) {
    const message = `The tool ${name} was removed or changed after this call was requested. Nothing was done. Call it again to request approval for its current form.`;
    return { kind: "error", message };
  }
  const problem = await tool.check(args);
  if (problem !== undefined) return { kind: "error", message: `${problem}.` };
  const isFirst = await markStarted(deps.db, id, deps.clock.now());
  if (!isFirst && !tool.repeatable) return { kind: "error", message: CUT_OFF };
  const isRetried = (error: unknown) => tool.repeatable === true && isTransient(error);
  return runTool(deps, tool, { id, scope, args, gone: () => signal, idempotencyKey }, isRetried);
}
