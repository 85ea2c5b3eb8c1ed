import type { Json } from "../../platform/json.ts";
import { getKnownSize } from "../../platform/measured-value.ts";
import { createNewestCache } from "../../platform/newest-kept.ts";
import type { Roots } from "../definition/expressions.ts";
import { compileExpression } from "./compile.ts";
import {
  type Allowance,
  type Compute,
  type EvaluationScope,
  isPrimitive,
  requireSandbox,
  type ScriptValue,
  UNDECIDED,
} from "./value.ts";

// What an expression of the sandbox may come to is larger; the sandbox refuses what is too large.
const MOST_BYTES = 128 * 1024;
const MOST_LOOKED_AT = 256 * 1024;
// A longer source is worth the way to the sandbox; nobody could interrupt what reads it here.
const LONGEST_SOURCE = 2000;
// About what the functions take that a character of the source becomes at most.
const BYTES_A_CHARACTER = 200;

interface CompiledExpression {
  readonly bytes: number;
  readonly compute: Compute | undefined;
}

const compiled = createNewestCache<CompiledExpression>(5000, 8 * 2 ** 20, ({ bytes }) => bytes);

/** What the simple expressions of one step may look at together, so that no number of them holds the process up. */
export function createAllowance(): Allowance {
  return { left: MOST_LOOKED_AT };
}

/**
 * What a simple expression comes to, as the sandbox would say; undefined where it must be asked. Simple are paths,
 * arithmetic, comparison, `?:`, `&&`, `||`, `??`, template literals, lists and some methods (D419); what fails is not
 * simple, so that errors are the sandbox's.
 */
export function evaluateSimple(
  source: string,
  roots: Roots,
  allowance: Allowance,
): { value: Json } | undefined {
  const compute = compiledOf(source);
  if (!compute) return undefined;
  const scope: EvaluationScope = { roots, allowance, made: new WeakSet() };
  try {
    return { value: resultOf(scope, compute(scope)) };
  } catch (error) {
    // Of an expression nested so deeply that this stack ends.
    if (error === UNDECIDED || error instanceof RangeError) return undefined;
    throw error;
  }
}

function compiledOf(source: string): Compute | undefined {
  if (source.length > LONGEST_SOURCE) return undefined;
  const known = compiled.get(source);
  if (known) return known.compute;
  // A text of its own: the engine keeps the whole text alive of which another one is a part.
  const key = Buffer.from(source, "utf16le").toString("utf16le");
  const compute = compileExpression(key);
  compiled.set(key, { compute, bytes: BYTES_A_CHARACTER * (1 + source.length) });
  return compute;
}

/** As JSON, which the sandbox answers with: it has neither undefined nor NaN nor -0. */
function resultOf(scope: EvaluationScope, value: ScriptValue): Json {
  if (typeof value === "number") return Number.isFinite(value) ? value || 0 : null;
  if (isPrimitive(value)) return getKnownSize(value) > MOST_BYTES ? requireSandbox() : (value ?? null);
  if (getKnownSize(value) > MOST_BYTES) return requireSandbox();
  if (!Array.isArray(value) || !scope.made.has(value)) return value;
  return value.map((item) => resultOf(scope, item));
}
