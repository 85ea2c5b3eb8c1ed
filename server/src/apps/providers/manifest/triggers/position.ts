import type { Json } from "../../../../platform/json/json.ts";
import { toText } from "../request/template.ts";

const INTEGER = /^-?\d{1,1000}$/;
const NUMBER = /^-?\d{1,100}(\.\d{1,100})?$/;

/** Compares two positions (negative: `a` is first): numbers as numbers, whatever their length, otherwise as text. */
export function comparePositions(a: Json, b: Json): number {
  const [left, right] = [toText(a), toText(b)];
  if (INTEGER.test(left) && INTEGER.test(right)) return sign(BigInt(left), BigInt(right));
  if (NUMBER.test(left) && NUMBER.test(right)) return sign(Number(left), Number(right));
  return sign(left, right);
}

function sign<Value extends bigint | number | string>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
