import type { Grade } from "../connector.ts";
import type { DirectoryEntry } from "./entry-schema.ts";
import { toTemplate } from "./places.ts";

/**
 * The entry that an application of the environment's own was added from, as far as its facts still hold: with another
 * base URL it is another application.
 */
export function isAddedFrom(
  entry: DirectoryEntry,
  { baseUrl }: { readonly baseUrl: string | undefined },
): boolean {
  return baseUrl === toTemplate(entry.url);
}

/** The grade that the facts of an entry prove; `check:directory` refuses a proof that does not hold (D489). */
export function getGrade({ proof, check, lists, document }: DirectoryEntry): Grade {
  if (typeof proof === "object") return "A";
  if (proof === "document") return "B";
  return check === undefined && lists === undefined && document === undefined ? "D" : "C";
}
