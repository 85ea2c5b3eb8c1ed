import type { Json } from "../../../platform/json.ts";
import type { ManifestOptions } from "./paging-schema.ts";
import { compileTemplate } from "./template.ts";

/** The inputs that must be chosen before a list can be asked for. */
export function neededInputs({ request }: ManifestOptions): string[] {
  const { paths } = compileTemplate({ ...request } as Json); // manifests are JSON
  return [
    ...new Set(paths.flatMap(([root, name]) => (root === "input" && name !== undefined ? [name] : []))),
  ];
}
