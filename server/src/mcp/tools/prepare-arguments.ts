import type { JsonObject, JsonSchema } from "../../apps/connector.ts";
import type { Deps } from "../../deps.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { findNearName } from "../../platform/near-name.ts";

/** The arguments of a call, and what is wrong with them, as a sentence without its full stop. */
export interface PreparedArguments {
  readonly args: JsonObject;
  readonly problem: string | undefined;
}

/** The part of a tool that arguments are checked by. */
interface ArgumentsOf {
  readonly schema: JsonSchema;
  check(args: JsonObject): Promise<string | undefined> | string | undefined;
}

/**
 * Checks the arguments of a call. Models send null for what they leave out, so a null that an optional argument cannot
 * have is dropped. Says everything that is wrong at once, since each further call costs an agent a turn.
 */
export async function prepareArguments(
  deps: Pick<Deps, "inputChecksOf" | "sandbox">,
  { schema, check }: ArgumentsOf,
  given: JsonObject,
): Promise<PreparedArguments> {
  const first = await check(given);
  if (first === undefined) return { args: given, problem: undefined };
  const args = await withoutNulls(deps, schema, given);
  const problem = args === given ? first : await check(args);
  if (problem === undefined) return { args, problem };
  const all = await findProblems(deps, schema, args);
  // A tool may know more than its schema says.
  const isOneOf = all.some((one) => one.startsWith(problem));
  return { args: given, problem: isOneOf ? all.join("; ") : problem };
}

async function withoutNulls(
  deps: Pick<Deps, "inputChecksOf" | "sandbox">,
  schema: JsonSchema,
  args: JsonObject,
): Promise<JsonObject> {
  const required = listRequired(schema);
  const isDropped = async ([name, value]: [string, Json]) =>
    value === null &&
    !required.includes(name) &&
    (await checkMember(deps, schema, name, value)) !== undefined;
  const entries = Object.entries(args);
  const dropped = await Promise.all(entries.map(isDropped));
  return dropped.includes(true) ? Object.fromEntries(entries.filter((_, index) => !dropped[index])) : args;
}

async function findProblems(
  deps: Pick<Deps, "inputChecksOf" | "sandbox">,
  schema: JsonSchema,
  args: JsonObject,
): Promise<string[]> {
  const declared = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const missing = listRequired(schema).filter((name) => !Object.hasOwn(args, name));
  const isUnknown = (name: string) => schema.additionalProperties === false && !declared.includes(name);
  const problems = missing.length > 0 ? [`The input must have ${toNames(missing)}`] : [];
  for (const [name, value] of Object.entries(args)) {
    const problem = isUnknown(name)
      ? describeUnknown(name, declared)
      : await checkMember(deps, schema, name, value);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

function checkMember(
  { inputChecksOf, sandbox }: Pick<Deps, "inputChecksOf" | "sandbox">,
  schema: JsonSchema,
  name: string,
  value: Json,
): Promise<string | undefined> {
  return inputChecksOf(schema).members({ [name]: value }, sandbox.checkValue);
}

function describeUnknown(name: string, declared: readonly string[]): string {
  const near = findNearName(name, declared);
  const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
  return `The input must not have the property "${name.slice(0, 100)}"${hint}`;
}

const toNames = (names: readonly string[]) =>
  new Intl.ListFormat("en").format(names.map((name) => `"${name}"`));

function listRequired({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}
