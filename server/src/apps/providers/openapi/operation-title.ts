import type { DocumentOperation } from "./operations.ts";
import { toShortText } from "./read-json.ts";
import { findResourceName } from "./resource-name.ts";

/**
 * What an operation is called: its summary, unless that is an identifier such as `getInvoicesById`; otherwise words for
 * what its method does at its path, or the words of its id.
 */
export function buildOperationTitle({ id, method, path, source }: DocumentOperation): string {
  const summary = toShortText(source.summary, 200);
  if (summary !== undefined && !isIdentifier(summary)) return summary;
  return titlePath(method, path) ?? toSentence(id.replaceAll("_", " "));
}

/** `getInvoicesById`, `get_invoices`, `InvoicesController.get()`: a name in code, not words. */
export function isIdentifier(text: string): boolean {
  return /^[\w.]+(\(\))?$/.test(text) && /[a-z][A-Z]|_|\.|\(\)/.test(text);
}

const METHODS: Readonly<Record<string, string>> = { PUT: "Update", PATCH: "Update", DELETE: "Delete" };

/** "List invoices", "Get an invoice", for paths that end in a resource or in the id of one. */
function titlePath(method: string, path: string): string | undefined {
  const resource = findResourceName(path);
  if (resource === undefined) return undefined;
  const { one, many } = resource.words;
  const isItem = /\{[^{}]*\}$/.test(path);
  // A path whose last word is no plural may be anything, such as a command.
  if (one === many) return undefined;
  const a = /^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`;
  if (method === "GET") return isItem ? `Get ${a}` : `List ${many}`;
  if (method === "POST") return isItem ? undefined : `Create ${a}`;
  return isItem ? `${METHODS[method]} ${a}` : `${METHODS[method]} ${many}`;
}

function toSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
