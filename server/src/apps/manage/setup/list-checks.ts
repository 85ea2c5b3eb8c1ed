import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../../platform/json/json.ts";
import type { CustomApplicationRow } from "../../catalog/application-store.ts";
import type { JsonObject } from "../../connector.ts";
import type { ApplicationCheck } from "../../providers/application-check.ts";
import { toList, toObject, toShortText } from "../../providers/openapi/read-json.ts";

type StoredParts = Pick<CustomApplicationRow, "definition" | "checks">;

/** The requests that can verify a credential of an application, and the one that does. */
export function listChecks({ definition, checks }: StoredParts): {
  checks: readonly ApplicationCheck[];
  used: ApplicationCheck | undefined;
} {
  const { check } = definition;
  const found = checks ?? readActions(definition);
  if (!isObject(check)) return { checks: found, used: undefined };
  const used = found.find((one) => isDeepStrictEqual(one.check, check));
  if (used !== undefined) return { checks: found, used };
  const own = { id: "check", path: toShortText(toObject(check.request).path) ?? "/", title: "", check };
  return { checks: [own, ...found], used: own };
}

/** The actions that only read and need no input, where no document said more of them. */
function readActions({ actions }: JsonObject): ApplicationCheck[] {
  return Object.entries(toObject(actions)).flatMap(([id, value]) => {
    const action = toObject(value);
    const { method, path, base_url, headers, query, open } = toObject(action.request);
    const needsInput = toList(toObject(action.input).required).length > 0 || open !== undefined;
    if (method !== "GET" || typeof path !== "string" || path.includes("{{") || needsInput) return [];
    const request = {
      method,
      path,
      ...(base_url !== undefined && { base_url }),
      ...fixed("query", query),
      ...fixed("headers", headers),
    };
    return [{ id, path, title: toShortText(action.title, 200) ?? id, check: { request } }];
  });
}

/** The texts without placeholders. */
function fixed(member: string, texts: JsonObject[string] | undefined): JsonObject {
  const plain = Object.entries(toObject(texts)).filter(
    ([, value]) => !JSON.stringify(value).includes("{{ input."),
  );
  return plain.length === 0 ? {} : { [member]: Object.fromEntries(plain) };
}
