import type { IncomingHttpHeaders } from "node:http";
import {
  type AuthInfo,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  McpServer,
  type ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "../../apps/connector.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { recordRefusedCall } from "../tools/call.ts";
import { buildErrorResult } from "../tools/result.ts";
import { parseShortRequest } from "./fast-path.ts";
import { findJsonProblem } from "./json-rules.ts";
import { handleToolCall, type MethodDeps, registerMethods, runWithSafeErrors } from "./methods.ts";
import { CACHE_HINTS, getServerVersion, type Session } from "./session.ts";

const FIRST_WITH_LINKS = "2025-06-18";

/** A request as it came. */
export interface ProtocolRequest {
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
  /** The same as the library wants it. */
  request(): Request;
}

/** The sender of a request, and its name if the request itself does not give one. */
export interface ProtocolCaller extends Omit<Session, "client"> {
  readonly clientName: string | undefined;
}

/** Handles requests of the protocol once the caller is known. */
export interface Handler {
  /** A text is the body of a 200. */
  answer(incoming: ProtocolRequest, caller: ProtocolCaller): Promise<Response | string>;
  close(): Promise<void>;
}

/**
 * Opens the protocol: both eras, and no state between requests. A module of its own, loaded with the first request,
 * because the protocol's library costs start time and memory.
 */
export function openProtocolHandler(deps: MethodDeps, maxRequestBodySize: number): Handler {
  const handler = createMcpHandler(
    ({ authInfo, era }) => {
      const { session, failure } = (authInfo as AuthInfo & { extra: ServerContext }).extra; // what `answer` gave
      const server = new LiveServer(session);
      registerMethods(server.server, deps, session, era);
      if (failure) server.server.setRequestHandler("tools/call", () => Promise.reject(failure));
      return server;
    },
    { maxRequestBodySize, onerror: (error) => deps.log.debug({ err: error }, "mcp.refused") },
  );
  const byLibrary = ({ body, request }: ProtocolRequest, extra: ServerContext) =>
    handler.fetch(request(), {
      authInfo: {
        token: "",
        clientId: extra.session.scope.account.accountId,
        scopes: [],
        extra: { ...extra },
      },
      ...(body !== undefined && { parsedBody: body }),
    });
  return {
    answer: async (incoming, { clientName, ...rest }) => {
      const { headers, text, body } = incoming;
      const { name = clientName, opensUrls } = parseClient(body);
      const takesLinks = String(headers["mcp-protocol-version"] ?? "") >= FIRST_WITH_LINKS;
      const client = { opensUrls, takesLinks, ...(name !== undefined && { name }) };
      const session: Session = { ...rest, client };
      const problem = body === undefined ? undefined : findJsonProblem(text);
      const short = parseShortRequest(deps, headers, body, rest);
      if (short && !short.call) return short.list();
      // Whatever a model made of its arguments, it is told what is wrong with them.
      if (problem !== undefined) {
        const call = callIn(body);
        if (call) recordRefusedCall(deps.calls, session, { ...call, problem });
        return short?.answer(buildErrorResult(problem)) ?? refusal(body, problem);
      }
      if (!short?.call) return byLibrary(incoming, { session });
      const { call } = short;
      try {
        return short.answer(await runWithSafeErrors(deps, () => handleToolCall(deps, session, call)));
      } catch (failure) {
        return byLibrary(incoming, { session, failure: failure as ProtocolError }); // `runWithSafeErrors` throws nothing else
      }
    },
    close: () => handler.close(),
  };
}

/** What the library passes on to the server that it creates for a request. */
interface ServerContext {
  readonly session: Session;
  /** The result of a call, which the library formats. */
  readonly failure?: ProtocolError;
}

/** The answer to a message that breaks the rules of JSON; only calls come from models. */
function refusal(body: unknown, message: string): Response {
  const id = member(body, "id");
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  return Response.json(
    { jsonrpc: "2.0", id: typeof id === "string" || typeof id === "number" ? id : null, error },
    { status: 400 },
  );
}

/** The call that a message would be, whatever else is wrong with it. */
function callIn(body: unknown): { name: string; args: JsonObject } | undefined {
  if (member(body, "method") !== "tools/call") return undefined;
  const params = member(body, "params");
  const name = member(params, "name");
  const args = member(params, "arguments") as Json | undefined; // a JSON body holds nothing else
  return typeof name === "string" ? { name, args: isObject(args) ? args : {} } : undefined;
}

/** A server of the library that answers from our tools, instead of tools of its own. */
class LiveServer extends McpServer {
  readonly #session: Session;

  constructor(session: Session) {
    const { name, description, base_prompt } = session.server;
    const instructions = [description, base_prompt].filter(Boolean).join("\n\n");
    super(
      { name, version: getServerVersion(session.server) },
      {
        // Changes are not announced: the caching hints say how long a list is valid.
        capabilities: {
          completions: {},
          tools: { listChanged: false },
          prompts: { listChanged: false },
          resources: { listChanged: false, subscribe: false },
        },
        ...(instructions && { instructions }),
        cacheHints: {
          "tools/list": CACHE_HINTS,
          "prompts/list": CACHE_HINTS,
          "resources/list": CACHE_HINTS,
          "resources/templates/list": CACHE_HINTS,
          "resources/read": CACHE_HINTS,
          "server/discover": CACHE_HINTS,
        },
      },
    );
    this.#session = session;
  }

  /** Asked before a call, also for the arguments that must be in headers (`x-mcp-header`). */
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#session.toolbox.tools.get(name)?.definition.inputSchema;
  }
}

/** What a client says about itself with each request of the modern era. */
export function parseClient(body: unknown): Omit<Session["client"], "takesLinks"> {
  const meta = member(member(body, "params"), "_meta");
  const name = member(member(meta, CLIENT_INFO_META_KEY), "name");
  const elicitation = member(member(meta, CLIENT_CAPABILITIES_META_KEY), "elicitation");
  return {
    ...(typeof name === "string" && { name: name.slice(0, 200) }),
    opensUrls: member(elicitation, "url") !== undefined,
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
