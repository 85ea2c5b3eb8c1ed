import { isObject, type Json } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import { type OpenApiDocument, resolveReferences } from "./document.ts";
import { OpenApiError } from "./openapi-error.ts";
import { toList, toObject, toShortText } from "./read-json.ts";
import { toFieldName } from "./servers.ts";

/** The methods that an action may use. */
export type ActionMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One operation of a document, with the id that its action has or would have. */
export interface DocumentOperation {
  id: string;
  /** The document's `operationId`, if it has one. */
  named: string | undefined;
  method: ActionMethod;
  path: string;
  source: JsonObject;
  pathItem: JsonObject;
}

/** What is shown to choose operations by. */
export interface OperationSummary {
  id: string;
  method: string;
  path: string;
  summary: string;
  tags: string[];
  deprecated: boolean;
  /** The document does not say how customers connect. */
  needs_credential: boolean;
  /** It can verify a credential. */
  can_check: boolean;
  /** It is the best that can. */
  proposed_check: boolean;
}

type OperationText = Omit<OperationSummary, "needs_credential" | "can_check" | "proposed_check">;

const METHODS: readonly ActionMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** All operations of a document that can become actions, in its order. */
export function readOperations(document: OpenApiDocument): DocumentOperation[] {
  const taken = new Set<string>();
  return Object.entries(toObject(document.root.paths)).flatMap(([path, value]) => {
    if (!path.startsWith("/")) return [];
    const pathItem = followPath(document, value);
    return METHODS.flatMap((method): DocumentOperation[] => {
      const source = pathItem[method.toLowerCase()];
      if (!isObject(source)) return [];
      const named = toShortText(source.operationId, 200);
      const id = uniqueId(toFieldName(named ?? `${method} ${path}`), taken);
      return [{ id, named, method, path, source, pathItem }];
    });
  });
}

function followPath(document: OpenApiDocument, value: Json | undefined): JsonObject {
  const own = toObject(value);
  return typeof own.$ref === "string" ? { ...resolveReferences(document, value), ...own } : own;
}

function uniqueId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let i = 2; taken.has(id); i++) id = `${wanted.slice(0, 60)}_${i}`;
  taken.add(id);
  return id;
}

/**
 * Finds operations by name: an action id, an `operationId`, or `GET /path`. Throws `OpenApiError` with the names that
 * are not found.
 */
export function chooseOperations(
  operations: readonly DocumentOperation[],
  wanted: readonly string[] | undefined,
): DocumentOperation[] {
  if (wanted === undefined) return [...operations];
  const byName = new Map(
    operations.flatMap((one) => {
      const names = [`${one.method} ${one.path}`, one.named ?? one.id, one.id];
      return names.map((name) => [name, one] as const);
    }),
  );
  const missing = wanted.filter((name) => !byName.has(name));
  if (missing.length > 0) {
    throw new OpenApiError(`The document has no operation ${missing.slice(0, 5).join(", ").slice(0, 300)}.`);
  }
  const chosen = new Set(wanted.map((name) => byName.get(name)));
  return operations.filter((one) => chosen.has(one));
}

/** What is shown of an operation before it is chosen. */
export function summarizeOperation({ id, method, path, source }: DocumentOperation): OperationText {
  return {
    id,
    method,
    path,
    summary: toShortText(source.summary, 300) ?? toShortText(source.description, 300) ?? "",
    tags: toList(source.tags)
      .filter((tag) => typeof tag === "string")
      .slice(0, 20),
    deprecated: source.deprecated === true,
  };
}
