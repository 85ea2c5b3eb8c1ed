import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DocumentedOperation, DocumentedValue } from "./find-mismatches.ts";

const PATH = /"http_method": "(\w+)", "operation": "(\w+)", "ids": \[[^\]]*\], "path": "([^"]+)"/g;
const METHOD = /^ {4}(?:static )?async /m;
const optional: DocumentedValue = { required: false, values: undefined };

/** The operations of a version in Shopify's own client, whose classes are generated from its reference. */
export function readShopify(folder: string, version: string): DocumentedOperation[] {
  const files = readdirSync(join(folder, version)).filter((name) => name.endsWith(".js"));
  return files.flatMap((name) => {
    const code = readFileSync(join(folder, version, name), "utf8");
    const record =
      /getJsonBodyName\(\) \{\s*return "(\w+)"/.exec(code)?.[1] ?? /"singular": "(\w+)"/.exec(code)?.[1];
    return [...code.matchAll(PATH)].map(([, method = "", operation = "", path = ""]) => ({
      method: method.toUpperCase(),
      path: `/admin/api/${version}/${path.replaceAll("<", "{").replaceAll(">", "}")}`,
      query: new Map(readParameters(code, operation).map((one) => [one, optional])),
      body: readBody(method, operation, record),
    }));
  });
}

/** A record is sent in its name; what other operations send, the client leaves to its callers. */
function readBody(method: string, operation: string, record = ""): DocumentedOperation["body"] {
  if (method === "get" || method === "delete") return new Map();
  return operation === method ? new Map([[record, { required: true, values: undefined }]]) : undefined;
}

/** The names that the methods of an operation send in the query. */
function readParameters(code: string, operation: string): string[] {
  return code.split(METHOD).flatMap((part) => {
    const sent = /operation: "(\w+)"/.exec(part)?.[1] ?? (part.includes("baseFind(") ? "get" : "");
    const [, members = ""] = /params: \{([^}]*)\}/.exec(part) ?? [];
    return sent === operation ? [...members.matchAll(/"(\w+)":/g)].map(([, name = ""]) => name) : [];
  });
}
