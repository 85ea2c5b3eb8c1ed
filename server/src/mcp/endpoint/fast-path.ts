import type { IncomingHttpHeaders } from "node:http";
import {
  type CallToolResult,
  classifyInboundRequest,
  type InputRequiredResult,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { Deps } from "../../deps.ts";
import type { ProtocolEra, Toolbox } from "../tools/toolbox.ts";
import type { CallParams } from "./methods.ts";
import { CACHE_HINTS, getServerVersion, type Session } from "./session.ts";

/** A request that does not need the library. */
export interface ShortRequest {
  /** Undefined if the list of tools is requested. */
  readonly call: CallParams | undefined;
  /** The body of the answer to a call. */
  answer(result: CallToolResult | InputRequiredResult): string;
  /** The body of the answer that lists the tools. */
  list(): string;
}

const MODERN = "2026-07-28";

/**
 * Whether a request is a call of a tool, or asks for their list, without anything unusual, as most requests are: the
 * library creates a server for each request and checks each answer again, and this avoids most of that time.
 * Everything else, and everything malformed, goes to the library; both answer alike (D131; fast-path.test.ts).
 */
export function parseShortRequest(
  deps: ShortRequestDeps,
  headers: IncomingHttpHeaders,
  body: unknown,
  { toolbox, server }: Omit<Session, "client">,
): ShortRequest | undefined {
  if (!isPlain(body)) return undefined;
  const { id, method, params = {} } = body;
  const call = method === "tools/call" ? callOf(deps, params, toolbox) : undefined;
  if (method === "tools/call" ? !call : method !== "tools/list" || !hasOnly(params, [])) return undefined;
  const era = eraOf(deps, headers, body, call?.name);
  if (era === undefined) return undefined;
  const meta = { [SERVER_INFO_META_KEY]: { name: server.name, version: getServerVersion(server) } };
  return {
    call,
    answer: (result) => {
      const modern = () => ({ ...result, resultType: result.resultType ?? "complete", _meta: meta });
      return JSON.stringify({ result: era === "legacy" ? result : modern(), jsonrpc: "2.0", id });
    },
    list: () => {
      const rest = era === "legacy" ? {} : { ...CACHE_HINTS, resultType: "complete", _meta: meta };
      const tail = JSON.stringify({ jsonrpc: "2.0", id }).slice(1);
      const more = JSON.stringify(rest).slice(1, -1);
      return `{"result":{"tools":${toolbox.listJson(era)}${more && `,${more}`}},${tail}`;
    },
  };
}

interface Plain {
  readonly id: string | number;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

/** One request with nothing besides what every request has. */
function isPlain(body: unknown): body is Plain {
  if (!isObject(body)) return false;
  const { jsonrpc, id, method, params = {}, ...rest } = body;
  if (jsonrpc !== "2.0" || typeof method !== "string" || Object.keys(rest).length > 0) return false;
  return (typeof id === "string" || Number.isInteger(id)) && isObject(params);
}

/** Whether parameters contain only these and `_meta`; a progress token goes to the library. */
function hasOnly(
  { _meta: meta = {}, ...params }: Record<string, unknown>,
  names: readonly string[],
): boolean {
  if (!isObject(meta) || "progressToken" in meta) return false;
  return Object.keys(params).every((name) => names.includes(name));
}

function callOf(
  { toolSchemas }: ShortRequestDeps,
  params: Record<string, unknown>,
  { tools }: Toolbox,
): CallParams | undefined {
  const { name, arguments: args = {} } = params;
  if (typeof name !== "string" || !isObject(args) || !hasOnly(params, ["name", "arguments"]))
    return undefined;
  const tool = tools.get(name);
  // `hasOnly` has checked that it is an object.
  const _meta = params._meta as CallParams["_meta"];
  return tool && !toolSchemas.mirrorsArguments(tool.definition.inputSchema)
    ? { name, arguments: args, ...(_meta && { _meta }) }
    : undefined;
}

/** Complete descriptions that clients have given of themselves: they repeat them with each request. */
export type ClientEnvelopes = Set<string>;

declare module "../../deps.ts" {
  interface Features {
    readonly clientEnvelopes: ClientEnvelopes;
  }
}

type ShortRequestDeps = Pick<Deps, "clientEnvelopes" | "toolSchemas">;

const MOST_ENVELOPES = 1000;
const LONGEST_ENVELOPE = 1000;

function eraOf(
  { clientEnvelopes: envelopes }: ShortRequestDeps,
  headers: IncomingHttpHeaders,
  body: Plain,
  named: string | undefined,
): ProtocolEra | undefined {
  const { accept = "", "content-type": type, "mcp-protocol-version": version } = headers;
  if (type !== "application/json" || typeof version !== "string") return undefined;
  const method = headers["mcp-method"];
  const name = headers["mcp-name"];
  const repeatsBody = version === MODERN && method === body.method && name === named;
  const envelope = JSON.stringify(withoutTrace(body.params?._meta));
  if (repeatsBody && envelopes.has(envelope)) return "modern";
  const route = classifyInboundRequest({
    httpMethod: "POST",
    protocolVersionHeader: version,
    ...(typeof method === "string" && { mcpMethodHeader: method }),
    ...(typeof name === "string" && { mcpNameHeader: name }),
    body,
  });
  if (route.kind === "legacy") {
    const isLegacy = route.reason === "no-claim" && SUPPORTED_PROTOCOL_VERSIONS.includes(version);
    const takesBoth = accept.includes("application/json") && accept.includes("text/event-stream");
    return isLegacy && takesBoth ? "legacy" : undefined;
  }
  if (route.kind !== "modern" || route.classification.revision !== MODERN || !repeatsBody) return undefined;
  if (envelopes.size < MOST_ENVELOPES && envelope.length <= LONGEST_ENVELOPE) envelopes.add(envelope);
  return "modern";
}

/** Where a trace goes on differs with each request. */
function withoutTrace(meta: unknown): unknown {
  if (!isObject(meta) || !("traceparent" in meta)) return meta;
  const { traceparent: _traceparent, tracestate: _tracestate, ...rest } = meta;
  return rest;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
