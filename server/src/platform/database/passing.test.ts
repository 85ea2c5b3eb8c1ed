import { expect, test } from "vitest";
import { isAway, isPassing } from "./database.ts";

const coded = (code: string) => Object.assign(new Error("This is part of a test."), { code });

test.each(["08006", "57P01", "53300", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EAI_AGAIN"])(
  "%s: the database is away",
  (code) => {
    expect(isAway(coded(code))).toBe(true);
    expect(isPassing(coded(code))).toBe(true);
  },
);

test.each(["40P01", "40001", "53000", "53100", "53200", "53400", "58030", "25006"])(
  "%s: the same may succeed in a moment",
  (code) => {
    expect(isAway(coded(code))).toBe(false);
    expect(isPassing(coded(code))).toBe(true);
  },
);

test.each(["FATAL", "PANIC"])("%s: the server has ended the session", (severity) => {
  const error = Object.assign(coded("XX000"), { message: "could not write init file", severity });
  expect(isAway(error)).toBe(true);
  expect(isPassing(error)).toBe(true);
});

test.each(["22P02", "23505", "42703", "58P01", "XX000", "ERR_INVALID_ARG_TYPE"])(
  "%s: it would fail again",
  (code) => {
    expect(isPassing(coded(code))).toBe(false);
  },
);
