import { expect, test } from "vitest";
import { isTransient, isUnreachable } from "./database.ts";

const coded = (code: string) => Object.assign(new Error("This is part of a test."), { code });

test.each(["08006", "57P01", "53300", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EAI_AGAIN"])(
  "%s: the database is away",
  (code) => {
    expect(isUnreachable(coded(code))).toBe(true);
    expect(isTransient(coded(code))).toBe(true);
  },
);

test.each(["40P01", "40001", "53000", "53100", "53200", "53400", "58030", "25006", "25P03", "25P04"])(
  "%s: the same may succeed in a moment",
  (code) => {
    expect(isUnreachable(coded(code))).toBe(false);
    expect(isTransient(coded(code))).toBe(true);
  },
);

test.each(["FATAL", "PANIC"])("%s: the server has ended the session", (severity) => {
  const error = Object.assign(coded("XX000"), { message: "could not write init file", severity });
  expect(isUnreachable(error)).toBe(true);
  expect(isTransient(error)).toBe(true);
});

test.each(["22P02", "23505", "57014", "55P03", "42703", "58P01", "XX000", "ERR_INVALID_ARG_TYPE"])(
  "%s: it would fail again",
  (code) => {
    expect(isTransient(coded(code))).toBe(false);
  },
);
