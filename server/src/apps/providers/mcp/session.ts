import type { Client, FetchLike } from "@modelcontextprotocol/client";
import { decodeText } from "../../../platform/decode-text.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";
import { ShapeError, validateJsonShape } from "../../../platform/json/json-shape.ts";
import { hasLongNumber, parseJson } from "../../../platform/json/parse-json.ts";
import { ConnectorError, type Http, type HttpResponse, type JsonObject } from "../../connector.ts";
import type { ToolListReader } from "./listed-tools.ts";

/**
 * The part of the protocol's library that is used; loaded with the first call, because it costs start time and memory.
 */
type Library = typeof import("@modelcontextprotocol/client");

/** The address of a server, and how to call it. */
export interface Endpoint {
  url: string;
  /** Sent as a bearer token, only to the server's own address. */
  token?: string;
  http: Http;
  signal?: AbortSignal;
  /** Prepares lists of tools for the library. */
  readList?: ToolListReader;
  /** Gets the result of a call of a tool as it came, which the library refuses as a whole for one unknown part. */
  onResult?: (result: Json) => void;
}

/** The time limit of one exchange, including the tool's run time. */
export const CALL_TIMEOUT_MS = 120_000;
// All responses of a session together: a server could list tools forever.
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
const WITHOUT_BODY = [204, 205, 304];

/** Opens a session with a server of either protocol era, calls `work` and closes it; errors are the library's own. */
export async function withSession<Result>(
  endpoint: Endpoint,
  work: (client: Client, library: Library) => Promise<Result>,
): Promise<Result> {
  const library = await import("@modelcontextprotocol/client");
  const { Client, StreamableHTTPClientTransport } = library;
  const client = new Client(
    { name: "Junctor", version: "1.0.0" },
    {
      versionNegotiation: { mode: "auto", probe: { timeoutMs: CALL_TIMEOUT_MS } },
      // A server's patterns must not run here, and a result that violates its own schema is still a result.
      jsonSchemaValidator: {
        getValidator: () => (data: unknown) => ({
          valid: true,
          data: data as never, // the caller names its type
          errorMessage: undefined,
        }),
      },
      inputRequired: { autoFulfill: false },
    },
  );
  const transport = new StreamableHTTPClientTransport(new URL(endpoint.url), {
    fetch: fetchThrough(endpoint),
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    },
  });
  try {
    await client.connect(transport, { signal: endpoint.signal, timeout: CALL_TIMEOUT_MS });
    return await work(client, library);
  } finally {
    await client.close();
  }
}

/** The library would recurse into a response of any depth. */
function checkShape(text: string): void {
  try {
    validateJsonShape(text);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new ConnectorError("remote", `The server's response ${error.message}.`, { mayHaveWorked: true });
  }
}

function isListing(body: unknown): boolean {
  return typeof body === "string" && body.includes('"method":"tools/list"');
}

/**
 * The answer to a request about tools; undefined for any other request. Throws if there is none: the library would wait
 * for it until the timeout.
 */
function findAnswer(body: unknown, text: string, type = ""): JsonObject | undefined {
  if (typeof body !== "string" || !body.includes('"method":"tools/')) return undefined;
  const { id } = JSON.parse(body) as { id?: unknown }; // the library's own message
  const found = messagesOf(text, type)
    .filter(isObject)
    .find((message) => message.id === id && (message.result !== undefined || message.error !== undefined));
  if (found !== undefined) return found;
  throw new ConnectorError("remote", "The server's response does not match the request.", {
    mayHaveWorked: true,
  });
}

/** The messages of a response, which is JSON or an event stream; none if it cannot be read. */
function messagesOf(text: string, type: string): Json[] {
  const isStream = type.includes("text/event-stream");
  const texts = isStream ? text.split(/\r\n\r\n|\n\n|\r\r/).map(dataOf) : [text];
  return texts.flatMap((one): Json[] => {
    try {
      return [parseJson(one) as Json].flat();
    } catch {
      return []; // not a message
    }
  });
}

/** The content of the `data` lines of an event. */
function dataOf(event: string): string {
  const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice("data:".length)).join("\n");
}

/** Sends the library's requests through the guard. */
function fetchThrough({ url: own, token, http, signal, readList, onResult }: Endpoint): FetchLike {
  let bytesLeft = MAX_ANSWER_BYTES;
  return async (input, init = {}) => {
    const url = new URL(input);
    const method = (init.method ?? "GET").toUpperCase();
    // The stream for messages that the server initiates, which nobody here reads.
    if (method === "GET" && url.href === new URL(own).href) return new Response(null, { status: 405 });
    if (url.origin !== new URL(own).origin) {
      throw new ConnectorError("blocked", `This application may not call ${url.host}.`);
    }
    const headers: Record<string, string> = {};
    new Headers(init.headers).forEach((value, name) => {
      headers[name] = value;
    });
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const signals = [init.signal, signal].filter((one) => one != null);
    const answer = await http({
      method,
      url: url.href,
      headers,
      body: typeof init.body === "string" ? init.body : undefined,
      timeoutMs: CALL_TIMEOUT_MS,
      maxResponseBytes: bytesLeft,
      signal: signals.length === 0 ? undefined : AbortSignal.any(signals),
    });
    bytesLeft -= answer.body.byteLength;
    const isOk = answer.status >= 200 && answer.status < 300;
    if (WITHOUT_BODY.includes(answer.status)) {
      if (isOk) findAnswer(init.body, "");
      return new Response(null, { status: answer.status });
    }
    const text = decodeText(answer.body, answer.headers["content-type"]);
    checkShape(text);
    const found = isOk ? findAnswer(init.body, text, answer.headers["content-type"]) : undefined;
    if (found?.result !== undefined) onResult?.(found.result);
    const shown = readList !== undefined && isListing(init.body) ? readList(text) : text;
    return isOk ? buildExactResponse(shown, answer) : new Response(shown, answer);
  };
}

/**
 * A response from which the library reads numbers with all their digits (D442): it parses the body by the response's
 * own `json`, and the events of a stream by itself, so a stream that needs it becomes a list of its messages.
 */
function buildExactResponse(text: string, { status, headers }: HttpResponse): Response {
  const type = headers["content-type"] ?? "";
  const isStream = type.includes("text/event-stream");
  if (isStream && !hasLongNumber(text)) return new Response(text, { status, headers });
  const messages = isStream ? messagesOf(text, type) : undefined;
  const shown = messages === undefined ? headers : { ...headers, "content-type": "application/json" };
  const response = new Response(text, { status, headers: shown });
  return Object.assign(response, { json: async () => messages ?? parseJson(text) });
}
