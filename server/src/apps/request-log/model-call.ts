import { isObject, type Json } from "../../platform/json/json.ts";
import type { SpanAttributes } from "../../platform/tracing/tracing.ts";

// Beyond this, reading it again would cost more than what is told is worth.
const LONGEST = 1024 * 1024;
/** Paths at which models are asked, and whose services they are; others than OpenAI copy its own. */
const PATHS: readonly { readonly path: RegExp; readonly host?: RegExp; readonly provider?: string }[] = [
  { path: /\/chat\/completions$/, host: /^api\.openai\.com$/, provider: "openai" },
  { path: /\/chat\/completions$/ },
  { path: /\/responses$/, host: /^api\.openai\.com$/, provider: "openai" },
  { path: /\/v1\/messages$/, host: /^api\.anthropic\.com$/, provider: "anthropic" },
];
const LIKELY = /completions|responses|messages/;

/** A request as it is sent. */
interface ModelRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

/**
 * The name and the attributes of the span of a request to a model, by OpenTelemetry's conventions for generative AI;
 * undefined for any other. Nothing of what is asked.
 */
export function describeModelRequest({
  method,
  url,
  body,
}: ModelRequest): { readonly name: string; readonly attributes: SpanAttributes } | undefined {
  // Most requests are to none, and to read an address takes as long as all else about their spans.
  if (method.toUpperCase() !== "POST" || !LIKELY.test(url)) return undefined;
  const { pathname = "", hostname = "" } = URL.parse(url) ?? {};
  const found = PATHS.find(({ path, host }) => path.test(pathname) && (host?.test(hostname) ?? true));
  if (!found) return undefined;
  const { model, max_tokens, max_completion_tokens, max_output_tokens, temperature } = parseMembers(body);
  const mostTokens = max_tokens ?? max_completion_tokens ?? max_output_tokens;
  return {
    name: typeof model === "string" ? `chat ${model}` : "chat",
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": found.provider ?? hostname,
      "gen_ai.request.model": toText(model),
      "gen_ai.request.max_tokens": toNumber(mostTokens),
      "gen_ai.request.temperature": toNumber(temperature),
    },
  };
}

/** What a model's response says of itself: which model it was, and how many tokens it took. */
export function describeModelResponse(body: Buffer): SpanAttributes {
  const { id, model, usage } = parseMembers(body);
  const { prompt_tokens, input_tokens, completion_tokens, output_tokens } = isObject(usage) ? usage : {};
  return {
    "gen_ai.response.id": toText(id),
    "gen_ai.response.model": toText(model),
    "gen_ai.usage.input_tokens": toNumber(input_tokens ?? prompt_tokens),
    "gen_ai.usage.output_tokens": toNumber(output_tokens ?? completion_tokens),
  };
}

function parseMembers(body: unknown): { readonly [name: string]: Json } {
  if (!(typeof body === "string" || Buffer.isBuffer(body)) || body.length > LONGEST) return {};
  try {
    const value: Json = JSON.parse(body.toString());
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function toText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function toNumber(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
