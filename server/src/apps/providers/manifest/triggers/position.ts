import { compareNumbers } from "../../../../platform/json/exact-number.ts";
import type { Json } from "../../../../platform/json/json.ts";
import { parseForeignJson } from "../../../../platform/json/json-shape.ts";
import { toText } from "../request/template.ts";

const NUMBER = /^-?\d{1,1000}(\.\d{1,1000})?$/;

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Compares two positions (negative: `a` is first): numbers as numbers, whatever their length, dates with
 * different offsets as moments, otherwise as text. Dates in a shop's own time change their offset twice a year.
 */
export function comparePositions(a: Json, b: Json): number {
  const [left, right] = [toText(a), toText(b)];
  if (NUMBER.test(left) && NUMBER.test(right)) return compareNumbers(left, right);
  const [offset, other] = [MOMENT.exec(left)?.[1], MOMENT.exec(right)?.[1]];
  if (offset !== undefined && other !== undefined && offset !== other) {
    const difference = Date.parse(left) - Date.parse(right);
    if (!Number.isNaN(difference)) return difference;
  }
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:([T ])(\d{2}:\d{2})(:\d{2})?(.*))?$/s;
const DECIMAL = /^(\d{1,100})(\.\d{1,100})?$/;
// 1973 in milliseconds, the year 5138 in seconds.
const FIRST_MILLISECONDS = 100_000_000_000n;

/** How far back of the newest position items are looked for again: a time, or a number in the position's own unit. */
export interface PositionDistance {
  seconds?: number;
  number?: number;
}

/**
 * The position that lies `distance` before `position`, in the same form and of the same JSON type; undefined if it is
 * no number, nor a date where the distance is a time. Numbers are seconds or milliseconds since 1970 there.
 */
export function getEarlierPosition(
  position: Json,
  { seconds, number = 0 }: PositionDistance,
): Json | undefined {
  const text = toText(position);
  const moved = seconds === undefined ? moveNumber(text, () => BigInt(number)) : moveTime(text, seconds);
  if (moved === undefined || typeof position === "string") return moved;
  return parseForeignJson(moved);
}

function moveTime(text: string, seconds: number): string | undefined {
  const [, date, separator = "", minutes = "", second = "", rest = ""] = DATE.exec(text) ?? [];
  if (date === undefined) {
    return moveNumber(text, (at) => BigInt(seconds) * (at < FIRST_MILLISECONDS ? 1n : 1000n));
  }
  // The zone stays as it is, so that the texts still compare.
  const at = Date.parse(`${date}T${minutes === "" ? "00:00" : minutes}${second === "" ? ":00" : second}Z`);
  if (Number.isNaN(at)) return undefined;
  const moved = new Date(at - seconds * 1000).toISOString();
  const time = moved.slice(11, 11 + minutes.length + second.length);
  return `${moved.slice(0, 10)}${separator}${time}${rest}`;
}

function moveNumber(text: string, distanceAt: (at: bigint) => bigint): string | undefined {
  const [, whole, fraction = ""] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const at = BigInt(whole);
  const moved = at - distanceAt(at);
  return moved < 0n ? "0" : `${moved}${fraction}`;
}
