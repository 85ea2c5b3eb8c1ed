import type { JsonObject, JsonSchema } from "../../apps/connector.ts";
import {
  createInputCheck,
  createQuickCheck,
  findSchemaProblem,
} from "../../apps/providers/manifest/input/input-check.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { isCostlyToCompile } from "../../platform/json/plain-schema.ts";
import type { SlowCheck } from "../../platform/json/schema-check.ts";
import { stopAtTooLong } from "../../platform/json/schema-size.ts";
import { buildPromisedSchema } from "./promised-schema.ts";

/** How a tool's results are given to an agent as structured content. */
export interface ToolOutput {
  /** The schema in `tools/list`; absent if nothing is known. */
  readonly schema?: JsonSchema;
  /** The value as an object that keeps the promise; undefined if that is not possible. */
  structure(value: Json, slow?: SlowCheck): Promise<JsonObject | undefined>;
  /**
   * A message in place of a result, as structured content that keeps the promise: under `junctor_<name>` if the
   * result has something else under a name; undefined if the promise leaves no room for it.
   */
  tell(facts: JsonObject): JsonObject | undefined;
}

/**
 * The output of a tool whose results should match `declared`. A client refuses a result that breaks its schema, even
 * if the call has worked: so the schema promises no more than types, and values of other types go under
 * `not_as_declared` in the structured content. A value that is not an object goes under `data`.
 */
export function createToolOutput(declared: JsonSchema | undefined): ToolOutput {
  return declared === undefined ? OF_ANYTHING : outputOf(declared);
}

const OF_ANYTHING: ToolOutput = {
  structure: async (value) => (isObject(value) ? value : undefined),
  tell: (facts) => facts,
};

function outputOf(declared: JsonSchema): ToolOutput {
  // What cannot be checked in full is not promised.
  if (isCostlyToCompile(declared) || findSchemaProblem(declared) !== undefined) return OF_ANYTHING;
  const wraps = declared.type !== "object";
  const schema = buildPromisedSchema(declared);
  if (isCostlyToCompile(schema)) return OF_ANYTHING;
  const check = createInputCheck(schema);
  const checkFacts = createQuickCheck(schema);
  const fits = (value: JsonObject) => checkFacts(value) === undefined;
  return {
    schema,
    structure: (value, slow) => {
      const checkSlowly = slow && stopAtTooLong(slow);
      const keeps: ResultCheck = async (one) => (await check(one, checkSlowly)) === undefined;
      const whole: Json = wraps ? { data: value } : value;
      return isObject(whole) ? fitting(whole, keeps) : withRest({}, value, keeps);
    },
    tell: (facts) => {
      const named = Object.entries(facts).map(([name, fact]) => [
        fits({ [name]: fact }) ? name : `junctor_${name}`,
        fact,
      ]);
      const whole: JsonObject = Object.fromEntries(named);
      return fits(whole) ? whole : undefined;
    },
  };
}

type ResultCheck = (value: JsonObject) => Promise<boolean>;

async function fitting(whole: JsonObject, fits: ResultCheck): Promise<JsonObject> {
  if (await fits(whole)) return whole;
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(whole))
    if (await fits({ [name]: member })) members.push([name, member]);
  const kept = Object.fromEntries(members);
  if (!(await fits(kept))) return withRest({}, whole, fits);
  const rest = Object.entries(whole).filter(([name]) => !Object.hasOwn(kept, name));
  return withRest(kept, Object.fromEntries(rest), fits);
}

/** Many clients show the model only the structured content: anything left out of it would not be seen at all. */
async function withRest(kept: JsonObject, rest: Json, fits: ResultCheck): Promise<JsonObject> {
  const whole = { not_as_declared: rest, ...kept };
  return (await fits(whole)) ? whole : kept;
}
