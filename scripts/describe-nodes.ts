import type { NodeInput } from "../server/src/workflows/definition/graph.ts";
import { describeBranches, type NodeType } from "../server/src/workflows/nodes/node.ts";

const BEGIN = "<!-- Node types, written by npm run generate from server/src/workflows/nodes. -->";
const END = "<!-- End of the node types. -->";
const WIDTH = 100;

/**
 * Returns a page with the part between its two marks generated from the node types; the rest is handwritten. Throws if
 * a mark is missing.
 */
export function describeNodes(page: string, types: readonly NodeType[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`docs/nodes.md must hold the lines "${BEGIN}" and "${END}".`);
  const parts = [overview(types), ...types.map(describeType)];
  return `${page.slice(0, begin)}${BEGIN}\n\n${parts.join("\n\n")}\n\n${page.slice(end)}`;
}

function overview(types: readonly NodeType[]): string {
  const rows = types.map(
    ({ type, texts, description }) =>
      `| [\`${type}\`](#${type}) | ${texts.en.title} | ${firstSentence(description)} |`,
  );
  return ["| Type | Name | What it does |", "| --- | --- | --- |", ...rows].join("\n");
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? text;
}

function describeType({ type, description, settings, guide, untimed, ...branching }: NodeType): string {
  const rows = settingRows(settings as Schema, "");
  const branches = Object.entries(describeBranches(branching)).map(
    ([handle, when]) => `| ${codeUnlessProse(handle)} | ${when} |`,
  );
  const parts = [
    `### \`${type}\``,
    description,
    `\`\`\`json\n${formatExample(guide.example)}\n\`\`\``,
    rows.length > 0 &&
      ["| In `data` | Type | Default | Meaning |", "| --- | --- | --- | --- |", ...rows].join("\n"),
    branches.length > 0 && ["| Branch | Taken when |", "| --- | --- |", ...branches].join("\n"),
    `Output: ${guide.output.replace(/\.$/, "")}.`,
    guide.notes,
    untimed && `\`timeout_ms\` cannot be set: ${untimed}.`,
  ];
  return parts.filter((part) => typeof part === "string" && part !== "").join("\n\n");
}

function codeUnlessProse(handle: string): string {
  return /^\w+$/.test(handle) ? `\`${handle}\`` : handle;
}

/** The part of JSON Schema that the settings of nodes use. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** A row for each setting, and for each member of settings that are objects or lists of objects. */
function settingRows({ properties = {}, required = [] }: Schema, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isList = schema.type === "array";
    const members = (isList ? schema.items : schema.type === "object" && schema) || {};
    const fallback = required.includes(name) ? "required" : defaultOf(schema);
    const path = `${prefix}${name}`;
    return [
      `| \`${path}\` | ${typeOf(schema)} | ${fallback} | ${cell(schema.description ?? "")} |`,
      ...settingRows(members, `${path}${isList ? "[]" : ""}.`),
    ];
  });
}

function defaultOf({ default: value }: Schema): string {
  if (value === undefined) return "";
  return typeof value === "number" ? value.toLocaleString("en") : `\`${value}\``;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: "array",
  boolean: "boolean",
  integer: "integer",
  null: "`null`",
  number: "number",
  object: "object",
  string: "string",
};

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one)).join(" or ");
  const names = [schema.type ?? []].flat().map((name) => TYPE_NAMES[name] ?? name);
  return names.length === 0 ? "any JSON" : `${names.join(" or ")}${limitOf(schema)}`;
}

function limitOf({ minimum, maximum, maxLength, maxItems }: Schema): string {
  const show = (limit: number) => limit.toLocaleString("en");
  if (minimum !== undefined && maximum !== undefined) return `, ${show(minimum)} to ${show(maximum)}`;
  if (minimum !== undefined) return `, ${show(minimum)} or more`;
  if (maxLength !== undefined) return `, at most ${show(maxLength)} characters`;
  return maxItems === undefined ? "" : `, at most ${show(maxItems)} items`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** Formats JSON as people write it: what fits goes on one line. */
function formatExample(value: NodeInput): string {
  return formatJson(value, "");
}

function formatJson(value: unknown, indent: string): string {
  const short = onOneLine(value);
  if (typeof value !== "object" || value === null || indent.length + short.length <= WIDTH) return short;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members = Array.isArray(value)
    ? value.map((item) => formatJson(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${formatJson(item, inner)}`);
  return `${open}\n${members.map((member) => `${inner}${member}`).join(",\n")}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${onOneLine(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
