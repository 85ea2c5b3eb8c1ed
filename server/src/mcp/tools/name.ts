import { createHash } from "node:crypto";

const LONGEST = 64;
const HASH_LENGTH = 6;

/** The tools that every server has, or has when its list would be too long. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "get_execution",
  "list_options",
  "search_tools",
  "describe_tool",
  "call_tool",
]);

/**
 * The generated name of a tool, `<slug>_<name>_<kind>` (platform-surface 3.10). One that is too long is cut, and
 * distinguished by a hash of the whole; the same parts always give the same name.
 */
export function buildToolName(slug: string, name: string, kind: "action" | "workflow"): string {
  const whole = `${slug}_${name}`;
  const plain = wordsOf(whole);
  const suffix = `_${kind}`;
  if (plain.length > 0 && plain.length + suffix.length <= LONGEST) return plain + suffix;
  return withHash(plain, whole, suffix);
}

/** An alternative for a taken name, derived from what the tool stands for. */
export function buildOtherToolName(taken: string, id: string): string {
  return withHash(taken, id, "");
}

/** The answer for an unknown tool; its name may have any length. */
export function describeUnknownTool(name: string): string {
  return `There is no tool ${name.slice(0, 2 * LONGEST)}.`;
}

function withHash(text: string, of: string, suffix: string): string {
  const hash = createHash("sha256").update(of).digest("hex").slice(0, HASH_LENGTH);
  return `${text.slice(0, LONGEST - suffix.length - HASH_LENGTH - 1)}_${hash}${suffix}`;
}

function wordsOf(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9_-]+/g, "_")
    .replaceAll(/_{2,}/g, "_")
    .replaceAll(/^_|_$/g, "");
}
