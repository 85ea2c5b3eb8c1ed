import type { Json } from "../../../../platform/json/json.ts";
import { parseForeignJson } from "../../../../platform/json/json-shape.ts";
import type { JsonObject } from "../../../connector.ts";
import type { IncomingRequest } from "../../../connector-events.ts";
import { findValueAt, type TemplateScope, toText } from "../request/template.ts";
import type { ManifestCondition } from "../schema/trigger-schema.ts";

const MOST_FORM_MEMBERS = 1000;
const DEEPEST_FORM = 8;

/** The content of a delivery: `body` is undefined if the content type says JSON and it is not. */
export interface IncomingDelivery {
  scope: TemplateScope;
  isReadable: boolean;
}

/** Parses a delivery: JSON, or a form if the content type says so, with `a[b]=c` as nested members. */
export function readIncoming({ method, query, headers, body }: IncomingRequest): IncomingDelivery {
  const parsed = readBody(body.toString("utf8"), headers["content-type"] ?? "");
  return {
    scope: { method, query, headers, body: parsed },
    isReadable: parsed !== undefined,
  };
}

function readBody(text: string, type: string): Json | undefined {
  if (text.trim() === "") return null;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return readForm(text);
  try {
    return parseForeignJson(text);
  } catch {
    return undefined; // the caller decides, because only a verified sender is told what is wrong
  }
}

function readForm(text: string): JsonObject {
  const form: JsonObject = Object.create(null);
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > MOST_FORM_MEMBERS) break;
    const path = [
      name.replace(/\[.*$/s, ""),
      ...[...name.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? ""),
    ];
    if (path.length <= DEEPEST_FORM) setMember(form, path, value);
  }
  return form;
}

/** An empty name (`a[]`) is the next index; of two equal names the first wins. */
function setMember(form: JsonObject, path: readonly string[], value: string): void {
  let parent = form;
  for (const [i, given] of path.entries()) {
    const name = given === "" ? String(Object.keys(parent).length) : given;
    if (i === path.length - 1) {
      parent[name] ??= value;
      return;
    }
    parent[name] ??= Object.create(null);
    const member = parent[name];
    if (typeof member !== "object" || member === null || Array.isArray(member)) return;
    parent = member;
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
