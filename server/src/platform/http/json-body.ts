import type { FastifyRequest } from "fastify";
import { ApiError, badRequest } from "../errors.ts";
import { isNumber } from "../json/json.ts";
import { ShapeError, validateJsonShape } from "../json/json-shape.ts";
import { parseJson } from "../json/parse-json.ts";

export const BODY_LIMIT_BYTES = 1024 * 1024;
const MAX_DEPTH = 64;
/**
 * How many values a request body may have; a member of an object counts twice, because that is its cost. Ordinary
 * records of 1 MiB have fewer; a hundred thousand different names cost the process most of a second.
 */
const MAX_VALUES = 150_000;

/**
 * Parses a JSON body; an empty one is undefined, because the published clients send a JSON content type without a
 * body. Refuses (400) what PostgreSQL cannot store or what would change a prototype: NUL and unpaired surrogates in
 * strings, numbers beyond a double, deep nesting, and the keys `__proto__` and `constructor.prototype`.
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw badRequest("The request body is not valid JSON.");
  }
  validateStorable(value);
  return value;
}

/** `parseJsonBody` for the body of a request; one with too many parts is refused (400) before anything is built. */
export function parseRequestBody(text: string): unknown {
  try {
    validateJsonShape(text, { levels: MAX_DEPTH, values: MAX_VALUES });
  } catch (error) {
    if (error instanceof ShapeError) throw badRequest(`The request body ${error.message}.`);
    throw error;
  }
  return parseJsonBody(text);
}

/** Refuses (400) a string that PostgreSQL cannot store as text. */
export function validateText(text: string): void {
  if (text.includes("\0")) throw badRequest("A NUL character is not allowed.");
  if (!text.isWellFormed())
    throw badRequest("Text must be valid Unicode: it contains half of a surrogate pair.");
}

/** Refuses (400) what `parseJsonBody` refuses, in a value that was not JSON. */
export function validateStorable(value: unknown, depth = 0): void {
  if (typeof value === "string") validateText(value);
  if (isNumber(value) && !Number.isFinite(Number(value)))
    throw badRequest("The request body contains a number that is too large.");
  if (typeof value !== "object" || value === null) return;
  if (depth >= MAX_DEPTH)
    throw new ApiError(
      "bad_request",
      "VALIDATION_ERROR",
      `The request body is nested deeper than ${MAX_DEPTH} levels.`,
    );
  if (Array.isArray(value)) {
    for (const item of value) validateStorable(item, depth + 1);
    return;
  }
  const members = value as { readonly [key: string]: unknown };
  for (const key of Object.keys(members)) {
    const item = members[key];
    if (key === "__proto__" || (key === "constructor" && hasPrototype(item)))
      throw badRequest(`The key "${key}" is not allowed.`);
    validateText(key);
    validateStorable(item, depth + 1);
  }
}

function hasPrototype(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");
}

/** A `preValidation` hook for routes whose body is an object that may be absent: clients then send none. */
export async function setEmptyBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}
