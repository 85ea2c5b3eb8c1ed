import { describeAnswer, readReason } from "../../../platform/http/failure-reason.ts";
import { isObject, type Json } from "../../../platform/json/json.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { redact } from "../../../platform/redact/redact-known.ts";
import {
  type BareCall,
  type CheckResult,
  type Connector,
  type ConnectorCall,
  ConnectorError,
  type JsonObject,
  type JsonSchema,
} from "../../connector.ts";
import { createInputReader } from "../action-inputs.ts";
import { hasEncodedTexts } from "../manifest/input/input-defaults.ts";
import { CONNECTOR_CODES } from "../outbound-meaning.ts";
import { toErrorCode } from "../status-code.ts";
import { buildAuthInfo, buildToolActions, isTool, type McpDefinition, type McpTool } from "./definition.ts";
import { createToolListReader } from "./listed-tools.ts";
import { CALL_TIMEOUT_MS, type Endpoint, withSession } from "./session.ts";
import { isToolResult, type ToolResult, toOutput, toText } from "./tool-result.ts";
import { runRemoteToolInSpan } from "./trace-tool.ts";

const MAX_MESSAGE = 500;

/** Turns a remote MCP server into a connector whose actions are its tools. No network access. */
export function createMcpConnector(definition: McpDefinition): Connector {
  const actions = buildToolActions(definition);
  const readInput = createInputReader("required");
  return {
    info: {
      slug: definition.slug,
      name: definition.name,
      description: definition.description,
      version: "1.0.0",
      provider: "mcp",
      tags: [],
      icon: "",
      auth: buildAuthInfo(definition.auth),
      actions: [...actions.values()].map(({ action }) => action),
      triggers: [],
      options: [],
    },
    check: (call) => check(definition, call),
    run: async (actionId, call) => {
      const found = actions.get(actionId);
      if (found === undefined) throw new ConnectorError("input", `There is no action ${actionId}.`);
      const schema = found.tool.inputSchema as JsonSchema; // it came as JSON
      const files = hasEncodedTexts(schema) ? await call.readFiles?.(call.input, { whole: true }) : undefined;
      const input = await readInput(actionId, schema, call, files);
      return runTool(definition, found.tool, { ...call, input });
    },
  };
}

async function check(definition: McpDefinition, call: BareCall): Promise<CheckResult> {
  await inOwnWords(definition, call, () =>
    withSession(
      { ...endpointOf(definition, call), readList: createToolListReader(() => undefined) },
      (client) => client.listTools({ cursor: undefined }, { timeout: CALL_TIMEOUT_MS, cacheMode: "bypass" }),
    ),
  );
  return {};
}

/** Lists all tools of a server as it describes them, including invalid ones; throws `ConnectorError`. */
export function readTools(definition: McpDefinition, call: BareCall): Promise<unknown[]> {
  const refused: Json[] = [];
  const outputs = new Map<Json | undefined, Json>();
  // The library knows only outputs that are objects; what we make of others is up to us.
  const readList = createToolListReader((tool) => {
    const { outputSchema, ...bare } = isObject(tool) ? tool : {};
    if (outputSchema === undefined || (isObject(outputSchema) && outputSchema.type === "object")) {
      if (!isTool(tool)) refused.push(tool);
      return isTool(tool) ? tool : undefined;
    }
    if (!isTool(bare)) refused.push(tool);
    else outputs.set(bare.name, outputSchema);
    return isTool(bare) ? (bare as Json) : undefined;
  });
  return inOwnWords(definition, call, () =>
    withSession({ ...endpointOf(definition, call), readList }, async (client) => {
      const { tools } = await client.listTools({ cursor: undefined }, { timeout: CALL_TIMEOUT_MS });
      const listed = tools.map((tool): unknown =>
        outputs.has(tool.name) ? { ...tool, outputSchema: outputs.get(tool.name) } : tool,
      );
      return [...listed, ...refused];
    }),
  );
}

async function runTool(definition: McpDefinition, tool: McpTool, call: ConnectorCall): Promise<Json> {
  const result = await inOwnWords(definition, call, () =>
    runRemoteToolInSpan(tool.name, (meta) => callTool(definition, tool, call, meta)),
  );
  if (result.isError) {
    const said = redact(toText(result), call.credential.values).slice(0, MAX_MESSAGE);
    throw new ConnectorError(
      "input",
      `${definition.name} could not do this: ${said || "it did not say why"}`,
      // The server was called: this is its response, not a mistake that was found before the call.
      { status: 200, mayHaveWorked: true },
    );
  }
  return toOutput(result, call.saveFile);
}

/** A result counts even if the library refuses it, for a part that it does not know. */
async function callTool(
  definition: McpDefinition,
  tool: McpTool,
  call: ConnectorCall,
  meta: { readonly traceparent: string } | undefined,
): Promise<ToolResult> {
  let received: Json | undefined;
  const onResult = (result: Json) => {
    received = result;
  };
  return withSession({ ...endpointOf(definition, call), onResult }, async (client) => {
    try {
      const result = await client.callTool(
        // An action's input is an object.
        { name: tool.name, arguments: call.input as JsonObject, ...(meta && { _meta: meta }) },
        { timeout: CALL_TIMEOUT_MS, signal: call.signal, toolDefinition: tool },
      );
      return result as ToolResult; // it came as JSON
    } catch (error) {
      if (isToolResult(received)) return received;
      throw error;
    }
  });
}

function endpointOf({ url, auth }: McpDefinition, { credential, http, signal }: BareCall): Endpoint {
  const name = auth.kind === "oauth2" ? "access_token" : "token";
  const token = auth.kind === "none" ? undefined : credential.values[name];
  return { url, token: typeof token === "string" ? token : undefined, http, signal };
}

/** Turns everything that the library throws into a `ConnectorError` without the credential in its message. */
async function inOwnWords<Result>(
  { name }: McpDefinition,
  { credential, signal }: BareCall,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const cause = rootOf(error);
    if (cause instanceof ConnectorError) throw cause;
    if (cause instanceof OutboundError) {
      throw new ConnectorError(CONNECTOR_CODES[cause.code], cause.message, { cause });
    }
    const { SdkHttpError, ProtocolError, SdkError, SdkErrorCode, UnauthorizedError } = await import(
      "@modelcontextprotocol/client"
    );
    const said = redact(cause instanceof Error ? cause.message : "", credential.values).slice(0, MAX_MESSAGE);
    if (cause instanceof UnauthorizedError) {
      throw new ConnectorError("auth", `${name} does not accept the credential.`, { status: 401, cause });
    }
    if (cause instanceof SdkHttpError) {
      const { status, data } = cause;
      const text = typeof data.text === "string" ? data.text : "";
      const reason = readReason(redact(text, credential.values));
      throw new ConnectorError(toErrorCode(status, "auth"), describeAnswer(name, status, reason), {
        status,
        cause,
      });
    }
    if (cause instanceof ProtocolError)
      // The server was called, and answered over HTTP.
      throw new ConnectorError("input", `${name} refused: ${said}`, { status: 200, cause });
    if (cause instanceof SdkError)
      throw new ConnectorError("remote", `${name} did not respond as expected: ${said}`, {
        mayHaveWorked: cause.code === SdkErrorCode.InvalidResult,
        cause,
      });
    if (signal?.aborted) throw error;
    // The library failed to read the response; its errors are of many kinds and quote the response at length.
    throw new ConnectorError("remote", `${name} did not respond as expected.`, {
      mayHaveWorked: true,
      cause,
    });
  }
}

/** Unwraps the library's errors around what a request threw. */
function rootOf(error: unknown): unknown {
  let cause = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++) {
    if (cause instanceof ConnectorError || cause instanceof OutboundError || cause.cause === undefined)
      return cause;
    if (!(cause.cause instanceof Error)) return cause;
    cause = cause.cause;
  }
  return cause;
}
