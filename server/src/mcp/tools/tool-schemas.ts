import { estimateTokenCount } from "tokenx";
import type { Action, JsonObject, JsonSchema } from "../../apps/connector.ts";
import {
  findHeaderMarkProblem,
  HEADER_MARK,
} from "../../apps/providers/manifest/input/header-mark-problem.ts";
import {
  findCompileProblem,
  findLikelyCompileProblem,
  findSchemaProblem,
} from "../../apps/providers/manifest/input/input-check.ts";
import { createDerivation } from "../../platform/memory/computed-once.ts";
import { createNewestCache } from "../../platform/newest-cache.ts";
import { hasMarks } from "../calls/schema-marks.ts";
import { createWordings, findIdFinders, type WordingOf } from "./id-finders.ts";
import { createModelSchema, type ModelSchema } from "./model-schema.ts";
import { findOptionFields, type OptionFields } from "./option-fields.ts";
import { createToolOutput, type ToolOutput } from "./output.ts";
import type { IdFinders, ObjectSchema } from "./tool.ts";

const MOST_COMPILED = 1000;

/** What this process has computed of schemas: applications keep theirs, and each is offered to many accounts. */
export interface ToolSchemas {
  /** Why a tool cannot have this input, as a clause. */
  readonly inputProblemOf: (schema: JsonSchema) => string | undefined;
  /** Its cost for an agent, in about so many tokens. */
  readonly tokensOf: (schema: JsonSchema) => number;
  readonly outputOf: (declared: JsonSchema) => ToolOutput;
  readonly modelSchemaOf: (input: ObjectSchema) => ModelSchema;
  readonly optionFieldsOf: (input: ObjectSchema) => OptionFields;
  /** By the ids of an application's actions. */
  readonly idFindersOf: (actions: readonly Action[]) => ReadonlyMap<string, IdFinders>;
  readonly wordingOf: WordingOf;
  readonly hasMarks: (schema: JsonObject) => boolean;
  /** Whether arguments must also be in headers. */
  readonly mirrorsArguments: (schema: JsonObject) => boolean;
}

declare module "../../deps.ts" {
  interface Features {
    readonly toolSchemas: ToolSchemas;
  }
}

/** Remembers nothing yet. */
export function createToolSchemas(): ToolSchemas {
  // By text: the schemas of workflows are built anew each time.
  const compiled = createNewestCache<{ readonly problem: string | undefined }>(MOST_COMPILED);
  const findProblem = (schema: JsonSchema) => {
    const text = JSON.stringify(schema);
    const found = compiled.use(text) ?? { problem: findCompileProblem(schema) };
    compiled.set(text, found);
    return found.problem;
  };
  return {
    inputProblemOf: createDerivation((schema) => {
      const broken = schema.type === "object" ? findSchemaProblem(schema) : 'is not of type "object"';
      return broken ?? findHeaderMarkProblem(schema) ?? findLikelyCompileProblem(schema, findProblem);
    }),
    tokensOf: createDerivation((schema) => estimateTokenCount(JSON.stringify(schema))),
    outputOf: createDerivation((declared: JsonSchema) => createToolOutput(declared)),
    modelSchemaOf: createDerivation(createModelSchema),
    optionFieldsOf: createDerivation((input: ObjectSchema) => findOptionFields(input)),
    idFindersOf: createDerivation(findIdFinders),
    wordingOf: createWordings(),
    hasMarks: createDerivation(hasMarks),
    mirrorsArguments: createDerivation((schema) => JSON.stringify(schema).includes(HEADER_MARK)),
  };
}
