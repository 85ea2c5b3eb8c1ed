import { ExactNumber } from "./exact-number.ts";

/** A value that JSON can hold. Numbers that a double cannot hold are ExactNumbers, wherever JSON is read by `parseJson`. */
export type Json = null | boolean | number | ExactNumber | string | Json[] | { [key: string]: Json };

/** Whether a value is a number, exact or not. */
export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

/** Whether a value is an object, and not a list. */
export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}
