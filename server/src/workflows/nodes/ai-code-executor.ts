import { type Static, Type } from "typebox";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../platform/json.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type {
  SandboxFetchRequest,
  SandboxFetchResponse,
  SandboxResult,
  SandboxRun,
} from "../../platform/sandbox/sandbox.ts";
import type { NodeCall, NodeType } from "./node.ts";

const MAX_MS = 30_000;
const MAX_CPU_MS = 5000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

const Settings = Type.Object({
  code: Type.Optional(
    Type.String({
      maxLength: 100_000,
      description: "Body of an async JavaScript function; what it returns is the node's output.",
    }),
  ),
  prompt: Type.Optional(Type.String({ maxLength: 20_000 })),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_MS,
      description: "30,000 by default; at most 5 s of it computing.",
    }),
  ),
  params: Type.Optional(
    Type.Unknown({ description: "Given to the code as `params`, with expressions replaced." }),
  ),
});

/** Runs JavaScript in the sandbox: no file, no environment, no network but the guarded `fetch`. */
export const aiCodeExecutorNode: NodeType = {
  type: "ai_code_executor",
  title: "Code",
  description:
    "Runs JavaScript in the sandbox. The code sees input, node, linked_account, config, instance_meta_data and params.",
  settings: Settings,
  verbatim: ["code", "prompt"],
  run: async (deps, call) => {
    const { code, params = null, timeout_ms: wallMs = MAX_MS } = call.data as Static<typeof Settings>;
    if (!code) {
      const message =
        "This node has no code. Code is written from a prompt only where the operator has set up a model provider.";
      return { kind: "fail", error: { code: "NO_CODE", message }, mayRetry: false };
    }
    const result = await runScript(deps, call, {
      code,
      globals: { ...call.roots, params: params as Json },
      limits: { wallMs, cpuMs: Math.min(wallMs, MAX_CPU_MS) },
    });
    if (result.ok) return { kind: "next", output: { body: result.value }, logs: result.logs };
    const { kind, message, line } = result.error;
    const where = line === undefined ? "" : ` (line ${line})`;
    // What is wrong with the code itself stays; what it met outside may do better later.
    const mayRetry = kind !== "syntax" && kind !== "output";
    return {
      kind: "fail",
      error: { code: `CODE_${kind.toUpperCase()}`, message: `${message}${where}` },
      mayRetry,
      logs: result.logs,
    };
  },
};

/** Runs a script; what it asked of others ends with it. */
async function runScript(deps: Deps, call: NodeCall, run: SandboxRun): Promise<SandboxResult> {
  const over = new AbortController();
  const signal = AbortSignal.any([call.signal, over.signal]);
  try {
    return await deps.sandbox.run({ ...run, fetch: (request) => guardedFetch(deps, signal, request) });
  } finally {
    over.abort();
  }
}

async function guardedFetch(
  { outbound }: Deps,
  signal: AbortSignal,
  { url, method, headers: sent, body: sentBody }: SandboxFetchRequest,
): Promise<SandboxFetchResponse> {
  try {
    const { status, headers, body } = await outbound.request({
      url,
      method,
      headers: sent,
      body: sentBody,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      redirects: "follow",
      signal,
    });
    return { status, headers, body: body.toString("utf8") };
  } catch (error) {
    if (error instanceof OutboundError) throw new Error(error.message);
    throw error;
  }
}
