import { ExactNumber } from "../../platform/json/exact-number.ts";
import { isPrimitive, isTruthy, type Primitive, requireSandbox, type ScriptValue } from "./value.ts";

/** JavaScript's own operators on primitive values, which need no conversion that user code could affect. */
type BinaryOperator = (left: ScriptValue, right: ScriptValue) => ScriptValue;

// The operators convert as JavaScript does; the casts only tell the compiler that operands are numbers.
const onPrimitives =
  (operate: (left: number, right: number) => number | boolean): BinaryOperator =>
  (left, right) =>
    isPrimitive(left) && isPrimitive(right) ? operate(left as number, right as number) : requireSandbox();

// Two lists or objects may be identical here, but not in the sandbox, which has copies.
const comparesObjects = (left: ScriptValue, right: ScriptValue) => !isPrimitive(left) && !isPrimitive(right);
// In the sandbox, an ExactNumber is the nearest double.
const comparesExact = (left: ScriptValue, right: ScriptValue) =>
  left instanceof ExactNumber || right instanceof ExactNumber;
const isSame = (left: ScriptValue, right: ScriptValue) =>
  comparesObjects(left, right) || comparesExact(left, right) ? requireSandbox() : left === right;
const isLike = (left: ScriptValue, right: ScriptValue) => {
  if (isPrimitive(left) && isPrimitive(right)) return looselyEqual(left, right);
  const other = isPrimitive(left) ? left : right;
  return other === null || other === undefined ? false : requireSandbox();
};

export const BINARY: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ["+", onPrimitives((left, right) => left + right)],
  ["-", onPrimitives((left, right) => left - right)],
  ["*", onPrimitives((left, right) => left * right)],
  ["/", onPrimitives((left, right) => left / right)],
  ["%", onPrimitives((left, right) => left % right)],
  ["<", onPrimitives((left, right) => left < right)],
  ["<=", onPrimitives((left, right) => left <= right)],
  [">", onPrimitives((left, right) => left > right)],
  [">=", onPrimitives((left, right) => left >= right)],
  ["===", isSame],
  ["!==", (left, right) => !isSame(left, right)],
  ["==", isLike],
  ["!=", (left, right) => !isLike(left, right)],
]);

export const UNARY: ReadonlyMap<string, (value: ScriptValue) => ScriptValue> = new Map<
  string,
  (value: ScriptValue) => ScriptValue
>([
  ["!", (value) => !isTruthy(value)],
  ["-", (value) => (isPrimitive(value) ? -(value as number) : requireSandbox())],
  ["+", (value) => (isPrimitive(value) ? Number(value) : requireSandbox())],
  ["typeof", (value) => (value instanceof ExactNumber ? "number" : typeof value)],
]);

function looselyEqual(left: Primitive, right: Primitive): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: it is the operator that the expression asks for.
  return left == right;
}
