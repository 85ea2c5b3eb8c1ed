import { sendInSpan } from "../../apps/request-log/trace-call.ts";
import type { ModelProvider } from "../../config.ts";
import type { Deps } from "../../deps.ts";
import { decodeText } from "../../platform/decode-text.ts";
import { ApiError, badField } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { describeNode, type NodeInput } from "../definition/graph.ts";
import { aiCodeExecutorNode, MAX_CODE, MAX_PROMPT } from "../nodes/ai-code-executor.ts";

const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MOST_AT_ONCE = 10;

const INSTRUCTIONS = `You write the body of one async JavaScript function that is a step of a workflow. Answer with that code alone: no explanation, no Markdown, no function around it.

The code sees these values by name: input (the payload that started the workflow), node (outputs of earlier nodes: node["<id>"].body), linked_account ({account_id, name, udf}), config (settings that the customer chose), instance_meta_data, loop ({item, index, total} inside a loop), params. Any of their members may be missing or null.
It may use standard JavaScript, console.log, fetch, Blob, FormData, URL, setTimeout, crypto.randomUUID(), hash("sha256", text) and hmac("sha256", key, text), which give hex. There is no import, no require, no file and no environment.
It ends with a return of a JSON value. Where the work cannot be done it throws an Error with a plain sentence.`;

type Message = { role: "system" | "user" | "assistant"; content: string };
type Writer = Pick<Deps, "outbound" | "sandbox" | "log">;

/**
 * The nodes, with code for those that have a prompt and none: the code that `stored`, the current nodes, have under
 * the same id and prompt, or new code from the operator's model; an empty text is generated again. Without such
 * nodes, or without a model, nothing is asked. Call it outside transactions, for nodes that may be saved: it takes up
 * to two minutes. Throws ApiError: 400 for more than ten prompts at once, 502, 503 or 504 for a failing model.
 */
export async function generateMissingCode<Node extends NodeInput>(
  deps: Writer & Pick<Deps, "config">,
  nodes: readonly Node[],
  stored: readonly NodeInput[] = [],
): Promise<Node[]> {
  const kept = nodes.map((node) => withCode(node, storedCode(node, stored)));
  const { model } = deps.config;
  const open = kept.filter((node) => promptOf(node) !== undefined && !codeOf(node));
  if (!model || open.length === 0) return kept;
  if (open.length > MOST_AT_ONCE)
    throw badField(
      "nodes",
      `nodes: the code of ${open.length} nodes would have to be written from prompts; save at most ${MOST_AT_ONCE} such nodes at once.`,
    );
  const given = nodes.map(({ id, type, name }) => `${id} (${type}${name ? `, ${name}` : ""})`).join("\n");
  const over = new AbortController();
  try {
    const write = async (node: Node) =>
      withCode(node, await writeCode(deps, { model, node, given, signal: over.signal }));
    const written = new Map(await Promise.all(open.map(async (node) => [node, await write(node)] as const)));
    return kept.map((node) => written.get(node) ?? node);
  } finally {
    // The first failure ends the others.
    over.abort();
  }
}

interface Order {
  readonly model: ModelProvider;
  readonly node: NodeInput;
  /** The nodes of the workflow, one per line. */
  readonly given: string;
  readonly signal: AbortSignal;
}

/** Code that parses; the model gets one chance to correct a syntax error. */
async function writeCode(deps: Writer, order: Order): Promise<string> {
  const content = `${promptOf(order.node)}\n\nThe nodes of the workflow, by id:\n${order.given}\nYou write the code of "${order.node.id}".`;
  const messages: Message[] = [
    { role: "system", content: INSTRUCTIONS },
    { role: "user", content },
  ];
  const code = await ask(deps, order, messages);
  const problem = await deps.sandbox.checkSyntax(code, "code");
  if (!problem) return code;
  const correction = `This does not parse: ${problem}\nAnswer with the corrected code alone.`;
  const again = await ask(deps, order, [
    ...messages,
    { role: "assistant", content: code },
    { role: "user", content: correction },
  ]);
  const left = await deps.sandbox.checkSyntax(again, "code");
  if (left) throw failed(order, `The model's code does not parse: ${left.replace(/\.$/, "")}.`);
  return again;
}

async function ask(deps: Writer, order: Order, messages: readonly Message[]): Promise<string> {
  const { url, name, apiKey } = order.model;
  const request = {
    method: "POST",
    url: `${url}/chat/completions`,
    headers: { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model: name, messages }),
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: MAX_ANSWER_BYTES,
    redirects: "refuse" as const,
    signal: order.signal,
  };
  try {
    const { status, headers, body } = await sendInSpan({}, request, () => deps.outbound.request(request));
    if (status === 200) return readCode(order, decodeText(body, headers["content-type"]));
    deps.log.warn({ status }, "model.refused");
    if (status === 429 || status === 503)
      throw failed(order, `The model is busy (${status}): try again later.`, "unavailable");
    throw failed(order, `The model responded with ${status}.`);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    deps.log.warn({ err: error }, "model.unreachable");
    throw failed(order, error.message, error.code === "timeout" ? "gateway_timeout" : "bad_gateway");
  }
}

/** The code in a chat completion, without the fence that models put around it anyway. */
function readCode(order: Order, text: string): string {
  const content = contentOf(text);
  if (content === undefined) throw failed(order, "The model's answer is not a chat completion with text.");
  const code = (/```\w*\n([\s\S]*?)```/.exec(content)?.[1] ?? content).trim();
  if (code === "") throw failed(order, "The model's answer contains no code.");
  if (code.length > MAX_CODE) throw failed(order, `The model's code has more than ${MAX_CODE} characters.`);
  return code;
}

function contentOf(text: string): string | undefined {
  try {
    const content: unknown = JSON.parse(text)?.choices?.[0]?.message?.content;
    return typeof content === "string" ? content : undefined;
  } catch {
    return undefined;
  }
}

type FailureKind = "bad_gateway" | "unavailable" | "gateway_timeout";

function failed({ node }: Order, why: string, kind: FailureKind = "bad_gateway"): ApiError {
  const sentence = `Node ${describeNode(node)}: the code for data.prompt could not be generated. ${why}`;
  return new ApiError(kind, "EXTERNAL_API_FAILURE", sentence);
}

/** The current code for the same prompt, if the request says nothing about the node's code. */
function storedCode(node: NodeInput, stored: readonly NodeInput[]): Json | undefined {
  const prompt = promptOf(node);
  if (prompt === undefined || codeOf(node) !== undefined) return undefined;
  const before = stored.find(({ id }) => id === node.id);
  return before && promptOf(before) === prompt ? codeOf(before) : undefined;
}

function withCode<Node extends NodeInput>(node: Node, code: Json | undefined): Node {
  return code === undefined ? node : { ...node, data: { ...node.data, code } };
}

function codeOf({ data }: NodeInput): Json | undefined {
  return data?.code;
}

/** The prompt of a node whose code can be generated from it; validation refuses any other. */
function promptOf({ type, data }: NodeInput): string | undefined {
  const prompt = data?.prompt;
  if (type !== aiCodeExecutorNode.type || typeof prompt !== "string" || prompt.trim() === "")
    return undefined;
  return prompt.length <= MAX_PROMPT ? prompt : undefined;
}
