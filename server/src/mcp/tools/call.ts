import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { createConnectLink } from "../../apps/connections/connect-link.ts";
import type { JsonObject } from "../../apps/connector.ts";
import type { Deps } from "../../deps.ts";
import { within } from "../../platform/time-limit.ts";
import { UsageLimitError } from "../../usage/plans/refusal.ts";
import { findApprovalUrl } from "../approvals/address.ts";
import { type AskDeps, requestApproval } from "../approvals/ask.ts";
import { createCallState } from "../approvals/links.ts";
import {
  type RepeatedCallDeps,
  type RepeatedRequest,
  readCallResult,
  waitForRepeatedCall,
} from "../approvals/repeated-call.ts";
import type { CallLog, CallLogEntry, DuplicateCall } from "../calls/call-log.ts";
import type { NewCall } from "../calls/call-store.ts";
import type { Session } from "../endpoint/session.ts";
import { describeUnknownTool } from "./name.ts";
import { prepareArguments } from "./prepare-arguments.ts";
import {
  buildErrorResult,
  buildFirstPage,
  buildLaterResult,
  buildValueResult,
  buildWaitingResult,
  formatResult,
} from "./result.ts";
import { runTool } from "./run-tool.ts";
import { CALL_TOOL, parseToolCall } from "./search-tools.ts";
import type { MissingConnection, Tool, ToolOutcome } from "./tool.ts";
import { LONGEST_WAIT_MS } from "./workflow-tool.ts";

export type ToolCallDeps = AskDeps &
  RepeatedCallDeps &
  Pick<Deps, "log" | "takeUsage" | "inputChecksOf" | "sandbox">;

/**
 * A result, or what is missing first, a connection or an approval: the customer is sent to the URL, and the agent
 * repeats the call, for an approval with its state.
 */
export type ToolAnswer =
  | { readonly kind: "result"; readonly result: CallToolResult }
  | { readonly kind: "connect"; readonly url: string; readonly message: string; readonly name: string }
  | { readonly kind: "approval"; readonly url: string; readonly message: string; readonly state: string };

/** A call as it was sent. */
export interface ToolRequest {
  readonly name: string;
  readonly args: JsonObject;
  readonly idempotencyKey?: string | undefined;
  /** If it is sent again after it had to be approved. */
  readonly repeated?: RepeatedRequest | undefined;
  /** Its user was already shown a link to connect: they are not asked again. */
  readonly wasShownLink?: boolean;
}

const OTHER_CALL = "The idempotency key was used for another call of this tool. Use a new one.";
const TOO_MANY = "Too many calls are already waiting for approval. Try again when they are decided.";

/** A tool and the arguments to call it with. */
interface ToolInvocation {
  readonly tool: Tool;
  readonly args: JsonObject;
}

/**
 * Calls a tool of the session's server and returns the result; never throws for errors of the tool. A call that takes
 * longer than most clients wait is answered with the id of the execution, which continues. Throws for an unknown
 * tool.
 */
export async function callTool(
  deps: ToolCallDeps,
  calls: CallLog,
  session: Session,
  call: ToolRequest,
): Promise<ToolAnswer> {
  const { tool, args: given } = await find(calls, session, call);
  if (call.repeated) return answer(await waitForRepeatedCall(deps, session, tool, call.repeated));
  const { definition, check } = tool;
  const { args, problem } = await prepareArguments(deps, { schema: definition.inputSchema, check }, given);
  if (problem !== undefined) {
    recordRefusedCall(calls, session, { name: definition.name, args, problem });
    return answer(buildErrorResult(`${problem}.`));
  }
  const { scope, server, client } = session;
  const { idempotencyKey } = call;
  const asked = { scope, serverId: server.id, tool, args, client: client.name, idempotencyKey };
  const limit = await findReachedLimit(deps, scope);
  if (limit) return answer(refused(calls, asked, limit));
  const answered = tool.asks
    ? await ask(deps, calls, session, asked)
    : await begin(deps, calls, session, asked);
  const isText = call.wasShownLink || !client.opensUrls;
  return answered.kind === "connect" && isText ? answer(buildErrorResult(connectText(answered))) : answered;
}

/** Takes a call from the account's limits; the sentence of the one that is reached, if any is. */
async function findReachedLimit(
  { takeUsage }: ToolCallDeps,
  scope: Session["scope"],
): Promise<string | undefined> {
  try {
    await takeUsage(scope, "mcp_calls");
    return undefined;
  } catch (error) {
    if (error instanceof UsageLimitError) return error.message;
    throw error;
  }
}

async function begin(
  deps: ToolCallDeps,
  calls: CallLog,
  session: Session,
  asked: NewCall,
): Promise<ToolAnswer> {
  const begun = await calls.begin(asked);
  return "call" in begun
    ? answer(await answerDuplicate(deps, calls, asked, begun))
    : make(deps, begun, session, asked);
}

/** Records a call that is not made. */
export function recordRefusedCall(
  calls: CallLog,
  { scope, server, client, toolbox }: Pick<Session, "scope" | "server" | "client" | "toolbox">,
  what: { name: string; args: JsonObject; problem: string },
): void {
  const tool = toolbox.tools.get(what.name);
  calls.refuse({ ...what, tool, scope, serverId: server.id, client: client.name });
}

/** Records that a call is not made, and answers with the reason. */
function refused(calls: CallLog, asked: NewCall, problem: string): CallToolResult {
  calls.refuse({ ...asked, name: asked.tool.definition.name, problem });
  return buildErrorResult(problem);
}

/** The answer to a call under a key that another has: its result if it is the same, or what is wrong. */
async function answerDuplicate(
  deps: ToolCallDeps,
  calls: CallLog,
  asked: NewCall,
  { call, isSame }: DuplicateCall,
): Promise<CallToolResult> {
  if (isSame) return readCallResult(deps, asked.scope, asked.tool, call);
  return refused(calls, asked, OTHER_CALL);
}

async function make(
  deps: ToolCallDeps,
  logged: CallLogEntry,
  session: Session,
  asked: NewCall,
): Promise<ToolAnswer> {
  const { tool } = asked;
  const running = run(deps, logged, session, asked);
  const outcome = await within(
    LONGEST_WAIT_MS + 1000,
    () => running,
    () => undefined,
  );
  if (outcome === undefined) {
    endLater(deps, logged, running);
    return answer(buildLaterResult(logged.id, tool.output));
  }
  if (outcome.kind === "connect") {
    await logged.end(outcome);
    return connect(deps, session, outcome);
  }
  const result = await present(tool, outcome);
  if (result) {
    await logged.end(outcome);
    if (outcome.kind === "error" && outcome.isMalformed)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, outcome.message);
    return answer(result);
  }
  const { value } = outcome as Extract<ToolOutcome, { kind: "value" }>;
  await logged.end(outcome, value);
  return answer(buildFirstPage(formatResult(value), logged.id, tool.output));
}

function answer(result: CallToolResult): ToolAnswer {
  return { kind: "result", result };
}

async function find(
  calls: CallLog,
  session: Session,
  { name, args }: Pick<ToolRequest, "name" | "args">,
): Promise<ToolInvocation> {
  const { toolbox } = session;
  const tool = toolbox.tools.get(name);
  if (!tool) {
    const problem = describeUnknownTool(name);
    recordRefusedCall(calls, session, { name, args, problem });
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, problem);
  }
  if (name !== CALL_TOOL || (await tool.check(args)) !== undefined) return { tool, args };
  const called = parseToolCall(args);
  const inner = toolbox.tools.get(called.name);
  return inner && called.name !== CALL_TOOL ? { tool: inner, args: called.args } : { tool, args };
}

/** A call that a person must approve is not made now: its customer is sent to the page for the decision. */
async function ask(
  deps: ToolCallDeps,
  calls: CallLog,
  session: Session,
  asked: NewCall,
): Promise<ToolAnswer> {
  const { tool, scope, serverId } = asked;
  const missing = await tool.missing?.(asked);
  if (missing) {
    // Without its key, which stands for no call until approval is requested.
    const begun = await calls.begin({ ...asked, idempotencyKey: undefined });
    if (!("call" in begun)) await begun.end(missing);
    return connect(deps, session, missing);
  }
  const outcome = await requestApproval(deps, asked);
  if (outcome.kind === "there") return answer(await answerDuplicate(deps, calls, asked, outcome));
  if (outcome.kind === "too many") return answer(refused(calls, asked, TOO_MANY));
  const { id } = outcome;
  const url = await findApprovalUrl(deps, scope, id);
  if (url === undefined || !session.client.opensUrls) return answer(buildWaitingResult(id, url, tool.output));
  const message = `Approve “${tool.definition.title}” (${tool.origin?.application}) to continue.`;
  return { kind: "approval", url, message, state: createCallState(deps, id, { scope, serverId }) };
}

/** Runs the tool; writing ones are not aborted when the caller disconnects, because half of it may have been done. */
function run(
  deps: ToolCallDeps,
  { id }: CallLogEntry,
  { gone }: Session,
  { scope, tool, args, idempotencyKey = id }: NewCall,
): Promise<ToolOutcome> {
  return runTool(deps, tool, { id, scope, args, gone: tool.acts ? never : gone, idempotencyKey });
}

const never = () => new AbortController().signal;

function endLater({ log }: ToolCallDeps, logged: CallLogEntry, running: Promise<ToolOutcome>): void {
  running
    .then((outcome) => logged.end(outcome, outcome.kind === "value" ? outcome.value : undefined))
    .catch((error: unknown) => log.warn({ err: error, call: logged.id }, "mcp.call-not-logged"));
}

/** The result to answer with; undefined for a value that is too long. */
async function present(
  tool: Tool,
  outcome: Exclude<ToolOutcome, MissingConnection>,
): Promise<CallToolResult | undefined> {
  if (outcome.kind === "error") return buildErrorResult(outcome.message);
  if (outcome.kind === "value")
    return buildValueResult(outcome.value, formatResult(outcome.value), tool.output);
  return buildLaterResult(outcome.executionId, tool.output);
}

async function connect(
  deps: ToolCallDeps,
  session: Session,
  { slug, name, connectionId: target }: MissingConnection,
): Promise<ToolAnswer> {
  const { scope, client, server } = session;
  const askedBy = { client: client.name?.slice(0, LONGEST_CLIENT_NAME) ?? null, server: server.name };
  const { url } = await createConnectLink(deps, scope, { slug, target, askedBy, ttlMs: LINK_MS });
  return { kind: "connect", url, name, message: `Connect ${name} to continue.` };
}

function connectText({ name, url }: { name: string; url: string }): string {
  return `${name} is not connected yet. Ask the user to open ${url} and connect it there (the link works for an hour), then call this tool again.`;
}

const LINK_MS = 3_600_000;
const LONGEST_CLIENT_NAME = 100;
