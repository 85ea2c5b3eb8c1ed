import type { Json } from "../../../../platform/json/json.ts";
import type { JsonObject } from "../../../connector.ts";
import { type OpenApiDocument, resolveReferences } from "../document.ts";
import type { DocumentOperation } from "../operations.ts";
import { toObject } from "../read-json.ts";

/** A request that a document says the provider sends. */
export interface DocumentWebhook {
  /** What its trigger's id is made of. */
  readonly name: string;
  /** The operation with which callers ask for it, if it belongs to one. */
  readonly operation?: DocumentOperation;
  readonly source: JsonObject;
  readonly pathItem: JsonObject;
}

// An address that the caller of the operation gives, or one that is always the same.
const GIVEN_ADDRESS =
  /\{\$request\.(?:body|query|header|path)\b[^{}]*\}|^\$request\.(?:body|query|header|path)\b.*$/g;

/**
 * What the provider sends by a document: its webhooks, and the callbacks of the chosen operations whose address the caller
 * gives. What cannot be received is left out with a warning.
 */
export function readWebhooks(
  document: OpenApiDocument,
  chosen: readonly DocumentOperation[],
): DocumentWebhook[] {
  const { webhooks, "x-webhooks": extension } = document.root;
  const own = Object.entries({ ...toObject(extension), ...toObject(webhooks) });
  return [
    ...own.flatMap(([name, item]) => readRequest(document, `Webhook ${name.slice(0, 200)}`, item, { name })),
    ...chosen.flatMap((operation) => readCallbacks(document, operation)),
  ];
}

function readCallbacks(document: OpenApiDocument, operation: DocumentOperation): DocumentWebhook[] {
  return Object.entries(toObject(operation.source.callbacks)).flatMap(([name, callback]) =>
    Object.entries(toObject(resolveReferences(document, callback))).flatMap(([address, item]) => {
      if (address.startsWith("x-")) return [];
      const label = `${operation.method} ${operation.path}: callback ${name.slice(0, 200)}`;
      if (!/[{}$]/.test(address.replace(GIVEN_ADDRESS, "")))
        return readRequest(document, label, item, { name: `${operation.id}_${name}`, operation });
      document.warn(`${label}: left out: its address ${address.slice(0, 200)} is none that a caller gives.`);
      return [];
    }),
  );
}

function readRequest(
  document: OpenApiDocument,
  label: string,
  item: Json | undefined,
  about: Pick<DocumentWebhook, "name" | "operation">,
): DocumentWebhook[] {
  const pathItem = toObject(resolveReferences(document, item));
  if (pathItem.post !== undefined) return [{ ...about, source: toObject(pathItem.post), pathItem }];
  document.warn(`${label}: left out: only what is sent with POST can be received.`);
  return [];
}
