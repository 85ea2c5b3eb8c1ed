import { compareNumbers } from "../../../../platform/json/exact-number.ts";
import type { Json } from "../../../../platform/json/json.ts";
import { toText } from "../request/template.ts";

const NUMBER = /^-?\d{1,1000}(\.\d{1,1000})?$/;

/** Compares two positions (negative: `a` is first): numbers as numbers, whatever their length, otherwise as text. */
export function comparePositions(a: Json, b: Json): number {
  const [left, right] = [toText(a), toText(b)];
  if (NUMBER.test(left) && NUMBER.test(right)) return compareNumbers(left, right);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
