import { isObject, type Json } from "../../platform/json/json.ts";
import { ShapeError } from "../../platform/json/json-shape.ts";
import { getKnownSize } from "../../platform/measured-value.ts";
import type { Sandbox, SandboxLimits, SandboxResult } from "../../platform/sandbox/sandbox.ts";
import { createAllowance, type ExpressionCache, evaluateSimple } from "../simple-expressions/evaluate.ts";
import { type ExpressionPart, parseExpressions, type Roots, resolvePath } from "./expressions.ts";
import { RenderError } from "./render-error.ts";
import { filterScriptRoots } from "./script-roots.ts";

/** A node's settings with all expressions evaluated, and warnings for the run's log. */
export interface RenderedSettings {
  readonly value: Json;
  readonly warnings: string[];
  /**
   * Whether it renders to the same value again: no script read the clock or randomness, and nothing reads the account,
   * which may change.
   */
  readonly isRepeatable: boolean;
}

/** Special rules for the texts under a key, where the default would be dangerous. */
export type TextMode =
  /** An address: each value inside is encoded as one part and must not be empty, `.` or `..`. */
  | "address"
  /** A missing value is an error and not an empty string; a value that is itself null may stand alone. */
  | "complete";

/**
 * Evaluates every `{{ … }}` in the texts of `template`. A text that is one expression becomes the value itself, with
 * its type; inside a longer text the value is written out. A missing path is null, with a warning. Simple JavaScript
 * expressions are computed here (D419), all others in one call to the sandbox; the first that fails throws
 * RenderError. Texts are counted while they are built; throws a ShapeError beyond 16 MiB.
 */
export async function render(
  template: Json,
  roots: Roots,
  { readings = {}, moreRoom = () => Promise.resolve(), ...tools }: RenderContext,
): Promise<RenderedSettings> {
  const { results, isRepeatable } = await evaluate(template, roots, tools);
  throwFirstError(results);
  try {
    return { ...fill(template, { roots, results, readings }, newRoom(FREE_BYTES)), isRepeatable };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    await moreRoom();
    return { ...fill(template, { roots, results, readings }, newRoom(MOST_BYTES)), isRepeatable };
  }
}

/** How much text is written without asking for memory; values outside longer texts are not written at all. */
const FREE_BYTES = 256 * 1024;
const MOST_BYTES = 16 * 2 ** 20;

/** A text to render by itself, and its rule. */
export interface SingleText {
  readonly text: string;
  readonly reading?: TextMode;
}

/**
 * Renders each text separately, as `render` would as part of a node's settings: an error in one does not affect the
 * others. Expressions that are not simple are evaluated in one call to the sandbox.
 */
export async function renderEach(
  texts: readonly SingleText[],
  roots: Roots,
  { limits, ...tools }: ExpressionTools & { readonly limits: Partial<SandboxLimits> },
): Promise<(RenderedSettings | RenderError)[]> {
  const { results, isRepeatable } = await evaluate(
    texts.map(({ text }) => text),
    roots,
    tools,
    limits,
  );
  return texts.map(({ text, reading }) => {
    try {
      const readings = reading && { [ONLY]: reading };
      const { value, warnings } = fill(
        { [ONLY]: text },
        { roots, results, readings: readings ?? {} },
        newRoom(FREE_BYTES),
      );
      return { value: (value as { [ONLY]: Json })[ONLY], warnings, isRepeatable };
    } catch (error) {
      if (error instanceof RenderError) return error;
      if (error instanceof ShapeError) return new RenderError(`The text ${error.message}.`);
      throw error;
    }
  });
}

const ONLY = "text";

/** What expressions are computed with. */
interface ExpressionTools {
  readonly sandbox: Sandbox;
  /** Without one, each expression is compiled again. */
  readonly expressionCache?: ExpressionCache;
}

/** What rendering is done with. */
export interface RenderContext extends ExpressionTools {
  /** The keys of the template with special rules. */
  readonly readings?: Readonly<Record<string, TextMode>>;
  /** Waits until as much text may be built as one node may build. */
  readonly moreRoom?: () => Promise<void>;
}

/** The result of a JavaScript expression, computed here or in the sandbox. */
type Result = { readonly value: Json } | Extract<SandboxResult, { ok: false }>;
/** By the expressions' sources. */
type Results = ReadonlyMap<string, Result | undefined>;

interface Values {
  readonly roots: Roots;
  readonly results: Results;
  readonly readings: Readonly<Record<string, TextMode>>;
}

function fill(
  template: Json,
  { roots, results, readings }: Values,
  room: RenderBudget,
): Omit<RenderedSettings, "isRepeatable"> {
  const warnings: string[] = [];
  const lookUp = (part: ExpressionPart, reading?: TextMode): Json => {
    if (part.kind === "text") return part.text;
    if (part.kind === "code") return resultOf(results, part.source);
    if (part.path[0] === "linked_account" && part.path[1] === "auth_credentials") {
      throw new RenderError(
        `{{ ${part.source} }}: expressions cannot read credentials; use an action.`,
        part.source,
      );
    }
    const value = resolvePath(roots, part.path);
    if (value === undefined && reading !== undefined) throw missing(part.source, reading);
    if (value === undefined) warnings.push(`{{ ${part.source} }} has no value; null is used.`);
    return value ?? null;
  };
  if (!isObject(template)) {
    return { value: replace(template, writerOf(lookUp, room)), warnings };
  }
  const entries = Object.entries(template).map(([key, item]) => [
    key,
    replace(item, writerOf(lookUp, room, getTextMode(readings, key))),
  ]);
  return { value: Object.fromEntries(entries), warnings };
}

/** The rule for the text under a key, which may have the name of a member that every object has. */
export function getTextMode(readings: Readonly<Record<string, TextMode>>, key: string): TextMode | undefined {
  return Object.hasOwn(readings, key) ? readings[key] : undefined;
}

type PartLookup = (part: ExpressionPart, reading?: TextMode) => Json;
type Writer = (parts: readonly ExpressionPart[]) => Json;

/** How a text with expressions becomes a value. */
function writerOf(lookUp: PartLookup, room: RenderBudget, reading?: TextMode): Writer {
  return (parts) => {
    const [only] = parts;
    // What authenticates a request or narrows it must not be lost silently.
    if (only && parts.length === 1) return lookUp(only, reading);
    const texts = parts.map((part, index) => {
      const value = lookUp(part);
      // Counted before it is written, where possible: a short template can name a long value thousands of times.
      const bytes = getKnownSize(value);
      takeRoom(room, bytes);
      const text = writePart(part, value, { index, reading });
      takeRoom(room, Math.max(0, text.length - bytes));
      return text;
    });
    return texts.join("");
  };
}

function writePart(
  part: ExpressionPart,
  value: Json,
  { index, reading }: { index: number; reading?: TextMode },
): string {
  const text = writeOut(value);
  if (part.kind === "text" || reading === undefined) return text;
  if (text === "")
    throw new RenderError(
      `{{ ${part.source} }} has no value, and the text around it needs one.`,
      part.source,
    );
  // A value at the beginning of an address is the base address itself.
  if (reading === "complete" || index === 0) return text;
  if (text === "." || text === "..")
    throw new RenderError(
      `{{ ${part.source} }} is "${text}", which cannot be part of an address.`,
      part.source,
    );
  return encodeURIComponent(text.toWellFormed());
}

/** How much text may still be built. */
interface RenderBudget {
  readonly most: number;
  left: number;
}

function newRoom(most: number): RenderBudget {
  return { most, left: most };
}

function takeRoom(room: RenderBudget, bytes: number): void {
  room.left -= bytes;
  if (room.left < 0) throw new ShapeError("TOO_LARGE", room.most);
}

function missing(source: string, reading: TextMode): RenderError {
  const why =
    reading === "address" ? ", and an address needs one." : '; write "?? null" for one that may be left out.';
  return new RenderError(`{{ ${source} }} has no value${why}`, source);
}

async function evaluate(
  template: Json,
  roots: Roots,
  { sandbox, expressionCache }: ExpressionTools,
  limits?: Partial<SandboxLimits>,
): Promise<{ readonly results: Results; readonly isRepeatable: boolean }> {
  const sources = new Set<string>();
  let namesAccount = false;
  visitParts(template, (part) => {
    if (part.kind === "text") return;
    if (part.kind === "code") sources.add(part.source);
    // An escape may spell the name.
    namesAccount ||= /linked_account|\\u/.test(part.source);
  });
  const allowance = createAllowance();
  const results = new Map<string, Result | undefined>();
  for (const source of sources)
    results.set(source, evaluateSimple(source, roots, allowance, expressionCache));
  const others = [...sources].filter((source) => !results.get(source));
  if (others.length === 0) return { results, isRepeatable: !namesAccount };
  const given = filterScriptRoots(others, roots);
  const endings = await sandbox.evaluate(others, given, limits);
  for (const [index, source] of others.entries()) results.set(source, endings[index]);
  const areRepeatable = endings.every((ending) => ending.ok && ending.isRepeatable);
  const readsAccount = namesAccount || Object.hasOwn(given, "linked_account");
  return { results, isRepeatable: areRepeatable && !readsAccount };
}

function throwFirstError(results: Results): void {
  for (const source of results.keys()) resultOf(results, source);
}

function resultOf(results: Results, source: string): Json {
  const result = results.get(source);
  if (result && "value" in result) return result.value;
  throw new RenderError(`{{ ${source} }}: ${result?.error.message ?? "no result"}`, source);
}

function visitParts(value: Json, visit: (part: ExpressionPart) => void): void {
  if (typeof value === "string") {
    for (const part of parseExpressions(value)) visit(part);
  } else if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) visitParts(item, visit);
  }
}

function replace(value: Json, write: Writer): Json {
  if (typeof value === "string") return write(parseExpressions(value));
  if (Array.isArray(value)) return value.map((item) => replace(item, write));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item, write)]));
}

function writeOut(value: Json): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
