import { isObject, type Json } from "../../platform/json/json.ts";

/**
 * The names that an expression may begin with (platform-surface 3.13, plus our `input`, `config`, `loop` and
 * `links`).
 */
export const ROOTS = [
  "input",
  "node",
  "linked_account",
  "config",
  "instance_meta_data",
  "loop",
  "links",
] as const;
export type RootName = (typeof ROOTS)[number];
/** What the expressions of one node can read; never a credential. */
export type Roots = Record<Exclude<RootName, "loop" | "links">, Json> &
  Partial<Record<"loop" | "links", Json>>;

/** A part of a text: literal, a plain path, or a JavaScript expression for the sandbox. */
export type ExpressionPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "path"; readonly path: readonly string[]; readonly source: string }
  | { readonly kind: "code"; readonly source: string };

const SEGMENT = /^(?:\.([A-Za-z_$][\w$]*|\d+)|\[(\d+)\]|\["([^"\\]*)"\]|\['([^'\\]*)'\])/;

/**
 * Splits a text at its `{{ … }}`. A plain path such as `input.items[0].id` is resolved here, on own properties only;
 * everything else is a JavaScript expression. A node's id may contain dashes in `node.<id>` and `links.<id>`, nowhere
 * else.
 */
export function parseExpressions(text: string): ExpressionPart[] {
  const parts: ExpressionPart[] = [];
  let end = 0;
  for (;;) {
    // Not a regular expression, which would search for the end again at every "{{" that has none.
    const open = text.indexOf("{{", end);
    const close = open < 0 ? -1 : text.indexOf("}}", open + 2);
    if (close < 0) break;
    if (open > end) parts.push({ kind: "text", text: text.slice(end, open) });
    parts.push(parseExpression(text.slice(open + 2, close)));
    end = close + 2;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

function parseExpression(raw: string): ExpressionPart {
  const source = raw.trim().replace(/^\$\./, "");
  const path = parsePath(source);
  return path ? { kind: "path", path, source } : { kind: "code", source };
}

function parsePath(source: string): string[] | undefined {
  const root = ROOTS.find(
    (name) => source === name || source.startsWith(`${name}.`) || source.startsWith(`${name}[`),
  );
  if (!root) return undefined;
  const path: string[] = [root];
  let rest = source.slice(root.length);
  const nodeId = root === "node" || root === "links" ? /^\.([\w-]+)/.exec(rest) : null;
  if (nodeId?.[1]) {
    path.push(nodeId[1]);
    rest = rest.slice(nodeId[0].length);
  }
  while (rest !== "") {
    const match = SEGMENT.exec(rest);
    const segment = match?.slice(1).find((one) => one !== undefined);
    if (!match || segment === undefined) return undefined;
    path.push(segment);
    rest = rest.slice(match[0].length);
  }
  return path;
}

/**
 * The value at a path, own properties only, with the length of lists and texts as in JavaScript; undefined if there
 * is none.
 */
export function resolvePath(roots: Roots, path: readonly string[]): Json | undefined {
  let value: Json | undefined = roots;
  for (const segment of path) {
    if (segment === "length" && (typeof value === "string" || Array.isArray(value))) {
      value = value.length;
      continue;
    }
    if (!(Array.isArray(value) || isObject(value)) || !Object.hasOwn(value, segment)) return undefined;
    value = Array.isArray(value) ? value[Number(segment)] : value[segment];
  }
  return value;
}

const PLAIN_PATH = /^([A-Za-z_$][\w$]*)(?:\.[A-Za-z_$][\w$]*|\[\d+\]|\["[^"\\]*"\]|\['[^'\\]*'\])*$/;

/** The first name of an expression that is only a path, such as `item` of `item.id[0]`; undefined for any other. */
export function findRootName(source: string): string | undefined {
  return PLAIN_PATH.exec(source)?.[1];
}
