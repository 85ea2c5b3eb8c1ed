import { type Static, Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { decodeText } from "../../platform/decode-text.ts";
import type { Json } from "../../platform/json/json.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type {
  SandboxFetchRequest,
  SandboxFetchResponse,
  SandboxResult,
  SandboxRun,
} from "../../platform/sandbox/sandbox.ts";
import { UsageLimitError } from "../../usage/plans/refusal.ts";
import { filterScriptRoots } from "../definition/script-roots.ts";
import { createFailure } from "./failure.ts";
import type { NodeCall, NodeType } from "./node.ts";
import { isSafe, withIdempotencyKey } from "./requests/idempotency.ts";
import { sendRequest } from "./requests/send.ts";
import { aiCodeExecutorTexts } from "./words/ai-code-executor.ts";

const MAX_MS = 30_000;
const MAX_CPU_MS = 5000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Maximum characters of code and of a prompt. */
export const MAX_CODE = 100_000;
export const MAX_PROMPT = 20_000;

const Settings = Type.Object({
  code: Type.Optional(
    Type.String({
      maxLength: MAX_CODE,
      description: "Body of an async JavaScript function. Expressions are not evaluated in it.",
    }),
  ),
  prompt: Type.Optional(
    Type.String({
      maxLength: MAX_PROMPT,
      description: "What the code should do. If `code` is left out, it is generated from the prompt.",
    }),
  ),
  params: Type.Optional(
    Type.Unknown({ description: "Passed to the code as `params`, with expressions evaluated." }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_MS,
      default: MAX_MS,
      description: "Time limit in milliseconds; at most 5 s of it CPU time.",
    }),
  ),
});

const FAILED = "The code of this step failed.";

/** Runs JavaScript in the sandbox: no files, no environment, no network but the guarded `fetch`. */
export const aiCodeExecutorNode: NodeType = {
  type: "ai_code_executor",
  texts: aiCodeExecutorTexts,
  icon: "code",
  group: "data",
  description: "Runs JavaScript in a sandbox.",
  settings: Settings,
  verbatim: { code: "javascript", prompt: "text" },
  errors: {
    NO_CODE: true,
    CODE_SYNTAX: FAILED,
    CODE_THROWN: FAILED,
    CODE_TIMEOUT: FAILED,
    CODE_MEMORY: FAILED,
    CODE_OUTPUT: FAILED,
    CODE_CRASHED: FAILED,
  },
  problem: ({ code, prompt }) => (code ? undefined : codeMissing(prompt)),
  guide: {
    example: {
      id: "totals",
      type: "ai_code_executor",
      data: {
        params: { rate: "{{ config.vat_rate }}" },
        code: "const net = input.lines.reduce((sum, line) => sum + line.quantity * line.price, 0);\nreturn { net, gross: net * (1 + params.rate) };",
      },
    },
    output: '`{ "body": … }`, the return value of the code; `undefined` becomes `null`',
    notes: `The code reads \`params\` and the roots of [expressions](#expressions) by name. It can use \`console\` (written to the step's log), \`fetch\` (with the restrictions of the \`http\` node; texts are read [in their encoding](#encodings), bytes with \`bytes()\`, \`arrayBuffer()\` and \`blob()\`, and sent as \`ArrayBuffer\`, typed array, \`Blob\` or \`FormData\`), \`URL\`, \`Blob\`, \`File\`, \`FormData\`, timers, \`crypto.randomUUID()\`, \`hash\` and \`hmac\`. Its time zone is UTC on every host. It has no file system, environment variables or modules.

To send a form with a file, give \`fetch\` a \`FormData\` and no \`content-type\`:

\`\`\`js
const picture = await (await fetch(input.url)).blob();
const form = new FormData();
form.append("title", input.title);
form.append("file", picture, "photo.png");
return (await fetch("https://files.example.com/upload", { method: "POST", body: form })).json();
\`\`\`

Code sees a [file](#files) of another step as its reference, without its bytes, and cannot return a \`Blob\`.

Requests by \`fetch\` other than GET, HEAD and OPTIONS send an \`idempotency-key\`, unless the code sets one: the step's key with \`-1\` appended for the first request, \`-2\` for the second and so on. Every attempt sends the same keys if the code sends its requests in the same order.

If the operator has configured a model (\`JUNCTOR_MODEL_URL\` and \`JUNCTOR_MODEL_NAME\`), saving a node with a \`prompt\` and no \`code\` generates the code. The reply shows the code, which is stored; executions run it without the model. To generate it again, leave out \`code\` and change the \`prompt\`. A node without code cannot be published. The model receives the prompt and the names of the workflow's nodes, and no customer data.`,
  },
  run: async (deps, call) => {
    const { code, params = null, timeout_ms: wallMs = MAX_MS } = call.data as Static<typeof Settings>;
    if (!code) {
      const message =
        "This node has no code. Code is written from a prompt only where the operator has set up a model provider.";
      return createFailure("NO_CODE", message);
    }
    const roots = filterScriptRoots([code], call.roots);
    const result = await runScript(deps, call, {
      code,
      globals: { ...roots, params: params as Json },
      limits: { wallMs, cpuMs: Math.min(wallMs, MAX_CPU_MS) },
    });
    if (result.ok) {
      // The account may change.
      const isRepeatable = result.isRepeatable && !Object.hasOwn(roots, "linked_account");
      return { kind: "next", output: { body: result.value }, logs: result.logs, isRepeatable };
    }
    const { kind, message, line } = result.error;
    const where = line === undefined ? "" : ` (line ${line})`;
    // An error of the code itself will recur; an error from outside may not.
    const mayRetry = kind !== "syntax" && kind !== "output";
    return {
      kind: "fail",
      error: { code: `CODE_${kind.toUpperCase()}`, message: `${message}${where}` },
      mayRetry,
      logs: result.logs,
    };
  },
};

function codeMissing(prompt: Json | undefined): string {
  if (!prompt) return "data.code is required: it is the code to run.";
  return "data.code is required: none was generated from data.prompt. Code is generated when a workflow is saved on a server with a model provider. Save it again on such a server, or write the code yourself.";
}

/** Runs a script; its pending requests end with it. */
async function runScript(deps: Deps, call: NodeCall, run: SandboxRun): Promise<SandboxResult> {
  // Most scripts send nothing, and such a signal is not free.
  let over: AbortController | undefined;
  let sent = 0;
  let limit: UsageLimitError | undefined;
  const fetch = (request: SandboxFetchRequest) => {
    over ??= new AbortController();
    const signal = AbortSignal.any([call.signal, over.signal]);
    if (!isSafe(request.method)) sent++;
    // Code that behaves the same in the next attempt sends the same keys in the same order.
    const headers = withIdempotencyKey(request.method, request.headers, `${call.idempotencyKey}-${sent}`);
    return guardedFetch(deps, { ...call, signal }, { ...request, headers }).catch((error: unknown) => {
      if (!(error instanceof UsageLimitError)) throw error;
      limit = error;
      throw new Error(error.message);
    });
  };
  try {
    const result = await deps.sandbox.run({ ...run, fetch });
    // Another attempt would be refused as well.
    if (!result.ok && limit) throw limit;
    return result;
  } finally {
    over?.abort();
  }
}

async function guardedFetch(
  deps: Deps,
  call: NodeCall,
  { url, method, headers: sent, body: sentBody }: SandboxFetchRequest,
): Promise<SandboxFetchResponse> {
  try {
    const { status, headers, body } = await sendRequest(deps, call, {
      url,
      method,
      headers: sent,
      body: typeof sentBody === "object" ? toBuffer(sentBody) : sentBody,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      redirects: "follow",
      signal: call.signal,
      untilSure: call.untilSure,
    });
    const text = decodeText(body, headers["content-type"]);
    // Most bodies are UTF-8, and their bytes need not be sent beside the text.
    const binary = body.equals(Buffer.from(text)) ? undefined : body.toString("latin1");
    return { status, headers, body: text, binary };
  } catch (error) {
    if (error instanceof OutboundError) throw new Error(error.message);
    throw error;
  }
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
