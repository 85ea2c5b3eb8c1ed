import { ExactNumber } from "../../platform/json/exact-number.ts";
import {
  type EvaluationScope,
  isPrimitive,
  isTruthy,
  type Primitive,
  requireSandbox,
  type ScriptValue,
  spendCost,
} from "./value.ts";

/** A method or function of JavaScript; throws UNDECIDED for arguments that it leaves to the sandbox. */
type ScriptMethod<Receiver> = (
  receiver: Receiver,
  args: readonly ScriptValue[],
  scope: EvaluationScope,
) => ScriptValue;

const MOST_PADDED = 1000;
const ASCII = /^[\0-\x7f]*$/;

// None takes a regular expression (D244).
const TEXT_METHODS = new Map<string, ScriptMethod<string>>([
  // Beyond ASCII, two engines may have different versions of Unicode.
  ["toUpperCase", (text, args) => ascii(text, args).toUpperCase()],
  ["toLowerCase", (text, args) => ascii(text, args).toLowerCase()],
  ["trim", (text, args) => none(args, text.trim())],
  ["trimStart", (text, args) => none(args, text.trimStart())],
  ["trimEnd", (text, args) => none(args, text.trimEnd())],
  ["toString", (text, args) => none(args, text)],
  ["includes", (text, args, scope) => text.includes(sought(args, scope, text.length))],
  ["startsWith", (text, args, scope) => text.startsWith(sought(args, scope, text.length))],
  ["endsWith", (text, args, scope) => text.endsWith(sought(args, scope, text.length))],
  ["indexOf", (text, args, scope) => text.indexOf(sought(args, scope, text.length))],
  ["slice", (text, args) => text.slice(...positions(args, 2))],
  ["substring", (text, args) => text.substring(first(args, 2), positions(args, 2)[1])],
  ["charAt", (text, args) => text.charAt(first(args, 1))],
  ["at", (text, args) => text.at(first(args, 1))],
  ["padStart", (text, args, scope) => text.padStart(...padding(args, scope))],
  ["padEnd", (text, args, scope) => text.padEnd(...padding(args, scope))],
  ["split", (text, args, scope) => splitText(text, args, scope)],
]);

const LIST_METHODS = new Map<string, ScriptMethod<readonly ScriptValue[]>>([
  ["includes", (list, args, scope) => comparable(list).includes(soughtItem(args, scope, list.length))],
  ["indexOf", (list, args, scope) => comparable(list).indexOf(soughtItem(args, scope, list.length))],
  ["at", (list, args) => list.at(first(args, 1))],
  ["slice", (list, args, scope) => madeList(scope, list.slice(...positions(args, 2)))],
  ["join", joinList],
]);

const NUMBER_METHODS = new Map<string, ScriptMethod<number>>([
  ["toFixed", toFixed],
  ["toString", (number, args) => none(args, String(number))],
]);

/** Calls a method of a value; throws UNDECIDED for one that is left to the sandbox. */
export function callMethod(
  scope: EvaluationScope,
  receiver: ScriptValue,
  { name, args }: { readonly name: string; readonly args: readonly ScriptValue[] },
): ScriptValue {
  if (typeof receiver === "string") {
    spendCost(scope, receiver.length);
    return (TEXT_METHODS.get(name) ?? requireSandbox)(receiver, args, scope);
  }
  if (Array.isArray(receiver)) {
    spendCost(scope, receiver.length);
    return (LIST_METHODS.get(name) ?? requireSandbox)(receiver, args, scope);
  }
  if (typeof receiver === "number")
    return (NUMBER_METHODS.get(name) ?? requireSandbox)(receiver, args, scope);
  if (typeof receiver === "boolean" && name === "toString") return none(args, String(receiver));
  return requireSandbox();
}

/** The functions that an expression may call by name. */
export const FUNCTIONS = new Map<string, ScriptMethod<undefined>>([
  ["String", (_, args) => String(primitive(args))],
  ["Number", (_, args) => Number(primitive(args))],
  ["Boolean", (_, args) => (args.length === 1 ? isTruthy(args[0]) : requireSandbox())],
  ["Array.isArray", (_, args) => (args.length === 1 ? Array.isArray(args[0]) : requireSandbox())],
  ["Math.abs", (_, args) => Math.abs(number(args))],
  ["Math.ceil", (_, args) => Math.ceil(number(args))],
  ["Math.floor", (_, args) => Math.floor(number(args))],
  ["Math.round", (_, args) => Math.round(number(args))],
  ["Math.trunc", (_, args) => Math.trunc(number(args))],
  ["Math.max", (_, args) => Math.max(...args.map((arg) => number([arg])))],
  ["Math.min", (_, args) => Math.min(...args.map((arg) => number([arg])))],
]);

function none<Value>(args: readonly ScriptValue[], value: Value): Value {
  return args.length === 0 ? value : requireSandbox();
}

function ascii(text: string, args: readonly ScriptValue[]): string {
  return ASCII.test(text) ? none(args, text) : requireSandbox();
}

function primitive(args: readonly ScriptValue[]): Primitive {
  const [value] = args;
  return args.length === 1 && isPrimitive(value) ? value : requireSandbox();
}

function number(args: readonly ScriptValue[]): number {
  const value = primitive(args);
  return typeof value === "number" ? value : requireSandbox();
}

/** The search text: the slowest search compares all of it at each position. */
function sought(args: readonly ScriptValue[], scope: EvaluationScope, places: number): string {
  const text = soughtItem(args, scope, places);
  return typeof text === "string" ? text : requireSandbox();
}

/** A primitive: two lists or objects may be identical in this process, but not in the sandbox, which has copies. */
function soughtItem(args: readonly ScriptValue[], scope: EvaluationScope, places: number): Primitive {
  const item = primitive(args);
  if (typeof item === "string") spendCost(scope, item.length * places);
  return item;
}

/** The list, if its items are compared here as in the sandbox, where an ExactNumber is the nearest double. */
function comparable(list: readonly ScriptValue[]): readonly ScriptValue[] {
  return list.some((item) => item instanceof ExactNumber) ? requireSandbox() : list;
}

/** Up to `most` whole numbers, at least one. */
function positions(args: readonly ScriptValue[], most: number): number[] {
  if (args.length === 0 || args.length > most) return requireSandbox();
  return args.map((arg) => (Number.isInteger(arg) ? (arg as number) : requireSandbox()));
}

function first(args: readonly ScriptValue[], most: number): number {
  return positions(args, most)[0] ?? requireSandbox();
}

function padding(args: readonly ScriptValue[], scope: EvaluationScope): [number, string] {
  const [length, filler = " "] = args;
  if (args.length > 2 || typeof length !== "number" || typeof filler !== "string") return requireSandbox();
  if (!Number.isInteger(length) || length > MOST_PADDED) return requireSandbox();
  spendCost(scope, Math.max(0, length));
  return [length, filler];
}

function splitText(text: string, args: readonly ScriptValue[], scope: EvaluationScope): ScriptValue {
  return madeList(scope, text.split(sought(args, scope, text.length)));
}

function joinList(
  list: readonly ScriptValue[],
  args: readonly ScriptValue[],
  scope: EvaluationScope,
): string {
  const [separator = ","] = args;
  if (args.length > 1 || typeof separator !== "string") return requireSandbox();
  spendCost(scope, separator.length * list.length);
  for (const item of list) spendCost(scope, typeof item === "string" ? item.length : 1);
  return list.every(isPrimitive) ? list.join(separator) : requireSandbox();
}

function madeList(scope: EvaluationScope, list: ScriptValue[]): ScriptValue {
  spendCost(scope, list.length);
  scope.made.add(list);
  return list as ScriptValue;
}

function toFixed(value: number, args: readonly ScriptValue[]): string {
  const [digits = 0] = args;
  const isPlain = Number.isInteger(digits) && Number(digits) >= 0 && Number(digits) <= 20;
  return args.length <= 1 && isPlain && Math.abs(value) < 1e15
    ? value.toFixed(Number(digits))
    : requireSandbox();
}
