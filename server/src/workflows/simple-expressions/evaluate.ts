import type { Json } from "../../platform/json/json.ts";
import { getKnownSize } from "../../platform/measured-value.ts";
import { createNewestCache, type NewestCache } from "../../platform/newest-cache.ts";
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

// An expression in the sandbox may return more; the sandbox refuses what is too large.
const MOST_BYTES = 128 * 1024;
const MOST_LOOKED_AT = 256 * 1024;
// A longer source is worth the trip to the sandbox; nothing could interrupt its parsing here.
const LONGEST_SOURCE = 2000;
// About how many characters the compiled functions take for each character of source.
const BYTES_A_CHARACTER = 200;

interface CompiledExpression {
  readonly bytes: number;
  readonly compute: Compute | undefined;
}

/** Compiled expressions by source. */
export type ExpressionCache = NewestCache<CompiledExpression>;

declare module "../../deps.ts" {
  interface Features {
    readonly expressionCache: ExpressionCache;
  }
}

/** Creates an empty cache. */
export function createExpressionCache(): ExpressionCache {
  return createNewestCache(5000, 8 * 2 ** 20, ({ bytes }) => bytes);
}

/** What the simple expressions of one step may process together, so that no number of them blocks the process. */
export function createAllowance(): Allowance {
  return { left: MOST_LOOKED_AT };
}

/**
 * The value of a simple expression, as the sandbox would return it; undefined if the sandbox must be asked. Simple
 * are paths, arithmetic, comparison, `?:`, `&&`, `||`, `??`, template literals, lists and some methods (D419);
 * anything that fails is not simple, so that errors come from the sandbox.
 */
export function evaluateSimple(
  source: string,
  roots: Roots,
  allowance: Allowance,
  compiled = createExpressionCache(),
): { value: Json } | undefined {
  const compute = compiledOf(compiled, source);
  if (!compute) return undefined;
  const scope: EvaluationScope = { roots, allowance, made: new WeakSet() };
  try {
    return { value: resultOf(scope, compute(scope)) };
  } catch (error) {
    // For an expression nested so deeply that this stack overflows.
    if (error === UNDECIDED || error instanceof RangeError) return undefined;
    throw error;
  }
}

function compiledOf(compiled: ExpressionCache, source: string): Compute | undefined {
  if (source.length > LONGEST_SOURCE) return undefined;
  const known = compiled.get(source);
  if (known) return known.compute;
  // A text of its own: the engine keeps a whole text alive for any part of it.
  const key = Buffer.from(source, "utf16le").toString("utf16le");
  const compute = compileExpression(key);
  compiled.set(key, { compute, bytes: BYTES_A_CHARACTER * (1 + source.length) });
  return compute;
}

/** As JSON, as the sandbox returns it: without undefined, NaN and -0. */
function resultOf(scope: EvaluationScope, value: ScriptValue): Json {
  if (typeof value === "number") return Number.isFinite(value) ? value || 0 : null;
  if (isPrimitive(value)) return getKnownSize(value) > MOST_BYTES ? requireSandbox() : (value ?? null);
  if (getKnownSize(value) > MOST_BYTES) return requireSandbox();
  if (!Array.isArray(value) || !scope.made.has(value)) return value;
  return value.map((item) => resultOf(scope, item));
}
