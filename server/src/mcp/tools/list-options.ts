import type { ProviderOption } from "../../apps/connector.ts";
import { createInputCheck } from "../../apps/providers/manifest/input/input-check.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { findNearName } from "../../platform/near-name.ts";
import { describeUnknownTool } from "./name.ts";
import { createToolOutput } from "./output.ts";
import { type ObjectSchema, type Tool, type ToolCall, type ToolOutcome, toToolAnnotations } from "./tool.ts";

export const LIST_OPTIONS = "list_options";

const PAGE = 100;

const INPUT: ObjectSchema = {
  type: "object",
  properties: {
    tool: { type: "string", description: "Name of the tool." },
    field: {
      type: "string",
      description:
        "The argument to find values for; `a.b` for b within a. Items of a list are named like the list.",
    },
    arguments: {
      type: "object",
      description: "The tool's arguments so far: values may depend on them.",
      additionalProperties: true,
    },
    search: { type: "string", description: "Only values or labels with these words." },
    cursor: { type: "string", description: "`next_cursor` of the previous page." },
  },
  required: ["tool", "field"],
  additionalProperties: false,
};

/** Lists the values that a tool's argument can have, such as ids, as the account's own connection sees them. */
export function createListOptionsTool(tools: ReadonlyMap<string, Tool>): Tool {
  return {
    definition: {
      name: LIST_OPTIONS,
      title: "List the values of an argument",
      description:
        "Lists values that an argument of another tool can have, such as ids of lists, channels, users or custom fields, with their labels. Call it before you guess or ask the user for an id.",
      inputSchema: INPUT,
      annotations: toToolAnnotations({
        readOnly: true,
        destructive: false,
        idempotent: true,
        openWorld: true,
      }),
    },
    acts: false,
    output: createToolOutput(undefined),
    check: createInputCheck(INPUT),
    run: async (call) => {
      const { tool: name, field } = call.args;
      const tool = tools.get(String(name));
      if (!tool) return { kind: "error", message: describeUnknownTool(String(name)) };
      return listOptions(tool, String(field), call);
    },
  };
}

async function listOptions(tool: Tool, field: string, call: ToolCall): Promise<ToolOutcome> {
  const { options, optionFields } = tool;
  const list = optionFields?.get(field);
  if (options === undefined || list === undefined) return describeUnlisted(tool, field);
  const args = isObject(call.args.arguments) ? call.args.arguments : {};
  const missing = options
    .needs(list)
    .filter((name) => args[name] === undefined || args[name] === null || args[name] === "");
  if (missing.length > 0)
    return {
      kind: "error",
      message: `The values of ${field} depend on ${missing.join(" and ")}: pass ${missing.length > 1 ? "them" : "it"} in arguments.${describeFinding(tool, missing)}`,
    };
  const found = await options.read({ ...call, args }, list);
  return found.kind === "options" ? page(found.options, call.args) : found;
}

function describeUnlisted({ definition: { name }, optionFields, idTools }: Tool, field: string): ToolOutcome {
  const other = idTools?.get(field);
  if (other !== undefined) return { kind: "error", message: `Find ${field} of ${name} with ${other}.` };
  const fields = [...(optionFields?.keys() ?? [])];
  if (fields.length === 0)
    return { kind: "error", message: `${name} has no argument whose values can be listed.` };
  const near = findNearName(field, fields);
  const hint = near === undefined ? `It lists those of ${fields.join(", ")}.` : `Did you mean ${near}?`;
  return { kind: "error", message: `${name} cannot list values of ${field.slice(0, 100)}. ${hint}` };
}

function describeFinding({ optionFields, idTools }: Tool, missing: readonly string[]): string {
  const listed = missing.filter((name) => optionFields?.has(name));
  const words = listed.length === 0 ? "" : ` list_options has the values of ${listed.join(" and ")}, too.`;
  const found = missing.map((name) => ({ name, other: idTools?.get(name) }));
  return found.reduce(
    (text, { name, other }) => (other ? `${text} Find ${name} with ${other}.` : text),
    words,
  );
}

function page(all: readonly ProviderOption[], { search, cursor }: ToolCall["args"]): ToolOutcome {
  const words = typeof search === "string" ? search.toLowerCase().split(/\s+/).filter(Boolean) : [];
  const found = all.filter(({ name, value }) => {
    const text = `${name} ${toText(value)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const from = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isInteger(from) || from < 0 || from % PAGE !== 0 || (from > 0 && from >= found.length))
    return {
      kind: "error",
      message: "cursor must be the next_cursor of another page of this list.",
      isMalformed: true,
    };
  const options = found.slice(from, from + PAGE).map(({ name, value }) => ({ value, label: name }));
  const value = { options, total: found.length };
  const next = from + PAGE;
  return { kind: "value", value: next < found.length ? { ...value, next_cursor: `${next}` } : value };
}

function toText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
