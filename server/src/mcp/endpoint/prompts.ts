import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { McpServerRow } from "../schema.ts";
import type { Chain } from "../table.ts";

// `{{ city }}` is meant as a placeholder; `{city}` may be one, or belong to the text, as in `/orders/{id}`.
const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}|\{([A-Za-z][A-Za-z0-9_]{0,63})\}/g;

/** A prompt with the text that it gives. */
interface Written {
  readonly prompt: Prompt;
  readonly text: string;
}

/**
 * The suggestions and chains of a server as prompts. `{{ city }}` in their texts is an argument that must be given, `{city}`
 * one that may be, and stands as it is otherwise.
 */
export function listPrompts(server: McpServerRow): Prompt[] {
  return [...write(server).values()].map(({ prompt }) => prompt);
}

/** The text of a prompt with its placeholders filled in. Throws for one that there is not, and for a missing argument. */
export function getPrompt(
  server: McpServerRow,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, string> },
): GetPromptResult {
  const written = write(server).get(name);
  if (!written) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  const missing = written.prompt.arguments?.find((one) => one.required && !Object.hasOwn(given, one.name));
  if (missing)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is missing.`);
  const text = written.text.replaceAll(PLACEHOLDER, (whole, double, single) => {
    const argument = double ?? single;
    return (Object.hasOwn(given, argument) ? given[argument] : undefined) ?? whole;
  });
  return {
    description: written.prompt.description,
    messages: [{ role: "user", content: { type: "text", text } }],
  };
}

function write({ suggestions, chains, base_prompt }: McpServerRow): Map<string, Written> {
  const all = new Map<string, Written>();
  for (const { name, prompt } of suggestions)
    add(all, name, { description: firstLine(prompt), text: prompt });
  for (const chain of chains) {
    const description = firstLine(chain.goals) || "A sequence of steps.";
    add(all, chain.name, { description, text: layOut(chain, base_prompt ?? "") });
  }
  return all;
}

function add(
  all: Map<string, Written>,
  title: string,
  { description, text }: { description: string; text: string },
) {
  const name = freeName(all, title);
  const isRequired = new Map<string, boolean>();
  for (const [, double, single = ""] of text.matchAll(PLACEHOLDER))
    isRequired.set(double ?? single, double !== undefined || isRequired.get(single) === true);
  const args = [...isRequired].map(([argument, required]) => ({ name: argument, required }));
  const prompt: Prompt = { name, title, description, ...(args.length > 0 && { arguments: args }) };
  all.set(name, { prompt, text });
}

/** Two of a name are told apart by their number. */
function freeName(all: ReadonlyMap<string, Written>, title: string): string {
  const plain =
    title
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
      .replaceAll(/^_+|_+$/g, "") || "prompt";
  const name = plain.slice(0, 60);
  for (let number = 2; ; number++) {
    const candidate = all.has(name) ? `${name}_${number}` : name;
    if (!all.has(candidate)) return candidate;
  }
}

/** A chain in the order in which it is to be done. */
function layOut(chain: Chain, basePrompt: string): string {
  const steps = chain.steps
    .split("\n")
    .map((step) => step.trim())
    .filter(Boolean);
  const parts: [string, string][] = [
    ["Goal", chain.goals],
    ["Before you start, check", chain.precheck],
    [
      "Steps",
      steps.map((step, index) => (/^\d+[.)]/.test(step) ? step : `${index + 1}. ${step}`)).join("\n"),
    ],
    ["You are done when", chain.successCondition],
    ["Answer in this form", chain.responseFormat],
    ["If something goes wrong", chain.onError],
  ];
  const written = parts
    .filter(([, text]) => text.trim() !== "")
    .map(([title, text]) => `## ${title}\n${text.trim()}`);
  return [basePrompt.trim(), `# ${chain.name}`, ...written].filter(Boolean).join("\n\n");
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.length > 200 ? `${line.slice(0, 200)} …` : line;
}
