import { isObject, type Json } from "../../platform/json/json.ts";
import { listPartsInPlace, mapSubschemas, type SchemaPart } from "../../platform/json/schema-parts.ts";
import type { ObjectSchema, Tool } from "./tool.ts";

const MARK = "x-options";
const HINT = "Find values with list_options.";
const DEEPEST = 12;

/** The tool with arguments that say whether their values can be listed. */
export function withOptionFields(tool: Tool, optionFieldsOf: (schema: ObjectSchema) => OptionFields): Tool {
  const { options, definition, composedInput } = tool;
  if (options === undefined) return tool;
  const { schema, lists } = optionFieldsOf(definition.inputSchema);
  if (lists.size === 0) return tool;
  return {
    ...tool,
    definition: { ...definition, inputSchema: schema },
    ...(composedInput && { composedInput: optionFieldsOf(composedInput).schema }),
    optionFields: lists,
  };
}

/** A schema of arguments, and which of them have values that an application can list. */
export interface OptionFields {
  /** The schema, in which these say so in words. */
  readonly schema: ObjectSchema;
  /** The list of each, by the path of the argument: `folder`, `task.assignee`; items of a list are named like the list. */
  readonly lists: ReadonlyMap<string, string>;
}

/** Finds the arguments whose values an application can list. */
export function findOptionFields(schema: ObjectSchema): OptionFields {
  const lists = new Map<string, string>();
  collect(schema, { root: schema, path: [], lists, above: [] });
  return { schema: lists.size === 0 ? schema : (describeMarks(schema) as ObjectSchema), lists };
}

interface Place {
  readonly root: SchemaPart;
  readonly path: readonly string[];
  readonly lists: Map<string, string>;
  /** The schemas around it, since one may refer to itself. */
  readonly above: readonly SchemaPart[];
}

function collect(part: Json | undefined, { root, path, lists, above }: Place): void {
  if (!isObject(part) || above.includes(part) || above.length > DEEPEST) return;
  const name = path.join(".");
  const list = part[MARK];
  if (typeof list === "string" && name !== "" && !lists.has(name)) lists.set(name, list);
  const inner = { root, lists, above: [...above, part] };
  for (const same of [
    part.items,
    part.additionalProperties,
    part.propertyNames,
    ...listPartsInPlace(part, root),
  ])
    collect(same, { ...inner, path });
  const { properties } = part;
  if (!isObject(properties)) return;
  for (const [member, below] of Object.entries(properties))
    collect(below, { ...inner, path: [...path, member] });
}

/** Agents do not know the mark: words take its place. */
function describeMarks(part: Json): Json {
  if (!isObject(part)) return part;
  const inner = mapSubschemas(part, describeMarks);
  // A property may have the mark's name; then its value is a schema.
  if (typeof inner[MARK] !== "string") return inner;
  const { [MARK]: _, description, ...rest } = inner;
  const own =
    typeof description === "string" && description !== "" ? `${description.replace(/\.?$/, ".")} ` : "";
  return { ...rest, description: `${own}${HINT}` };
}
