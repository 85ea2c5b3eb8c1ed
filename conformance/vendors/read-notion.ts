import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DocumentedOperation, DocumentedValue } from "./find-mismatches.ts";

const OPERATION = /exports\.\w+ = \{\s+method: "(\w+)",([\s\S]*?)path: \(p?\) => `([^`]+)`/g;

/** The endpoints of Notion's own client, which is generated from its document; that is in no package. */
export function readNotion(folder: string): DocumentedOperation[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  return files.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(OPERATION)].map(
      ([, method = "", names = "", path = ""]) => ({
        method: method.toUpperCase(),
        path: `/v1/${path.replaceAll(/\$\{p\.(\w+)\}/g, "{$1}")}`,
        query: readNames(names, "queryParams"),
        body: readBody(method, readNames(names, "bodyParams")),
      }),
    ),
  );
}

/** A body that is one of several shapes has no list of names. */
function readBody(method: string, names: DocumentedOperation["query"]): DocumentedOperation["body"] {
  return names.size === 0 && method !== "get" ? undefined : names;
}

function readNames(text: string, list: string): Map<string, DocumentedValue> {
  const [, names = ""] = new RegExp(`${list}: \\[([^\\]]*)\\]`).exec(text) ?? [];
  const optional: DocumentedValue = { required: false, values: undefined };
  return new Map([...names.matchAll(/"(\w+)"/g)].map(([, name = ""]) => [name, optional]));
}
