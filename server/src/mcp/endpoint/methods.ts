import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "../../apps/connector.ts";
import type { Deps } from "../../deps.ts";
import { createId } from "../../platform/id.ts";
import type { CallLog } from "../calls/call-log.ts";
import { callTool, recordRefusedCall, type ToolCallDeps, type ToolRequest } from "../tools/call.ts";
import { addFileContent } from "../tools/file-content.ts";
import { buildErrorResult } from "../tools/result.ts";
import type { ProtocolEra } from "../tools/toolbox.ts";
import { findCompletions } from "./complete.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { requireNoCursor } from "./require-no-cursor.ts";
import { listResources, listResourceTemplates, readResource } from "./resources.ts";
import type { Session } from "./session.ts";
import { runToolCallInSpan } from "./trace-tool-call.ts";

export type MethodDeps = ToolCallDeps &
  Pick<Deps, "objectStore" | "toolSchemas" | "clientEnvelopes" | "promptsOf" | "tracer"> & {
    readonly calls: CallLog;
  };

/** Registers the methods of a session on a server of the SDK, which serves one request. */
export function registerMethods(server: Server, deps: MethodDeps, session: Session, era: ProtocolEra): void {
  server.setRequestHandler("tools/list", async ({ params }) => {
    requireNoCursor(params);
    return { tools: [...session.toolbox.listed[era]] };
  });
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) =>
    runWithSafeErrors(deps, () => handleToolCall(deps, session, params, repeatOf(mcpReq))),
  );
  server.setRequestHandler("prompts/list", ({ params }) =>
    runWithSafeErrors(deps, async () => {
      requireNoCursor(params);
      return { prompts: listPrompts(deps.promptsOf(session.server)) };
    }),
  );
  server.setRequestHandler("prompts/get", ({ params }) =>
    runWithSafeErrors(deps, async () => getPrompt(deps.promptsOf(session.server), params)),
  );
  server.setRequestHandler("resources/list", ({ params }) =>
    runWithSafeErrors(deps, async () => {
      requireNoCursor(params);
      return { resources: listResources(session) };
    }),
  );
  server.setRequestHandler("resources/templates/list", async ({ params }) => {
    requireNoCursor(params);
    return { resourceTemplates: listResourceTemplates() };
  });
  server.setRequestHandler("resources/read", ({ params }) =>
    runWithSafeErrors(deps, () => readResource(deps, session, params.uri)),
  );
  server.setRequestHandler("completion/complete", ({ params }) =>
    runWithSafeErrors(deps, () => findCompletions(deps, session, params)),
  );
}

/** The library sends clients whatever is thrown: the text of our own faults goes only to the log. */
export async function runWithSafeErrors<Result>(
  { log }: MethodDeps,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const fault = createId();
    log.error({ err: error, fault }, "mcp.request-failed");
    const text = `Something went wrong. The server's log has the reason under ${fault}.`;
    throw new ProtocolError(ProtocolErrorCode.InternalError, text);
  }
}

/** The parameters of `tools/call`. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
  readonly _meta?: Record<string, unknown>;
}

/**
 * Where a client gives the idempotency key of a single call, because it cannot set a header for one. Takes precedence
 * over the header.
 */
const KEY_META = "junctor/idempotency-key";
const KEY = /^[\x21-\x7e]{1,255}$/;
const NO_KEY = "must be text of 1 to 255 visible ASCII characters.";

// Says only that the link was shown; it gives access to nothing.
const CONNECT_STATE = "connect";

/** What a call is repeated with, after its user was asked to open a URL. */
function repeatOf({ requestState, inputResponses }: ServerContext["mcpReq"]): Repeat {
  const state = requestState<string>();
  if (state === undefined) return {};
  if (state === CONNECT_STATE) return { wasShownLink: true };
  const { action = "accept" } = Object(inputResponses?.approval);
  return { repeated: { state, isOpened: action === "accept" } };
}

type Repeat = Pick<ToolRequest, "repeated" | "wasShownLink">;

/** `tools/call`: the result, or the URL that the customer must open first. */
export function handleToolCall(
  deps: MethodDeps,
  session: Session,
  call: CallParams,
  repeat: Repeat = {},
): Promise<CallToolResult | InputRequiredResult> {
  return runToolCallInSpan(deps, session, call, () => answerToolCall(deps, session, call, repeat));
}

async function answerToolCall(
  deps: MethodDeps,
  session: Session,
  { name, arguments: args = {}, _meta }: CallParams,
  repeat: Repeat,
): Promise<CallToolResult | InputRequiredResult> {
  const wanted = { name, args: args as JsonObject }; // a JSON body holds nothing else
  const own = _meta?.[KEY_META];
  const key = own === undefined ? session.idempotencyKey : own;
  if (key !== undefined && (typeof key !== "string" || !KEY.test(key))) {
    const problem = `${own === undefined ? "The header Idempotency-Key" : `_meta["${KEY_META}"]`} ${NO_KEY}`;
    recordRefusedCall(deps.calls, session, { ...wanted, problem });
    return buildErrorResult(problem);
  }
  const call = { ...wanted, idempotencyKey: key, ...repeat };
  const answer = await callTool(deps, deps.calls, session, call);
  if (answer.kind === "result")
    return addFileContent(deps.db, session.scope, answer.result, session.client.takesLinks);
  const { kind, url, message } = answer;
  const requestState = answer.kind === "approval" ? answer.state : CONNECT_STATE;
  // The client shows the URL, and repeats the call whatever its user did there.
  const inputRequests = { [kind]: inputRequired.elicitUrl({ message, url }) };
  return inputRequired({ inputRequests, requestState });
}
