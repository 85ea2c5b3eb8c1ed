import { isObject, type Json } from "../../platform/json/json.ts";
import { getKnownSize } from "../../platform/measured-value.ts";
import { RenderError } from "./render-error.ts";

// A script has 48 MiB of memory, and its globals are serialized and parsed as JSON.
const MOST_BYTES = 16 * 2 ** 20;
// With these a script can build names that its source does not contain.
const INDIRECT = /\b(?:eval|Function|constructor|globalThis|this)\b|\\u/;
const NODE =
  /(?<![\w$])node(?![\w$])(?:\s*(?:\?\.|\.)\s*([A-Za-z_$][\w$]*)|\s*(?:\?\.)?\[(?:"([^"\\]*)"|'([^'\\]*)')\])?/g;

/**
 * The parts of `roots` that scripts can name: unmentioned roots are left out, and so are outputs of nodes if each
 * mention of `node` says which one it means. Every script gets a copy of its own. Throws a RenderError if it is too
 * much.
 */
export function filterScriptRoots<Roots extends Record<string, Json | undefined>>(
  sources: readonly string[],
  roots: Roots,
): Record<string, Json> {
  const source = sources.join("\n");
  const isIndirect = INDIRECT.test(source);
  const named = Object.entries(roots).flatMap(([name, value]): [string, Json][] => {
    if (value === undefined || !(isIndirect || source.includes(name))) return [];
    return [[name, name === "node" && !isIndirect ? namedOutputs(source, value) : value]];
  });
  const given = Object.fromEntries(named);
  checkSize(given);
  return given;
}

function namedOutputs(source: string, outputs: Json): Json {
  if (!isObject(outputs)) return outputs;
  const named: [string, Json][] = [];
  for (const [, plain, double, single] of source.matchAll(NODE)) {
    const id = plain ?? double ?? single;
    // As a whole, or by a computed id.
    if (id === undefined) return outputs;
    if (Object.hasOwn(outputs, id)) named.push([id, outputs[id] ?? null]);
  }
  return Object.fromEntries(named);
}

function checkSize(given: Readonly<Record<string, Json>>): void {
  let bytes = 0;
  for (const value of Object.values(given)) bytes += getKnownSize(value) || sizeOfMembers(value);
  if (bytes <= MOST_BYTES) return;
  const size = (bytes / 2 ** 20).toFixed(1);
  throw new RenderError(
    `The data that the code names has ${size} MiB, and the limit is ${MOST_BYTES / 2 ** 20} MiB: name single results, such as node.orders, instead of all.`,
  );
}

/** Of an object that was just created: its members are results, which have been measured. */
function sizeOfMembers(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  let bytes = 0;
  for (const member of Object.values(value)) bytes += getKnownSize(member);
  return bytes;
}
