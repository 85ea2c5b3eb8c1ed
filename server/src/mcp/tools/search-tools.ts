import type { JsonObject, JsonSchema } from "../../apps/connector.ts";
import { createInputCheck } from "../../apps/providers/manifest/input/input-check.ts";
import type { Json } from "../../platform/json/json.ts";
import { createConstant } from "../../platform/memory/computed-once.ts";
import { buildWordIndex, searchWordIndexes } from "../../platform/words/word-index.ts";
import { describeUnknownTool } from "./name.ts";
import { createToolOutput } from "./output.ts";
import { type ObjectSchema, type Tool, type ToolOutcome, toToolAnnotations } from "./tool.ts";

export const CALL_TOOL = "call_tool";

const MOST_FOUND = 20;
/** Of a description, in characters. */
const MOST_SHOWN = 300;
const READS = toToolAnnotations({ readOnly: true, destructive: false, idempotent: true, openWorld: false });
// A call may be of any tool.
const ANY = toToolAnnotations({ readOnly: false, destructive: true, idempotent: false, openWorld: true });

/**
 * Three tools in place of a list that costs an agent too much: to find tools, to read one's schema, and to call it.
 * The last is executed by the caller's code, under the name of the tool that it names.
 */
export function createSearchTools(tools: ReadonlyMap<string, Tool>): Tool[] {
  const find = createSearch([...tools.values()]);
  const search = builtIn(SEARCH, ({ query, limit = MOST_FOUND }) => ({
    kind: "value",
    value: { tools: find(String(query), Number(limit)) },
  }));
  const describe = builtIn(DESCRIBE, ({ name }) => {
    const tool = tools.get(String(name));
    return tool
      ? { kind: "value", value: { ...tool.definition, name: String(name) } as Json }
      : unknown(String(name));
  });
  const call = builtIn(CALL, ({ name }) => unknown(String(name)));
  return [search, describe, call];
}

/** What `call_tool` asks for. */
export function parseToolCall(args: JsonObject): { name: string; args: JsonObject } {
  const { name, arguments: given = {} } = args;
  return { name: String(name), args: given as JsonObject }; // its schema says so
}

/** A search in these tools, whose words are indexed at the first one. */
function createSearch(tools: readonly Tool[]): (query: string, limit: number) => Json {
  const readIndex = createConstant(() =>
    buildWordIndex(
      tools.map(({ definition: { name, title, description } }) => ({
        name: title,
        otherNames: name,
        description,
      })),
    ),
  );
  return (query, limit) => {
    const found =
      query.trim() === ""
        ? tools.slice(0, limit)
        : searchWordIndexes([readIndex()], query, { offset: 0, limit }).matches.flatMap(
            ({ text }) => tools[text] ?? [],
          );
    return found.map(({ definition }) => ({
      name: definition.name,
      title: definition.title,
      description: definition.description.slice(0, MOST_SHOWN),
    }));
  };
}

function unknown(name: string): ToolOutcome {
  return { kind: "error", message: `${describeUnknownTool(name)} Call search_tools to find one.` };
}

interface BuiltIn {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ObjectSchema;
  readonly annotations: ReturnType<typeof toToolAnnotations>;
}

function builtIn(
  { name, title, description, input, annotations }: BuiltIn,
  run: (args: JsonObject) => ToolOutcome,
): Tool {
  return {
    definition: { name, title, description, inputSchema: input, annotations },
    acts: false,
    output: createToolOutput(undefined),
    check: createInputCheck(input),
    run: async ({ args }) => run(args),
  };
}

const NAME: JsonSchema = { type: "string", description: "The tool's name, as returned by search_tools." };

const SEARCH: BuiltIn = {
  name: "search_tools",
  title: "Search the tools",
  description:
    "Finds tools by words in their names and descriptions, best first. This server has more tools than it lists: search here first, then read a tool's arguments with describe_tool, and call it with call_tool.",
  input: {
    type: "object",
    properties: {
      query: { type: "string", description: "Words, such as the application and what to do; empty for all." },
      limit: { type: "integer", minimum: 1, maximum: 100, default: MOST_FOUND },
    },
    required: ["query"],
    additionalProperties: false,
  },
  annotations: READS,
};

const DESCRIBE: BuiltIn = {
  name: "describe_tool",
  title: "Describe a tool",
  description: "Returns a tool's description and the JSON Schema of its arguments.",
  input: { type: "object", properties: { name: NAME }, required: ["name"], additionalProperties: false },
  annotations: READS,
};

const CALL: BuiltIn = {
  name: CALL_TOOL,
  title: "Call a tool",
  description: "Calls a tool found by search_tools, with the arguments that describe_tool describes.",
  input: {
    type: "object",
    properties: {
      name: NAME,
      arguments: { type: "object", description: "The tool's own arguments.", additionalProperties: true },
    },
    required: ["name"],
    additionalProperties: false,
  },
  annotations: ANY,
};
