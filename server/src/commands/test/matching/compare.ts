import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "../../../platform/json/json.ts";
import { findMatcher, type Mismatch } from "./matchers.ts";

type Path = Mismatch["path"];

// Longer values hide what is wrong.
const LONGEST_VALUE = 300;

/**
 * Where a value is not as a file expects it. An object may have further members, unless `$exactly` stands around it; a
 * list has exactly the expected items, in order.
 */
export function compareValue(expected: unknown, actual: Json | undefined, path: Path = []): Mismatch[] {
  return compare(expected as Json, actual, { path, isExact: false });
}

interface ComparedPlace {
  readonly path: Path;
  /** Whether objects have no further members. */
  readonly isExact: boolean;
}

function compare(expected: Json, actual: Json | undefined, place: ComparedPlace): Mismatch[] {
  const matcher = findMatcher(expected);
  if (matcher) return compareMatcher(matcher, actual, place);
  if (Array.isArray(expected)) return compareItems(expected, actual, place);
  if (isObject(expected)) return compareMembers(expected, actual, place);
  return isDeepStrictEqual(expected, actual)
    ? []
    : [{ path: place.path, expected: renderValue(expected), actual }];
}

function compareMembers(
  expected: { [name: string]: Json },
  actual: Json | undefined,
  place: ComparedPlace,
): Mismatch[] {
  const { path, isExact } = place;
  if (!isObject(actual)) return [{ path, expected: renderValue(expected), actual }];
  const wrong = Object.entries(expected).flatMap(([name, value]) =>
    compare(value, actual[name], { path: [...path, name], isExact }),
  );
  const more = isExact ? Object.keys(actual).filter((name) => !(name in expected)) : [];
  return [
    ...wrong,
    ...more.map((name) => ({ path: [...path, name], expected: "no such member", actual: actual[name] })),
  ];
}

function compareItems(expected: readonly Json[], actual: Json | undefined, place: ComparedPlace): Mismatch[] {
  const { path, isExact } = place;
  if (!Array.isArray(actual)) return [{ path, expected: renderValue([...expected]), actual }];
  if (actual.length !== expected.length)
    return [{ path, expected: `${countItems(expected.length)}: ${renderValue([...expected])}`, actual }];
  return expected.flatMap((item, index) => compare(item, actual[index], { path: [...path, index], isExact }));
}

function compareMatcher(
  { name, argument }: NonNullable<ReturnType<typeof findMatcher>>,
  actual: Json | undefined,
  { path, isExact }: ComparedPlace,
): Mismatch[] {
  const failed = (expected: string) => [{ path, expected, actual }];
  switch (name) {
    case "$any":
      return actual === undefined ? failed("anything") : [];
    case "$absent":
      return actual === undefined ? [] : failed("nothing there");
    case "$exactly":
      return compare(argument, actual, { path, isExact: true });
    case "$matches":
      return typeof actual === "string" && new RegExp(String(argument), "u").test(actual)
        ? []
        : failed(`a text that matches ${argument}`);
    case "$contains":
      return contains(argument, actual, isExact)
        ? []
        : failed(`something that contains ${renderValue(argument)}`);
  }
}

/** A text contains a text; a list contains an item, or each item of a list. */
function contains(argument: Json, actual: Json | undefined, isExact: boolean): boolean {
  if (typeof actual === "string") return typeof argument === "string" && actual.includes(argument);
  if (!Array.isArray(actual)) return false;
  const wanted = Array.isArray(argument) ? argument : [argument];
  const fits = (one: Json, item: Json) => compare(one, item, { path: [], isExact }).length === 0;
  return wanted.every((one) => actual.some((item) => fits(one, item)));
}

function countItems(count: number): string {
  return count === 1 ? "a list of 1 item" : `a list of ${count} items`;
}

/** A value on one line. */
export function renderValue(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}
