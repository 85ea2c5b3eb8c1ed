import type { Json } from "../../server/src/platform/json/json.ts";
import { type DocumentedOperation, type DocumentedValue, membersOf } from "./find-mismatches.ts";

type Members = { [name: string]: Json };

const METHODS = ["get", "post", "put", "patch", "delete"];

/** The operations of an OpenAPI document. */
export function readOpenApi(document: Members): DocumentedOperation[] {
  const base = pathOfServer(document);
  return Object.entries(membersOf(document.paths)).flatMap(([path, item]) =>
    METHODS.filter((method) => membersOf(item)[method] !== undefined).map((method) => {
      const operation = membersOf(membersOf(item)[method]);
      const parameters = [...listOf(membersOf(item).parameters), ...listOf(operation.parameters)];
      const resolved = parameters.map((one) => resolve(document, one)).filter((one) => one.in === "query");
      return {
        method: method.toUpperCase(),
        path: base + path,
        query: new Map(resolved.map((one) => [nameOf(one.name), readParameter(document, one)])),
        body: readBody(document, operation),
      };
    }),
  );
}

const listOf = (value: Json | undefined) => (Array.isArray(value) ? value : []);
const nameOf = (name: Json | undefined) => String(name).replace(/\[.*$/, "");

function pathOfServer({ servers }: Members): string {
  const { url = "" } = membersOf(listOf(servers)[0]);
  return new URL(String(url).replaceAll(/\{.*?\}/g, "x"), "https://vendor.example").pathname.replace(
    /\/$/,
    "",
  );
}

function resolve(document: Members, value: Json | undefined): Members {
  const { $ref } = membersOf(value);
  if (typeof $ref !== "string") return membersOf(value);
  const names = $ref
    .replace(/^#\//, "")
    .split("/")
    .map((name) => decodeURIComponent(name).replaceAll("~1", "/"));
  const target = names.reduce<Json>((at, name) => membersOf(at)[name] ?? {}, document);
  return resolve(document, target);
}

function readParameter(document: Members, parameter: Members): DocumentedValue {
  return { required: parameter.required === true, values: valuesOf(document, parameter.schema ?? parameter) };
}

/** The values of a schema, or of a list's items, if the document names them. */
function valuesOf(document: Members, schema: Json | undefined): readonly Json[] | undefined {
  const { enum: values, items, anyOf, oneOf } = resolve(document, schema);
  if (Array.isArray(values)) return values;
  if (items !== undefined) return valuesOf(document, items);
  const branches = [...listOf(anyOf), ...listOf(oneOf)].map((branch) => valuesOf(document, branch));
  return branches.length === 0 || branches.includes(undefined)
    ? undefined
    : branches.flatMap((one) => one ?? []);
}

function readBody(document: Members, operation: Members): DocumentedOperation["body"] {
  const { content, required } = resolve(document, operation.requestBody);
  const [media] = Object.values(membersOf(content));
  if (media === undefined) return operation.requestBody === undefined ? new Map() : undefined;
  const { members, isOpen } = readMembers(document, membersOf(media).schema);
  if (members.size === 0 || isOpen) return undefined;
  if (required === true) return members;
  return new Map([...members].map(([name, value]) => [name, { ...value, required: false }]));
}

/** OData's annotations say what an object is to readers, and are not sent. */
const isOwn = ([name]: [string, Json]) => !name.startsWith("@odata.");

interface ReadMembers {
  members: Map<string, DocumentedValue>;
  /** Whether others are allowed, which the document does not name. */
  isOpen: boolean;
}

/** The members of an object's schema; of alternatives all of them, none of which is then required. */
function readMembers(document: Members, source: Json | undefined): ReadMembers {
  const schema = resolve(document, source);
  const required = listOf(schema.required);
  const members = new Map(
    Object.entries(membersOf(schema.properties))
      .filter(isOwn)
      .map(([name, value]) => [
        nameOf(name),
        { required: required.includes(name), values: valuesOf(document, value) },
      ]),
  );
  let isOpen = schema.additionalProperties === true && members.size === 0;
  for (const part of listOf(schema.allOf)) {
    const more = readMembers(document, part);
    for (const [name, value] of more.members) members.set(name, value);
    isOpen ||= more.isOpen;
  }
  for (const branch of [...listOf(schema.anyOf), ...listOf(schema.oneOf)]) {
    const more = readMembers(document, branch);
    for (const [name, value] of more.members)
      if (!members.has(name)) members.set(name, { ...value, required: false });
    isOpen ||= more.isOpen;
  }
  return { members, isOpen };
}
