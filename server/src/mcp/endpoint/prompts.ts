import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { MOST_CHAINS, MOST_SUGGESTIONS } from "../limits.ts";
import type { McpServerRow } from "../schema.ts";
import type { Chain } from "../table.ts";

// `{{ city }}` is meant as a placeholder; `{city}` may be one, or part of the text, as in `/orders/{id}`.
const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}|\{([A-Za-z][A-Za-z0-9_]{0,63})\}/g;

/** Each chain also has those of the base prompt. */
const MOST_ARGUMENTS = 50;
const LONGEST_TEXT = 100_000;

/**
 * A prompt, and how its text is rendered on demand: all of them together would be gigabytes if the base prompt is
 * long.
 */
interface PromptWriter {
  readonly prompt: Prompt;
  write(): string;
}

/** What a server offers as prompts, by name. */
export type ServerPrompts = ReadonlyMap<string, PromptWriter>;

declare module "../../deps.ts" {
  interface Features {
    /** A server is cached with what it offers, and read again when it has changed. */
    readonly promptsOf: (server: McpServerRow) => ServerPrompts;
  }
}

/**
 * The suggestions and chains of a server as prompts. `{{ city }}` in their texts is a required argument; `{city}` is
 * an optional one, and stays as it is without a value.
 */
export function listPrompts(prompts: ServerPrompts): Prompt[] {
  return [...prompts.values()].map(({ prompt }) => prompt);
}

/**
 * The text of a prompt with its placeholders filled in. Throws for an unknown prompt, for a missing argument, and
 * beyond 100,000 characters.
 */
export function getPrompt(
  prompts: ServerPrompts,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, string> },
): GetPromptResult {
  const offered = prompts.get(name);
  if (!offered) throw refused(`There is no prompt ${name}.`);
  const { arguments: args, description } = offered.prompt;
  const missing = args?.find((one) => one.required && !Object.hasOwn(given, one.name));
  if (missing) throw refused(`The argument ${missing.name} is missing.`);
  const text = fill(offered.write(), given);
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}

function refused(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Counted while it is filled in: a short text can name a long value thousands of times. */
function fill(text: string, given: Record<string, string>): string {
  let growth = 0;
  const refuseLong = (length: number) => {
    if (length > LONGEST_TEXT) throw refused(`The prompt is longer than ${LONGEST_TEXT} characters.`);
  };
  const filled = text.replaceAll(PLACEHOLDER, (whole, double, single, offset) => {
    const argument = double ?? single;
    const value = (Object.hasOwn(given, argument) ? given[argument] : undefined) ?? whole;
    growth += value.length - whole.length;
    refuseLong(offset + whole.length + growth);
    return value;
  });
  refuseLong(filled.length);
  return filled;
}

/** The prompts of a server, by name. */
export function createServerPrompts({ suggestions, chains, base_prompt }: McpServerRow): ServerPrompts {
  const freeName = openNames();
  const all = new Map<string, PromptWriter>();
  const add = (title: string, description: string, args: Arguments, write: () => string) => {
    const listed = [...args].map(([argument, required]) => ({ name: argument, required }));
    const name = freeName(title);
    const prompt = { name, title, description, ...(listed.length > 0 && { arguments: listed }) };
    all.set(name, { prompt, write });
  };
  for (const { name, prompt } of suggestions.slice(0, MOST_SUGGESTIONS))
    add(name, firstLine(prompt), argumentsIn(prompt), () => prompt);
  const before = argumentsIn(base_prompt ?? "");
  for (const chain of chains.slice(0, MOST_CHAINS)) {
    const args = argumentsIn(renderChain(chain, ""), before);
    const description = firstLine(chain.goals) || "A sequence of steps.";
    add(chain.name, description, args, () => renderChain(chain, base_prompt ?? ""));
  }
  return all;
}

/** The arguments of a text, and whether each is required. */
type Arguments = ReadonlyMap<string, boolean>;

function argumentsIn(text: string, before: Arguments = new Map()): Arguments {
  const isRequired = new Map(before);
  for (const [, double, single = ""] of text.matchAll(PLACEHOLDER)) {
    const name = double ?? single;
    if (isRequired.size < MOST_ARGUMENTS || isRequired.has(name))
      isRequired.set(name, double !== undefined || isRequired.get(name) === true);
  }
  return isRequired;
}

/** Gives each title a name; duplicates get a number. */
function openNames(): (title: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (title) => {
    const plain = title
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
      .replaceAll(/^_+|_+$/g, "");
    const name = plain.slice(0, 60) || "prompt";
    let free = name;
    let number = numbers.get(name) ?? 1;
    while (taken.has(free)) free = `${name}_${++number}`;
    numbers.set(name, number);
    taken.add(free);
    return free;
  };
}

/** A chain in the order of its steps. */
function renderChain(chain: Chain, basePrompt: string): string {
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
    ["Answer in this format", chain.responseFormat],
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
