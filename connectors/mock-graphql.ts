import { isObject } from "./mock-vendor.ts";

/** A field of a GraphQL request with its arguments (variables already substituted) and its selection. */
export interface Selection {
  name: string;
  args: Record<string, unknown>;
  fields: Selection[];
}

/** One GraphQL operation; fragments, aliases and directives are not supported. */
export interface GraphqlOperation {
  kind: "query" | "mutation";
  fields: Selection[];
}

/** A GraphQL request that a vendor would refuse before executing anything. */
export class GraphqlError extends Error {
  override readonly name = "GraphqlError";
}

const TOKEN = /[A-Za-z_]\w*|\$\w+|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|[{}()[\]:!=]/g;

interface Reader {
  tokens: string[];
  at: number;
  declared: Set<string>;
  variables: Record<string, unknown>;
}

/** Parses a request and substitutes its variables; throws `GraphqlError`. */
export function parseGraphql(text: string, variables: Record<string, unknown>): GraphqlOperation {
  const reader: Reader = { tokens: text.match(TOKEN) ?? [], at: 0, declared: new Set(), variables };
  const kind = peek(reader) === "{" ? "query" : take(reader);
  if (kind !== "query" && kind !== "mutation")
    throw new GraphqlError(`Syntax Error: Unexpected Name "${kind}".`);
  if (/^\w/.test(peek(reader))) take(reader);
  if (peek(reader) === "(") readDeclarations(reader);
  const unknown = Object.keys(variables).find((name) => !reader.declared.has(name));
  if (unknown !== undefined) throw new GraphqlError(`Variable "$${unknown}" is not declared.`);
  return { kind, fields: readFields(reader) };
}

function peek({ tokens, at }: Reader): string {
  return tokens[at] ?? "";
}

function take(reader: Reader, wanted?: string): string {
  const token = peek(reader);
  if (token === "" || (wanted !== undefined && token !== wanted)) {
    throw new GraphqlError(`Syntax Error: Expected ${wanted ?? "more"}, found "${token}".`);
  }
  reader.at += 1;
  return token;
}

function readDeclarations(reader: Reader): void {
  take(reader, "(");
  while (peek(reader) !== ")") {
    const name = take(reader).slice(1);
    take(reader, ":");
    while (/^[\w[\]]/.test(peek(reader))) take(reader);
    const required = peek(reader) === "!";
    if (required) take(reader);
    if (required && reader.variables[name] === undefined) {
      throw new GraphqlError(`Variable "$${name}" of required type was not provided.`);
    }
    reader.declared.add(name);
  }
  take(reader, ")");
}

function readFields(reader: Reader): Selection[] {
  const fields: Selection[] = [];
  take(reader, "{");
  while (peek(reader) !== "}") {
    const name = take(reader);
    const args = peek(reader) === "(" ? readMembers(reader, "(", ")") : {};
    fields.push({ name, args, fields: peek(reader) === "{" ? readFields(reader) : [] });
  }
  take(reader, "}");
  return fields;
}

function readMembers(reader: Reader, open: string, close: string): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  take(reader, open);
  while (peek(reader) !== close) {
    const name = take(reader);
    take(reader, ":");
    const value = readValue(reader);
    if (value !== undefined) members[name] = value;
  }
  take(reader, close);
  return members;
}

function readValue(reader: Reader): unknown {
  if (peek(reader) === "{") return readMembers(reader, "{", "}");
  const token = take(reader);
  if (token === "[") {
    const items: unknown[] = [];
    while (peek(reader) !== "]") items.push(readValue(reader));
    take(reader, "]");
    return items;
  }
  if (!token.startsWith("$")) return /^["\d-]|^(true|false|null)$/.test(token) ? JSON.parse(token) : token;
  const name = token.slice(1);
  if (!reader.declared.has(name)) throw new GraphqlError(`Variable "$${name}" is not defined.`);
  return reader.variables[name];
}

/** The selected part of a value; throws `GraphqlError` for unknown fields and for those that need a selection. */
export function select(value: unknown, fields: readonly Selection[]): unknown {
  if (Array.isArray(value)) return value.map((item) => select(item, fields));
  if (!isObject(value)) {
    if (fields.length > 0 && value !== null) throw new GraphqlError("Field must not have a selection.");
    return value;
  }
  if (fields.length === 0) throw new GraphqlError("Field must have a selection of subfields.");
  const pairs = fields.map(({ name, fields: inner }) => {
    if (!Object.hasOwn(value, name)) throw new GraphqlError(`Cannot query field "${name}".`);
    return [name, select(value[name], inner)];
  });
  return Object.fromEntries(pairs);
}
