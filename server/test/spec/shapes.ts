import { expect } from "vitest";

/** 24 hex characters. */
export const HEX_ID = expect.stringMatching(/^[0-9a-f]{24}$/);
/** ISO 8601 in UTC with milliseconds. */
export const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** An id that does not exist. */
export const UNKNOWN_ID = "0123456789abcdef01234567";

/** An integer, which JSON writes without a fraction. */
export const INTEGER = expect.toSatisfy((value: unknown) => Number.isInteger(value), "is an integer");
