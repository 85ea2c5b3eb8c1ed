import type { DirectoryEntry } from "./entry-schema.ts";

/**
 * How well an application is proven, the best first: A ran against the real thing, B every request fits the vendor's
 * own document, C signs in and calls by facts, D signs in and sends raw requests.
 */
export const GRADES = ["A", "B", "C", "D"] as const;
/** One of `GRADES`. */
export type Grade = (typeof GRADES)[number];

/** The grade that the facts of an entry prove; `check:directory` refuses a proof that does not hold (D489). */
export function getGrade({ proof, check, lists, document }: DirectoryEntry): Grade {
  if (typeof proof === "object") return "A";
  if (proof === "document") return "B";
  return check === undefined && lists === undefined && document === undefined ? "D" : "C";
}
