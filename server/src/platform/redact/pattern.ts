import { createRequire } from "node:module";
import { createConstant } from "../memory/computed-once.ts";

/** A regular expression that is matched in linear time (D244). */
export interface Pattern {
  /** Maximum number of steps per character. */
  readonly size: number;
  /** Whether the text contains a match. */
  isIn(text: string): boolean;
  /** Where it matches, without empty matches. */
  findAll(text: string): PatternMatch[];
}

/** A part of a text, from `start` to before `end`. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
}

/** Why a pattern is invalid, in the words of its engine. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

// Loaded on first use: few manifests have patterns, and the engine's tables take 6 MB.
const loadEngine = createConstant(
  () => createRequire(import.meta.url)("re2js") as typeof import("re2js"), // its own types
);

/** Compiles an expression in RE2 syntax, which has neither backreferences nor lookaround. Throws `PatternError`. */
export function compilePattern(source: string): Pattern {
  const engine = loadEngine();
  try {
    const compiled = engine.RE2JS.compile(source);
    return {
      size: compiled.programSize(),
      isIn: (text) => compiled.matcher(text).find(),
      findAll: (text) => {
        const matcher = compiled.matcher(text);
        const found: PatternMatch[] = [];
        while (matcher.find())
          if (matcher.end() > matcher.start()) found.push({ start: matcher.start(), end: matcher.end() });
        return found;
      },
    };
  } catch (error) {
    if (!(error instanceof engine.RE2JSSyntaxException)) throw error;
    throw new PatternError(error.message.replace("error parsing regexp: ", ""));
  }
}
