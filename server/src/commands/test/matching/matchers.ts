import { isObject, type Json } from "../../../platform/json/json.ts";

/** The members of objects that stand for something else than themselves. */
const MATCHERS = ["$matches", "$contains", "$exactly", "$any", "$absent"] as const;
type MatcherName = (typeof MATCHERS)[number];

/** A place that does not fit, as people read it: `steps.total.output.body.net`. */
export interface Mismatch {
  readonly path: readonly (string | number)[];
  /** What the file says, as a clause. */
  readonly expected: string;
  readonly actual: Json | undefined;
}

/** The matcher that a value of a file is, and its argument; undefined if it stands for itself. */
export function findMatcher(value: unknown): { name: MatcherName; argument: Json } | undefined {
  if (!isObject(value as Json)) return undefined;
  const [entry, ...more] = Object.entries(value as { [name: string]: Json });
  const name = MATCHERS.find((one) => one === entry?.[0]);
  return entry && name && more.length === 0 ? { name, argument: entry[1] } : undefined;
}

/** What is wrong with the matchers in a value of a file: paths with clauses. */
export function validateMatchers(
  value: unknown,
  path: readonly (string | number)[] = [],
): { path: readonly (string | number)[]; message: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => validateMatchers(item, [...path, index]));
  if (!isObject(value as Json)) return [];
  const members = Object.entries(value as object);
  const matcher = findMatcher(value);
  if (matcher) {
    const message = describeArgument(matcher.name, matcher.argument);
    return message === undefined
      ? validateMatchers(matcher.argument, [...path, matcher.name])
      : [{ path, message }];
  }
  return members.flatMap(([name, member]) =>
    name.startsWith("$")
      ? [{ path: [...path, name], message: `is no matcher on its own; there are ${MATCHERS.join(", ")}` }]
      : validateMatchers(member, [...path, name]),
  );
}

function describeArgument(name: MatcherName, argument: Json): string | undefined {
  if (name === "$any" || name === "$absent") return argument === true ? undefined : `: ${name} must be true`;
  if (name !== "$matches") return undefined;
  if (typeof argument !== "string") return ": $matches must be a regular expression as text";
  try {
    new RegExp(argument, "u");
    return undefined;
  } catch (error) {
    return `: $matches is no regular expression: ${error instanceof Error ? error.message : ""}`;
  }
}
