import { readFileSync } from "node:fs";
import { buildSchema, type GraphQLSchema } from "graphql";
import ts from "typescript";

/** The types of a file by name. */
interface Declarations {
  readonly aliases: ReadonlyMap<string, ts.TypeNode>;
  /** By the name in lower case: the arguments of `issuesForURL` are `QueryIssuesForUrlArgs`. */
  readonly args: ReadonlyMap<string, ts.TypeNode>;
  readonly enums: ReadonlyMap<string, ts.EnumDeclaration>;
}

/**
 * The GraphQL schema from which GraphQL Code Generator made the types of a file: what queries and mutations return,
 * their arguments (`QueryIssuesArgs`), and what those take. An interface is written as an object, a union as a scalar.
 */
export function readGraphqlTypes(file: string): GraphQLSchema {
  const declarations = readDeclarations(file);
  const waiting: [kind: "type" | "input", name: string][] = [
    ["type", "Query"],
    ["type", "Mutation"],
  ];
  const written = new Map<string, string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [kind, name] = next;
    if (written.has(name) || BUILT_IN.has(name)) continue;
    written.set(
      name,
      writeType(declarations, kind, name, (used, as) => waiting.push([as, used])),
    );
  }
  return buildSchema([...written.values()].join("\n"));
}

const BUILT_IN = new Set(["ID", "String", "Boolean", "Int", "Float"]);

function readDeclarations(file: string): Declarations {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const aliases = source.statements.filter(ts.isTypeAliasDeclaration);
  const enums = source.statements.filter(ts.isEnumDeclaration);
  return {
    aliases: new Map(aliases.map((one) => [one.name.text, one.type])),
    args: new Map(
      aliases.flatMap(({ name: { text }, type }) =>
        text.endsWith("Args") ? [[text.toLowerCase(), type]] : [],
      ),
    ),
    enums: new Map(enums.map((one) => [one.name.text, one])),
  };
}

type Use = (name: string, as: "type" | "input") => void;

function writeType(types: Declarations, kind: "type" | "input", name: string, use: Use): string {
  const choices = types.enums.get(name);
  if (choices !== undefined) {
    const values = choices.members.map(({ initializer, name: own }) =>
      initializer && ts.isStringLiteral(initializer) ? initializer.text : nameOf(own),
    );
    return `enum ${name} { ${values.join(" ")} }`;
  }
  const node = types.aliases.get(name);
  const members = node === undefined ? [] : membersOf(node);
  // A union has no fields of its own.
  if (members.length === 0) return `scalar ${name}`;
  const lines = members.map((member) => {
    const field = nameOf(member.name);
    const args = kind === "type" ? types.args.get(`${name}${field}Args`.toLowerCase()) : undefined;
    const list =
      args === undefined
        ? ""
        : `(${membersOf(args)
            .map((one) => writeField(one, "input", use))
            .join(" ")})`;
    return writeField(member, kind, use, list);
  });
  return `${kind} ${name} {\n${lines.join("\n")}\n}`;
}

function writeField(member: ts.PropertySignature, kind: "type" | "input", use: Use, args = ""): string {
  const type = member.type === undefined ? "String" : writeReference(member.type, kind, use);
  // What may be left out may also be null.
  return `${nameOf(member.name)}${args}: ${member.questionToken ? type.replace(/!$/, "") : type}`;
}

/** `Maybe<Array<Scalars["String"]>>` is `[String!]`. */
function writeReference(node: ts.TypeNode, kind: "type" | "input", use: Use): string {
  if (ts.isIndexedAccessTypeNode(node)) {
    const index = node.indexType;
    const name =
      ts.isLiteralTypeNode(index) && ts.isStringLiteral(index.literal) ? index.literal.text : "String";
    use(name, kind);
    return `${name}!`;
  }
  if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName))
    throw new Error("Not a type of GraphQL.");
  const name = node.typeName.text;
  const [item] = node.typeArguments ?? [];
  if (item !== undefined) {
    const inner = writeReference(item, kind, use);
    return name === "Array" ? `[${inner}]!` : inner.replace(/!$/, "");
  }
  use(name, kind);
  return `${name}!`;
}

/** The members of an object's type with those of the interfaces that it implements beside it. */
function membersOf(node: ts.TypeNode): ts.PropertySignature[] {
  const parts = ts.isIntersectionTypeNode(node) ? node.types : [node];
  return parts
    .flatMap((part) => (ts.isTypeLiteralNode(part) ? [...part.members] : []))
    .filter(ts.isPropertySignature)
    .filter((member) => nameOf(member.name) !== "__typename");
}

const nameOf = (name: ts.PropertyName | ts.EnumMember["name"]) =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : "";
