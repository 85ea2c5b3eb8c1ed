import { Type } from "typebox";
import { MapOf } from "../../../platform/http/route.ts";

/** Names to single values, as headers and queries are; a value that is null is left out. */
export function ScalarMap(what: string) {
  return MapOf(
    Type.Unsafe<string | number | boolean | null>({ type: ["string", "number", "boolean", "null"] }),
    { description: `${what} by name; \`null\` values are left out.` },
  );
}
