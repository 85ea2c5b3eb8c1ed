import { type KeptFile, keepFile } from "../../../../files/received-files.ts";
import { type ReceivedFile, readReceivedBody } from "../../../../platform/http/received-body.ts";
import { parseForeignJson } from "../../../../platform/json/json-shape.ts";
import type { IncomingRequest } from "../../../connector-events.ts";
import { findValueAt, type TemplateScope, toText } from "../request/template.ts";
import type { ManifestCondition } from "../schema/trigger-schema.ts";

// What cannot be stored as it is becomes storable with the event: it must not block the others of a delivery.
const RULES = { parseJson: parseForeignJson, validate: () => {} };

/** The content of a delivery. `problem` says why its body cannot be read; only a verified sender is told. */
export interface IncomingDelivery {
  scope: TemplateScope;
  /** The files that its body refers to. */
  files: KeptFile[];
  problem?: unknown;
}

/** Reads a delivery as all incoming webhooks are read; its body is null if there is none, or it cannot be read. */
export function readIncoming({ method, query, headers, body: bytes }: IncomingRequest): IncomingDelivery {
  const scope = { method, query, headers };
  const files: KeptFile[] = [];
  try {
    const rules = { ...RULES, keepFile: (file: ReceivedFile) => keepFile(files, file) };
    return { scope: { ...scope, body: readReceivedBody(bytes, headers, rules) ?? null }, files };
  } catch (problem) {
    return { scope: { ...scope, body: null }, files: [], problem };
  }
}

/** Whether all conditions hold; without `equals` a value only has to exist. */
export function isEveryConditionMet(
  conditions: ManifestCondition | ManifestCondition[] | undefined,
  scope: TemplateScope,
): boolean {
  if (conditions === undefined) return true;
  const list = Array.isArray(conditions) ? conditions : [conditions];
  return list.every(({ path, equals }) => {
    const value = findValueAt(scope, lowerHeader(path.split(".")));
    if (equals === undefined) return toText(value) !== "";
    return equals.some((wanted) => wanted === value);
  });
}

function lowerHeader(path: string[]): string[] {
  return path[0] === "headers" ? path.map((name) => name.toLowerCase()) : path;
}
