import { createRequire } from "node:module";

/** A regular expression that is matched in time proportional to the text (D244). */
export interface Pattern {
  /** Steps that it takes for each character, at most. */
  readonly size: number;
  /** Whether it is found anywhere in the text. */
  isIn(text: string): boolean;
}

/** Why a text is no pattern, in the words of its engine. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

// Few manifests have patterns, and the engine's tables take 6 MB.
let engine: typeof import("re2js") | undefined;

/** Compiles an expression in the syntax of RE2, which has no back references and does not look around. Throws `PatternError`. */
export function compilePattern(source: string): Pattern {
  engine ??= createRequire(import.meta.url)("re2js") as typeof import("re2js"); // its own types
  try {
    const compiled = engine.RE2JS.compile(source);
    return { size: compiled.programSize(), isIn: (text) => compiled.matcher(text).find() };
  } catch (error) {
    if (!(error instanceof engine.RE2JSSyntaxException)) throw error;
    throw new PatternError(error.message.replace("error parsing regexp: ", ""));
  }
}
